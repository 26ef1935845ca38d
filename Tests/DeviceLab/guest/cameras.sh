# shellcheck shell=bash
# What the test shows to the loopback cameras, plays into the loopback card, and who holds a device.

readonly front_camera=/dev/video40
readonly back_camera=/dev/video41

# Frames with numbers (host/media.sh), 320x180 MJPEG at 10 a second, into a loopback camera; sets feeder_pid.
feed_mjpeg() {
    local device=$1
    # ffmpeg does not tell the driver its rate.
    v4l2-ctl -d "$device" --set-output-parm=10 >/dev/null
    ffmpeg -nostdin -v error -re -stream_loop -1 -i "$LAB_MEDIA/numbered-320x180-10.mkv" \
        -c:v copy -f v4l2 "$device" >"$PWD/feeder.log" 2>&1 &
    feeder_pid=$!
    wait_until 30 is_camera "$device" || fail "the feeder did not start: $(cat "$PWD/feeder.log")"
}

# A loopback node is a camera while it is fed.
is_camera() { v4l2-ctl -d "$1" --get-fmt-video 2>/dev/null | grep -q "Width/Height"; }

# A camera that is open and gives nothing any more.
freeze_feeder() { kill -STOP "$feeder_pid"; }

# A sine of 440 Hz, without end, into what snd-aloop's other side hears; sets player_pid.
play_tone() {
    speaker-test -D hw:CARD=Loopback,DEV=0 -t sine -f 440 -c 2 -r 48000 -F S16_LE -p 25000 -b 100000 -l 0 \
        >"$PWD/player.log" 2>&1 &
    player_pid=$!
    wait_until 20 grep -q "RUNNING" /proc/asound/Loopback/pcm0p/sub0/status \
        || fail "the tone did not start: $(cat "$PWD/player.log")"
}

# The same tone on both sides without ever a break, for tests that listen for clicks.
play_steady_tone() {
    gst-launch-1.0 -q audiotestsrc freq=440 volume=0.5 ! audio/x-raw,format=S16LE,rate=48000,channels=2 \
        ! alsasink device=hw:CARD=Loopback,DEV=0 >"$PWD/player.log" 2>&1 &
    player_pid=$!
    wait_until 20 grep -q "RUNNING" /proc/asound/Loopback/pcm0p/sub0/status \
        || fail "the tone did not start: $(cat "$PWD/player.log")"
}

# The loopback card's speed against the clock, in 100,000ths.
shift_loopback_rate() {
    local number
    for number in $(amixer -c Loopback controls | sed -n "s/^numid=\([0-9]*\),.*'PCM Rate Shift 100000'.*/\1/p"); do
        amixer -q -c Loopback cset numid="$number" "$1" || fail "the loopback card's speed cannot be set"
    done
}

# Somebody else streams from a camera; sets holder_pid.
hold_camera() {
    v4l2-ctl -d "$1" --stream-mmap --stream-count=0 --stream-to=/dev/null >"$PWD/holder.log" 2>&1 &
    holder_pid=$!
    wait_until 20 camera_is_streaming "$1" || fail "v4l2-ctl did not start to stream: $(cat "$PWD/holder.log")"
}

# A second owner of the buffers is refused; VIDIOC_S_FMT says so without taking anything.
camera_is_streaming() {
    ! v4l2-ctl -d "$1" --set-fmt-video=width=320,height=180 >/dev/null 2>&1
}

# Somebody else records from the loopback card; sets holder_pid.
hold_microphone() {
    arecord -q -D hw:CARD=Loopback,DEV=1 -f S16_LE -c 2 -r 48000 -t raw /dev/null >"$PWD/holder.log" 2>&1 &
    holder_pid=$!
    wait_until 20 grep -q "owner_pid" /proc/asound/Loopback/pcm1c/sub0/status \
        || fail "arecord did not start: $(cat "$PWD/holder.log")"
}

# An open handle and nothing more: keeps a node's number from being given again. Sets holder_pid.
keep_open() {
    tail -f /dev/null 3<"$1" &
    holder_pid=$!
    wait_until 5 test -e "/proc/$holder_pid/fd/3" || fail "$1 could not be kept open"
}

# The whole picture moves, so that every frame differs much from the one before.
move_picture() {
    local node
    for node in "$@"; do
        v4l2-ctl -d "$node" --set-ctrl=horizontal_movement=6
    done
}

# The frames that drivers have handed out, told by the kernel and not by the program: between
# start_frame_trace and frames_given NODE.
readonly trace_folder=/sys/kernel/tracing

start_frame_trace() {
    mountpoint -q "$trace_folder" || mount -t tracefs tracefs "$trace_folder"
    echo 4096 >"$trace_folder/buffer_size_kb"
    : >"$trace_folder/trace"
    echo 1 >"$trace_folder/events/v4l2/v4l2_dqbuf/enable"
}

# First and last sequence number, and how many frames were handed out: "FIRST LAST COUNT".
frames_given() {
    local minor
    minor=$((16#$(stat -L -c %T "$1")))
    awk -v minor="$minor" '/v4l2_dqbuf/ && match($0, /minor = [0-9]+/) {
            if (substr($0, RSTART + 8, RLENGTH - 8) != minor || !match($0, /sequence = [0-9]+/)) next
            last = substr($0, RSTART + 11, RLENGTH - 11)
            if (count++ == 0) first = last
        } END { print first + 0, last + 0, count + 0 }' "$trace_folder/trace"
}
