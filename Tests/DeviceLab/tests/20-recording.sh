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
