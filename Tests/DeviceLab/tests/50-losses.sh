# shellcheck shell=bash
# Cameras that fall silent or go away: the film is whole, the reason is told, and stopping takes no time.

a_camera_that_gives_no_frame_is_an_error_with_its_name() {
    local nodes
    mapfile -t nodes < <(capture_nodes vivid)
    v4l2-ctl -d "${nodes[1]}" --set-ctrl=percentage_of_dropped_buffers=100
    write_preset lab.json5 "$(camera_source "${nodes[0]}")" "$(camera_source "${nodes[1]}")" none
    run_tandem record lab.json5 --duration 60s -o silent.mp4
    figure "ended after $seconds s"
    expect_status 69
    expect_told "$err" inset "no (frame|picture)"
    expect_holds "it ends soon" "$seconds <= 20"
    # A film that is left has to be one.
    if [[ -e silent.mp4 ]]; then expect_whole_film silent.mp4; else expect_nothing_left_behind; fi
}

unplugged_cameras_end_the_take_well() {
    write_preset lab.json5 "$(camera_source auto)" "$(camera_source auto)" none
    start_tandem record lab.json5 --duration 60s -o unplugged.mp4 --json
    wait_for_event recordingDidStart 40
    let_it_record 4
    unplug_cameras
    expect_take_ended_well unplugged.mp4 30
    expect_told "$err" "main|inset"
    expect_holds "an event names the source" "$(events runtimeError | grep -cE '"source":"(main|inset)"') >= 1"
    expect_equal "why" deviceRemoved "$(event_value runtimeError .code)"
}

one_of_two_cameras_that_is_lost_is_named() {
    local nodes
    mapfile -t nodes < <(capture_nodes vivid)
    write_preset lab.json5 "$(camera_source "${nodes[0]}")" "$(camera_source "${nodes[1]}")" none
    start_tandem record lab.json5 --duration 60s -o lost.mp4 --json
    wait_for_event recordingDidStart 40
    let_it_record 4
    v4l2-ctl -d "${nodes[1]}" --set-ctrl=disconnect=1
    expect_take_ended_well lost.mp4 30
    expect_told "$err" inset
    expect_equal "the lost source, and why" "inset deviceRemoved" \
        "$(event_value runtimeError '"\(.source) \(.code)"')"
}

an_interrupt_finishes_the_film_while_a_camera_is_frozen() {
    local from
    feed_mjpeg "$front_camera"
    write_preset lab.json5 "$test_picture" "$(camera_source "$front_camera")" none
    start_tandem record lab.json5 --duration 60s -o frozen.mp4 --json
    wait_for_event recordingDidStart 40
    let_it_record 3
    freeze_feeder
    let_it_record 3
    from=$(now)
    kill -INT "$running"
    finish_command 30
    figure "ended $(seconds_since "$from") s after the interrupt"
    expect_holds "stopping does not wait for the camera" "$(seconds_since "$from") <= 5"
    # The camera's silence may be what ended it, or the interrupt.
    [[ $status == 0 || $status == 69 ]] || fail "expected exit status 0 or 69, not $status"
    expect_whole_film frozen.mp4
    expect_even_timestamps frozen.mp4 10
}
