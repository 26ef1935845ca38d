# shellcheck shell=bash
# Presets that the tests share (small pictures at few frames a second, because emulation is slow), and the
# devices that can be named in them.

# The rectangle of the inset, as films.sh takes it.
readonly inset_rectangle=160:90:144:80
readonly main_rectangle=144:80:0:0

# A source that is a camera: camera_source ID [MORE KEYS]
camera_source() { echo "{ camera: \"$1\"${2:+, $2} }"; }

# write_preset FILE MAIN INSET MICROPHONE: the sources as the preset has them; no sound when MICROPHONE is none.
write_preset() {
    local file=$1 main=$2 inset=$3 microphone=$4
    {
        echo "{ schema: 1, name: \"lab\", canvas: { width: 320, height: 180, frameRate: 10 },"
        echo "  sources: { main: $main, inset: $inset },"
        if [[ $microphone != none ]]; then echo "  microphone: { alsa: \"$microphone\" },"; fi
        echo "  layouts: { pip: [ { source: \"main\" },"
        echo "    { source: \"inset\", x: 144, y: 80, width: 160, height: 90 } ] }, layout: \"pip\" }"
    } >"$file"
}

readonly loopback_microphone=hw:CARD=Loopback,DEV=1
readonly test_picture='{ test: "ball" }'

# What `tandem devices --json` says, into devices.json.
list_devices() {
    run_tandem devices --json
    expect_status 0
    cp "$out" devices.json
    jq -e '.cameras and .microphones' devices.json >/dev/null || fail "no cameras or microphones in the listing"
}

# The id of a node in devices.json; empty when it is not listed.
camera_id() { jq -r --arg path "$1" '.cameras[] | select(.path == $path) | .id' devices.json; }

# The id that ends in -001 has to be the driver's second camera, whatever its number is now.
expect_paths_belong_to_ids() {
    local id path told
    while read -r id path; do
        told=$(v4l2-ctl -d "$path" --info | awk '/Bus info/ { print $NF; exit }')
        [[ $id == *"$told"* ]] || fail "$id is said to be $path, which is $told"
    done < <(jq -r '.cameras[] | "\(.id) \(.path)"' devices.json)
}
