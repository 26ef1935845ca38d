# shellcheck shell=bash
# Devices that cannot be recorded from: each has its own sentence and status, and nothing is left behind.

a_busy_camera_names_its_holder() {
    local camera
    read -r camera < <(capture_nodes vivid)
    hold_camera "$camera"
    write_preset lab.json5 "$(camera_source "$camera")" "$test_picture" none
    run_tandem record lab.json5 --duration 5s -o busy.mp4
    expect_status 69
    expect_told "$err" main "\\b$holder_pid\\b" v4l2-ctl
    expect_nothing_left_behind
}

a_camera_without_permission_names_the_group_and_the_command() {
    local camera
    read -r camera < <(capture_nodes vivid)
    write_preset lab.json5 "$(camera_source "$camera")" "$test_picture" none
    run_tandem_as_nobody record lab.json5 --duration 5s -o forbidden.mp4
    expect_status 77
    expect_told "$err" main "\\bvideo\\b" "usermod|adduser|gpasswd"
    expect_nothing_left_behind
}

cameras_without_permission_are_listed_and_not_taken_for_missing() {
    run_tandem_as_nobody devices
    expect_told "$out" vivid-000 vivid-001 "\\bvideo\\b"
}

a_microphone_without_permission_names_the_group() {
    write_preset lab.json5 "$test_picture" "$test_picture" "$loopback_microphone"
    run_tandem_as_nobody record lab.json5 --duration 5s -o forbidden.mp4
    expect_status 77
    expect_told "$err" microphone "\\baudio\\b" "usermod|adduser|gpasswd"
    expect_nothing_left_behind
}

a_mode_that_is_not_offered_names_the_nearest() {
    local camera
    read -r camera < <(capture_nodes vivid)
    write_preset lab.json5 "$(camera_source "$camera" "mode: { width: 640, height: 362 }")" "$test_picture" none
    run_tandem record lab.json5 --duration 5s -o mode.mp4
    expect_status 69
    expect_told "$err" main 640x362 640x360
    expect_nothing_left_behind
}

what_is_no_camera_has_its_own_sentence() {
    local metadata path sentences=()
    read -r metadata < <(nodes_with vivid "Metadata Capture")
    echo text >plain.json5
    ln -s /dev/video99 dangling
    mkdir folder
    for path in "$metadata" "$front_camera" "$PWD/plain.json5" "$PWD/dangling" "$PWD/folder"; do
        write_preset lab.json5 "$(camera_source "$path")" "$test_picture" none
        run_tandem record lab.json5 --duration 5s -o none.mp4
        expect_status 69
        expect_told "$err" main
        grep -Fq -- "$path" "$err" || fail "$path is not named"
        sentences+=("$(sed "s#$path##g" "$err")")
        if [[ $path == "$metadata" ]]; then expect_told "$err" metadata; fi
        if [[ $path == "$front_camera" ]]; then expect_told "$err" output; fi
    done
    expect_equal "different sentences" 5 "$(printf '%s\0' "${sentences[@]}" | sort -zu | tr -cd '\0' | wc -c)"
    rm -r plain.json5 dangling folder
    expect_nothing_left_behind
}

a_microphone_that_does_not_exist_names_the_way_without() {
    write_preset lab.json5 "$test_picture" "$test_picture" hw:CARD=Missing
    run_tandem record lab.json5 --duration 5s -o silent.mp4
    expect_status 69
    expect_told "$err" Missing "--microphone none"
    expect_nothing_left_behind
}

a_busy_microphone_names_its_holder() {
    play_tone
    hold_microphone
    write_preset lab.json5 "$test_picture" "$test_picture" "$loopback_microphone"
    run_tandem record lab.json5 --duration 5s -o busy.mp4
    expect_status 69
    expect_told "$err" microphone "\\b$holder_pid\\b" arecord
    expect_nothing_left_behind
}
