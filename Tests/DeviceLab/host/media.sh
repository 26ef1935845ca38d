# shellcheck shell=bash
# What the guest shows to its cameras, made on the host because emulation is slow.

# A camera's picture that carries its frame's number (from 1) in its upper quarter: 16 blocks, white for 1 and
# black for 0, the highest bit first. guest/films.sh reads it back.
make_numbered_film() {
    local film=$1 width=$2 height=$3 rate=$4 bit filter="" block
    block=$((width / 16))
    for bit in {0..15}; do
        filter+=",drawbox=x=$((block * (15 - bit))):y=0:w=$block:h=$((height / 4)):t=fill"
        filter+=":color=white:enable='bitand(n+1,$((1 << bit)))'"
    done
    ffmpeg -nostdin -v error -y -f lavfi -i "color=color=0x304060:size=${width}x$height:rate=$rate:duration=120" \
        -vf "drawbox=x=0:y=0:w=$width:h=$((height / 4)):t=fill:color=black$filter,format=yuvj422p" \
        -c:v mjpeg -q:v 4 -f matroska "$film.part"
    mv "$film.part" "$film"
}

# GStreamer's list of plugins, so that the guest does not have to scan them. It is a file of the lab's own:
# the user's may be stale.
make_registry() {
    GST_REGISTRY=$cache/registry.bin gst-inspect-1.0 fakesink >/dev/null
}

prepare_media() {
    mkdir -p "$cache/media"
    local film=$cache/media/numbered-320x180-10.mkv
    if [[ ! -f $film || $lab_folder/host/media.sh -nt $film ]]; then
        make_numbered_film "$film" 320 180 10
    fi
    make_registry
}
