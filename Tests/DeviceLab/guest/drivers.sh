# shellcheck shell=bash
# Drivers and device nodes of the guest.

load_module() {
    modprobe -d "$LAB_KERNEL" "$@"
}

# Two cameras without MJPEG. The second has a metadata node beside it, as every USB webcam has.
load_cameras() {
    load_module vivid n_devs=2 node_types=0x1,0x20001 num_inputs=1,1 input_types=0x0,0x0
}

# Two nodes that are cameras only while somebody feeds them (guest/cameras.sh), and output nodes else.
load_loopback_cameras() {
    load_module v4l2loopback video_nr=40,41 card_label="Front door,Back door" exclusive_caps=1,1
}

# What is played into hw:Loopback,0 is heard from hw:Loopback,1. One stream each, so that a card can be busy.
load_sound_cards() {
    load_module snd-aloop id=Loopback pcm_substreams=1
    load_module snd-dummy id=Dummy pcm_substreams=1
}

# GStreamer's device monitor sees only what udev knows. "add" gives the nodes their groups.
start_udev() {
    export SYSTEMD_IGNORE_CHROOT=1
    /lib/systemd/systemd-udevd --daemon
    udevadm trigger --action=add --subsystem-match=video4linux --subsystem-match=sound \
        --subsystem-match=media --subsystem-match=module
    udevadm settle --timeout=60
}

# Takes both vivid cameras away, and gives them back.
unplug_cameras() { echo vivid.0 >/sys/bus/platform/drivers/vivid/unbind; }

plug_cameras() {
    echo vivid.0 >/sys/bus/platform/drivers/vivid/bind
    udevadm settle --timeout=30
}

cameras_are_plugged() { [[ -e /sys/bus/platform/drivers/vivid/vivid.0 ]]; }

# The nodes of a driver that have a capability of their own: nodes_with vivid "Metadata Capture"
nodes_with() {
    local number node told
    for number in {0..63}; do
        node=/dev/video$number
        [[ -e $node ]] || continue
        told=$(v4l2-ctl -d "$node" --info 2>/dev/null) || true
        # What follows "Device Caps" is the node's own.
        if [[ $told == *"Driver name"*": $1"$'\n'* && ${told#*Device Caps} == *$'\n\t\t'"$2"$'\n'* ]]; then
            echo "$node"
        fi
    done
}

# What can be recorded from: capture_nodes vivid
capture_nodes() { nodes_with "$1" "Video Capture"; }

# Back to how the guest was after starting, whatever the last test did: the same node numbers, the drivers'
# own settings. v4l2loopback is loaded anew, because a node whose feeder was killed stays a camera.
restore_cameras() {
    if cameras_are_plugged; then unplug_cameras; fi
    rmmod v4l2loopback
    plug_cameras
    load_loopback_cameras
    udevadm settle --timeout=30
}
