# shellcheck shell=bash
# The lab's own instruments, proved without tandem: what later tests measure with has to measure right.

loopback_camera_and_card_give_what_the_lab_feeds_them() {
    local film=$PWD/instruments.mkv count first last repeated lost backwards
    feed_mjpeg "$front_camera"
    play_tone
    run_command gst-launch-1.0 -q v4l2src "device=$front_camera" num-buffers=40 ! image/jpeg,width=320,height=180 ! jpegdec \
        ! videoconvert ! video/x-raw,format=I420 ! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=10 \
        ! h264parse ! queue ! matroskamux name=mux ! filesink "location=$film" \
        alsasrc "device=$loopback_microphone" num-buffers=400 ! audio/x-raw,channels=2,rate=48000 ! audioconvert \
        ! opusenc ! queue ! mux.
    expect_status 0
    expect_whole_film "$film"
    expect_tone "$film"
    read_frame_numbers "$film" 320:180:0:0 >numbers.txt
    # The driver hands its oldest buffers out first, in its own order.
    read -r count first last repeated lost backwards < <(tail -n +5 numbers.txt | judge_frame_numbers)
    figure "$count frames, numbers $first to $last, $repeated repeated, $lost lost, $backwards backwards"
    expect_holds "frames in the film" "$count >= 30"
    expect_holds "numbers increase" "$first > 0 && $backwards == 0 && $repeated == 0"
    expect_holds "few are lost" "$lost <= 4"
}

moving_pictures_of_a_vivid_camera_are_told_apart() {
    local film=$PWD/moving.mkv camera first last count distinct
    read -r camera < <(capture_nodes vivid)
    move_picture "$camera"
    start_frame_trace
    # Every picture twice.
    run_command gst-launch-1.0 -q v4l2src "device=$camera" num-buffers=30 \
        ! video/x-raw,format=YUY2,width=320,height=180,framerate=10/1 ! videorate ! video/x-raw,framerate=20/1 \
        ! videoconvert ! video/x-raw,format=I420 ! x264enc speed-preset=ultrafast tune=zerolatency key-int-max=10 \
        ! h264parse ! matroskamux ! filesink "location=$film"
    expect_status 0
    # Half of the film's frames are no new pictures.
    read -r first last count < <(frames_given "$camera")
    distinct=$(distinct_pictures "$film" 160:120:0:0)
    figure "$(frame_count "$film") frames of $count that the camera gave (numbers $first to $last), $distinct distinct"
    expect_holds "the kernel saw the frames" "$count >= 30"
    expect_holds "pictures are told apart" "$distinct >= 28 && $distinct <= 31"
}

the_guest_has_cameras_metadata_outputs_and_cards() {
    expect_equal "vivid cameras" 2 "$(capture_nodes vivid | wc -l)"
    expect_equal "metadata nodes" 1 "$(nodes_with vivid "Metadata Capture" | wc -l)"
    expect_equal "loopback outputs" 2 "$(nodes_with "v4l2 loopback" "Video Output" | wc -l)"
    grep -q Loopback /proc/asound/cards || fail "no loopback card"
    grep -q Dummy /proc/asound/cards || fail "no dummy card"
}
