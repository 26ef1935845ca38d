# shellcheck shell=bash
# Running tandem, and saying what was expected of it. A failed expectation prints the last command with its
# status and both of its streams, and ends the test.

run_number=0
# Of the command that ran last: its words, exit status (empty while it runs), files with its streams, seconds.
command_line="" status="" out=/dev/null err=/dev/null seconds=0 running="" started=0

fail() {
    echo "FAILED: $*"
    if [[ -n $command_line ]]; then
        echo "command: $command_line"
        echo "status:  ${status:-still running} (after $seconds s)"
        echo "--- stdout"
        tail -n 40 "$out"
        echo "--- stderr"
        tail -n 40 "$err"
    fi
    exit 1
}

# A figure that is printed under the test's name, failed or not.
figure() { echo "$*" >>"$LAB_FIGURES"; }

# Microseconds, for $(( )).
now() { echo "${EPOCHREALTIME/./}"; }

seconds_since() {
    local passed=$((${EPOCHREALTIME/./} - $1))
    printf '%d.%d' $((passed / 1000000)) $((passed % 1000000 / 100000))
}

# Is it so, in numbers? holds "$seconds <= 5"
holds() { awk "BEGIN { exit !($1) }"; }

# wait_until SECONDS CONDITION…: false when the condition did not come true in time. Starting programs is slow
# under emulation, so that neither this nor a condition that is asked often should start one.
wait_until() {
    local deadline=$((${EPOCHREALTIME/./} + $1 * 1000000))
    shift
    until "$@"; do
        if ((${EPOCHREALTIME/./} > deadline)); then return 1; fi
        pause
    done
}

# A tenth of a second: nobody ever writes into this pipe.
exec {quiet}<> <(:)
pause() { read -r -t 0.1 -u "$quiet" || true; }

ended() { ! kill -0 "$1" 2>/dev/null; }

# --- commands ---

# Starts a command as a user's shell would: an interrupt is not ignored, as it is for what bash puts in the
# background. Its process is $running, its streams are $out and $err.
start_command() {
    run_number=$((run_number + 1))
    command_line="$*" status="" started=$(now)
    out=$PWD/command-$run_number.stdout err=$PWD/command-$run_number.stderr
    : >"$out"
    : >"$err"
    env --default-signal=INT,QUIT "$@" </dev/null >"$out" 2>"$err" &
    running=$!
}

# Waits for what was started, and sets $status. What does not end is killed, and the test fails.
finish_command() {
    local limit=${1:-90}
    if ! wait_until "$limit" ended "$running"; then
        seconds=$(seconds_since "$started")
        kill -KILL "$running"
        fail "did not end within $limit s"
    fi
    status=0
    wait "$running" || status=$?
    seconds=$(seconds_since "$started")
}

run_command() {
    start_command "$@"
    finish_command
}

start_tandem() { start_command "$LAB_TANDEM" "$@"; }

run_tandem() { run_command "$LAB_TANDEM" "$@"; }

# As somebody who is in no group that may open a device.
run_tandem_as_nobody() {
    local reached
    chmod 777 "$PWD" "$XDG_RUNTIME_DIR"
    chown nobody "$XDG_RUNTIME_DIR"
    for reached in "$LAB_TANDEM" "$GST_REGISTRY"; do let_everybody_reach "$reached"; done
    run_command setpriv --reuid=nobody --regid=nogroup --clear-groups env "HOME=$PWD" "$LAB_TANDEM" "$@"
}

# The program may lie in a folder of somebody's own. (This changes the guest's layer, not the host's files.)
let_everybody_reach() {
    local path=$1
    chmod o+r "$path"
    while path=$(dirname "$path") && [[ $path != / ]]; do chmod o+x "$path"; done
}

# The lines of an event on standard output, of a tandem that runs with --json: events recordingDidFinish
events() {
    jq -c --raw-input --arg event "$1" 'fromjson? | select(.event? == $event)' "$out"
}

has_event() {
    local text
    IFS= read -r -d '' text <"$out" || true
    [[ $text == *"\"event\":\"$1\""*$'\n'* ]]
}

# One value of the first such event: event_value recordingDidFinish .reason
event_value() { events "$1" | jq -r --slurp ".[0] | $2"; }

# wait_for_event NAME SECONDS, of a tandem that runs.
wait_for_event() {
    event_or_end() { has_event "$1" || ended "$running"; }
    wait_until "$2" event_or_end "$1" || fail "no event $1 within $2 s"
    has_event "$1" || finish_command
    has_event "$1" || fail "ended before its event $1"
}

# --- expectations ---

expect_status() {
    [[ $status == "$1" ]] || fail "expected exit status $1, not $status"
}

# Whatever the wording is, the fact has to be told: expect_told STREAM PATTERN…, ignoring case.
expect_told() {
    local stream=$1 pattern
    shift
    for pattern in "$@"; do
        grep -Eiq -- "$pattern" "$stream" || fail "${stream##*.} does not tell: $pattern"
    done
}

expect_not_told() {
    if grep -Eiq -- "$2" "$1"; then fail "${1##*.} should not tell: $2"; fi
}

expect_equal() {
    [[ $2 == "$3" ]] || fail "$1: expected $2, not $3"
}

expect_holds() {
    holds "$2" || fail "$1: $2 does not hold"
}

# Nothing beside what the test itself made: the preset, the commands' streams and the helpers' logs.
expect_nothing_left_behind() {
    local left
    left=$(find . -type f ! -name '*.json5' ! -name 'command-*' ! -name '*.log' ! -path './home/*' ! -path './run/*' -print)
    [[ -z $left ]] || fail "left behind: $left"
    left=$(find run -type s -print)
    [[ -z $left ]] || fail "sockets left behind: $left"
}
