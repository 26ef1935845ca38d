# shellcheck shell=bash
# What `tandem devices` says about drivers that share names, buses and links.

all_cameras_are_listed_with_ids_of_their_own() {
    local node ids
    feed_mjpeg "$front_camera"
    list_devices
    for node in $(capture_nodes vivid) "$front_camera"; do
        [[ -n $(camera_id "$node") ]] || fail "$node is not listed"
    done
    ids=$(jq -r '.cameras[].id' devices.json)
    expect_equal "cameras" 3 "$(wc -l <<<"$ids")"
    expect_equal "different ids" 3 "$(sort -u <<<"$ids" | wc -l)"
    figure "ids: $(tr '\n' ' ' <<<"$ids")"
    expect_equal "cameras without a mode" 0 "$(jq '[.cameras[] | select(.modes | length == 0)] | length' devices.json)"
}

metadata_and_output_nodes_are_not_cameras() {
    local node
    list_devices
    for node in $(nodes_with vivid "Metadata Capture") "$front_camera" "$back_camera"; do
        [[ -z $(camera_id "$node") ]] || fail "$node is listed as a camera"
    done
    expect_equal "cameras" 2 "$(jq '.cameras | length' devices.json)"
}

microphones_are_listed_by_the_ids_of_their_cards() {
    local cards
    list_devices
    cards=$(jq -r '.microphones[].card' devices.json | sort -u | tr '\n' ' ')
    expect_equal "cards" "Dummy Loopback " "$cards"
    expect_equal "ids with a card's number" 0 "$(jq '[.microphones[] | select(.id | test("hw:[0-9]"))] | length' devices.json)"
}

ids_stay_when_the_nodes_numbers_change() {
    local before after nodes kept
    mapfile -t nodes < <(capture_nodes vivid)
    list_devices
    before=$(jq -r '.cameras | map(.id) | sort | join(" ")' devices.json)
    for kept in "${nodes[0]}" "${nodes[1]}"; do
        # Whoever keeps an open handle keeps the number taken: the cameras come back under others.
        keep_open "$kept"
        unplug_cameras
        plug_cameras
        list_devices
        after=$(jq -r '.cameras | map(.id) | sort | join(" ")' devices.json)
        figure "$kept kept open: $(jq -r '.cameras[] | "\(.id) is \(.path)"' devices.json | paste -sd, -)"
        expect_equal "ids" "$before" "$after"
        [[ " $(capture_nodes vivid | paste -sd' ') " != *" $kept "* ]] || fail "$kept was given again"
        expect_paths_belong_to_ids
        kill "$holder_pid"
        wait "$holder_pid" || true
        unplug_cameras
        plug_cameras
    done
}
