# shellcheck shell=bash
# Takes that several tests make, and what they have to hold to.

# Ten seconds from both vivid cameras and the loopback card, and everything that such a film has to hold to.
record_two_cameras() {
    local film=$1 nodes
    mapfile -t nodes < <(capture_nodes vivid)
    move_picture "${nodes[@]}"
    play_tone
    write_preset lab.json5 "$(camera_source auto)" "$(camera_source auto)" "$loopback_microphone"
    start_frame_trace
    run_tandem record lab.json5 --duration 10s -o "$film" --json
    expect_status 0
    expect_streams "$film" 100
    expect_whole_film "$film"
    expect_even_timestamps "$film" 10
    expect_sound_stream "$film"
    expect_tone "$film"
    expect_equal "the take's end" "maxDuration true" "$(event_value recordingDidFinish '"\(.reason) \(.successful)"')"
    expect_cameras_seen "$film" main "${nodes[0]}" "$main_rectangle"
    expect_cameras_seen "$film" inset "${nodes[1]}" "$inset_rectangle"
}

# At least 95 % of what a camera gave, three times over: the frames that the driver made came out of it (the
# kernel tells, of the whole session), the program took as many as fit into the film, at the same rate, and showed
# what it took (its own count, of the take), and the film shows as many different pictures.
expect_cameras_seen() {
    local film=$1 source=$2 node=$3 rectangle=$4 first last count taken shown frames distinct
    read -r first last count < <(frames_given "$node")
    taken=$(event_value recordingDidFinish ".sources[] | select(.name == \"$source\") | .framesIn")
    shown=$(event_value recordingDidFinish ".sources[] | select(.name == \"$source\") | .shown")
    frames=$(frame_count "$film")
    distinct=$(distinct_pictures "$film" "$rectangle")
    figure "$source: driver made $((last - first + 1)) and gave $count, tandem took $taken and showed $shown;" \
        "$distinct different pictures in $frames frames of film"
    expect_holds "$source: frames that the driver gave" "$count >= 0.95 * ($last - $first + 1)"
    expect_holds "$source: frames that tandem took" "${taken:-0} >= 0.95 * $frames"
    expect_holds "$source: frames that tandem showed" "${shown:-0} >= 0.95 * ${taken:-0}"
    expect_holds "$source: different pictures in the film" "$distinct >= 0.95 * ($frames - 1)"
}

# Lets tandem go on for some seconds, and no longer than it lives.
let_it_record() {
    wait_until "$1" ended "$running" || true
}

# A lost source has ended the take: the film is whole and as long as it was recorded, and the status tells.
expect_take_ended_well() {
    local film=$1 frames=$2
    finish_command 40
    figure "ended after $seconds s with $(frame_count "$film") frames"
    expect_status 69
    expect_whole_film "$film"
    expect_even_timestamps "$film" 10
    expect_holds "frames in $film" "$(frame_count "$film") >= $frames"
    expect_equal "the film is whole, as it is told" true "$(event_value recordingDidFinish .successful)"
}
