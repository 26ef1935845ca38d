# shellcheck shell=bash
# Films from real drivers: two cameras and a card, and a camera that sends JPEG.

two_cameras_and_a_microphone_become_an_mp4() {
    record_two_cameras "$PWD/both.mp4"
}

two_cameras_and_a_microphone_become_a_matroska_film() {
    record_two_cameras "$PWD/both.mkv"
}

frames_of_an_mjpeg_camera_come_in_their_order() {
    local film=$PWD/numbers.mp4 count first last repeated lost backwards
    read -r camera < <(capture_nodes vivid)
    feed_mjpeg "$front_camera"
    write_preset lab.json5 "$(camera_source "$camera")" "$(camera_source "$front_camera")" none
    run_tandem record lab.json5 --duration 10s -o "$film" --json
    expect_status 0
    expect_streams "$film" 100
    expect_whole_film "$film"
    expect_even_timestamps "$film" 10
    read_frame_numbers "$film" "$inset_rectangle" >numbers.txt
    read -r count first last repeated lost backwards < <(judge_frame_numbers <numbers.txt)
    figure "$count frames, numbers $first to $last, $repeated repeated, $lost lost, $backwards backwards"
    expect_holds "the numbers are seen" "$first > 0 && $last > $first"
    expect_equal "frames that come before an earlier one" 0 "$backwards"
    expect_holds "few are repeated or lost" "$repeated <= 5 && $lost <= 5"
}

# One in a hundred is more than any card is off; it makes in seconds what a usual card makes in an hour.
a_fast_sound_card_is_kept_in_time_without_a_click() {
    local film=$PWD/fast.mkv peak
    shift_loopback_rate 101000
    play_steady_tone
    write_preset lab.json5 "$test_picture" "$test_picture" "$loopback_microphone"
    run_tandem record lab.json5 --duration 20s -o "$film" --json
    shift_loopback_rate 100000
    expect_status 0
    expect_streams "$film" 200
    expect_whole_film "$film"
    expect_sound_stream "$film"
    expect_tone "$film"
    peak=$(click_level "$film")
    figure "the loudest above the tone is at $peak dB"
    expect_holds "there is no click" "$peak < -45"
}
