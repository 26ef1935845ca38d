# shellcheck shell=bash
# What is in a film, as ffmpeg sees it.

# All that ffprobe tells of streams and packets, into FILM.probe, once: starting a program is slow in the guest.
probe_film() {
    if [[ $1 -nt $1.probe ]]; then
        ffprobe -v error -of compact -show_entries \
            "packet=codec_type,pts_time,duration_time:stream=codec_type,codec_name,width,height,pix_fmt,sample_rate" \
            "$1" >"$1.probe" 2>"$1.complaints" || fail "ffprobe cannot read $1: $(<"$1.complaints")"
    fi
}

# One field of one stream: stream_field FILM video codec_name
stream_field() {
    probe_film "$1"
    awk -F'|' -v kind="codec_type=$2" -v field="$3=" '$1 == "stream" && index($0, "|" kind) {
        for (i = 2; i <= NF; i++) if (index($i, field) == 1) { print substr($i, length(field) + 1); exit }
    }' "$1.probe"
}

# Time and duration of each packet of a kind, in seconds: packets FILM video
packets() {
    probe_film "$1"
    awk -F'[|=]' -v kind="$2" '$1 == "packet" && $3 == kind { print $5, $7 }' "$1.probe"
}

frame_count() { packets "$1" video | wc -l; }

# Seconds from the first to behind the last packet of a kind.
stream_length() {
    packets "$1" "$2" | awk 'NR == 1 { first = $1 } { last = $1 + $2 } END { printf "%.3f", last - first }'
}

# The film's streams as the preset of presets.sh asks for them: expect_streams FILM FRAMES
expect_streams() {
    local film=$1 frames=$2 count field picture=""
    for field in codec_name width height pix_fmt; do picture+=" $(stream_field "$film" video "$field")"; done
    expect_equal "picture of $film" " h264 320 180 yuv420p" "$picture"
    count=$(frame_count "$film")
    expect_holds "frames in $film" "$count >= $frames - 1 && $count <= $frames + 1"
}

# Sound of 48 kHz, as long as the picture.
expect_sound_stream() {
    local film=$1 picture sound
    expect_equal "sound of $film" aac "$(stream_field "$film" audio codec_name)"
    expect_equal "sound of $film" 48000 "$(stream_field "$film" audio sample_rate)"
    picture=$(stream_length "$film" video)
    sound=$(stream_length "$film" audio)
    figure "picture $picture s, sound $sound s"
    expect_holds "picture and sound end together" "$picture - $sound <= 0.05 && $sound - $picture <= 0.05"
}

# Every packet of every stream decodes without a complaint.
expect_whole_film() {
    local film=$1 complaints
    [[ -s $film ]] || fail "no film $film"
    complaints=$(ffmpeg -nostdin -v warning -xerror -i "$film" -fps_mode passthrough -enc_time_base -1 \
        -f null - 2>&1) \
        || fail "$film is not whole: $complaints"
    [[ -z $complaints ]] || fail "$film is not whole: $complaints"
}

# Timestamps begin at zero, increase strictly, and lie one frame apart: expect_even_timestamps FILM RATE
expect_even_timestamps() {
    local film=$1 rate=$2 problem
    problem=$(packets "$film" video \
        | awk -v frame="$(awk "BEGIN { print 1 / $rate }")" '
            NR == 1 && ($1 < 0 || $1 > 0.05) { print "the first frame is at " $1 " s" }
            NR > 1 && $1 <= last { print "frame " NR " at " $1 " s comes after " last " s" }
            NR > 1 && ($1 - last > frame + 0.0011 || $1 - last < frame - 0.0011) {
                print "frame " NR " comes " $1 - last " s after the one before"
            }
            { last = $1 }
            END { if (NR == 0) print "there is no frame" }')
    [[ -z $problem ]] || fail "$film: $problem"
}

# The loudness in dB of the tone of play_tone alone; silence is -inf.
tone_level() {
    ffmpeg -nostdin -v info -i "$1" -map 0:a:0 -af "bandpass=f=440:width_type=h:w=60,astats" -f null - 2>&1 \
        | awk '/Overall/ { overall = 1 } overall && /RMS level dB/ { print $NF; exit }'
}

# The peak in dB of all that lies far above the tone: a place where sound was cut or doubled is a click there.
click_level() {
    ffmpeg -nostdin -v info -i "$1" -map 0:a:0 \
        -af "highpass=f=4000,highpass=f=4000,highpass=f=4000,atrim=start=2:end=19,astats" -f null - 2>&1 \
        | awk '/Overall/ { overall = 1 } overall && /Peak level dB/ { print $NF; exit }'
}

expect_tone() {
    local level
    level=$(tone_level "$1")
    figure "tone at $level dB"
    [[ -n $level && $level != *inf && $level != *nan ]] || fail "$1 is silent"
    holds "$level > -30" || fail "the tone in $1 is only $level dB loud"
}

# The frame numbers that host/media.sh drew, one a line, as they are seen in a rectangle WIDTH:HEIGHT:X:Y of
# the film. 0 where there is no such picture.
read_frame_numbers() {
    local film=$1 width height x y
    IFS=: read -r width height x y <<<"$2"
    # The middle half of the strip, one pixel a block.
    ffmpeg -nostdin -v error -i "$film" -map 0:v:0 -fps_mode passthrough \
        -vf "crop=$width:$((height / 8)):$x:$((y + height / 16)),scale=16:1:flags=area,format=gray" \
        -f rawvideo - | od -An -v -tu1 -w16 \
        | awk '{ number = 0; for (bit = 1; bit <= 16; bit++) number = number * 2 + ($bit > 127); print number }'
}

# Of such numbers on standard input: "COUNT FIRST LAST REPEATED LOST BACKWARDS".
judge_frame_numbers() {
    awk 'NR == 1 { first = $1 }
        NR > 1 && $1 == last { repeated++ }
        NR > 1 && $1 < last { backwards++ }
        NR > 1 && $1 > last + 1 { lost += $1 - last - 1 }
        { last = $1 }
        END { print NR, first + 0, last + 0, repeated + 0, lost + 0, backwards + 0 }'
}

# How many frames of a film show something else than the frame before, within a rectangle WIDTH:HEIGHT:X:Y.
# The cameras' pictures have to move (move_picture): then edges move, and somewhere much changes.
distinct_pictures() {
    ffmpeg -nostdin -v error -i "$1" -map 0:v:0 -fps_mode passthrough \
        -vf "crop=$2,scale=80:-2,format=gray,tblend=all_mode=difference,signalstats,metadata=print:key=lavfi.signalstats.YMAX:file=-" \
        -f null - | awk -F= '/YMAX/ && $2 > 24 { distinct++ } END { print distinct + 0 }'
}
