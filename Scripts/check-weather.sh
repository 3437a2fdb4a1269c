#!/usr/bin/env bash
# The weather app does in a script what the README says, with its own service and with one apart;
# “swift build --package-path Examples” has been run.
set -euo pipefail
cd "$(dirname "$0")/.."
binaries=$(swift build --package-path Examples --show-bin-path)
for program in weather weather-server; do
    [ -x "$binaries/$program" ] || { echo "Build the examples first: swift build --package-path Examples" >&2; exit 1; }
done
weather() { timeout 40 "$binaries/weather" "$@"; }
# Runs a script of which a step fails, which the status has to tell.
failing() {
    local status=0
    weather "$@" || status=$?
    [ "$status" = 1 ] || { echo "The status is $status, though a step failed." >&2; return 2; }
}
fail() {
    printf '%s\n' "$1" >&2
    [ $# -lt 2 ] || printf '%s\n' "$2" >&2
    exit 1
}

folder=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

cat >"$folder/script" <<'SCRIPT'
search lo
show 1..5
open 3
network failing
reload
reload
network slow
reload
reload
network stuck
reload
network garbled
reload
network flooding
reload
back
network good
alerts
search nowhere
bogus
quit
SCRIPT
transcript=$(failing --fast --today 2030-01-01 <"$folder/script")

tells() { printf '%s\n' "$transcript" | grep -cF -- "$1" || true; }
expect() {
    [ "$(tells "$2")" = "$1" ] || fail "Expected $1 times, not $(tells "$2"): $2" "$transcript"
}
expect 2 '8 cities begin with “lo”.'
expect 1 '> open 3'
# The warning and each failure once where it happens, and once more in the list of alerts.
expect 2 '? The network is slow'
expect 4 '! The service answered 503: It was asked to fail.'
expect 2 '! The service did not answer within 20 seconds.'
expect 2 "! The service answered something that can't be read."
expect 2 '! The answer of the service is too large: the limit is 256 kB.'
expect 1 'No city begins with “nowhere”.'
expect 1 '! “bogus” is no command'
[ "$(tells '°C, ')" -ge 10 ] || fail "The rows in view have no weather." "$transcript"
[ "$(tells '  Tue 2030-01-01')" -ge 7 ] || fail "The forecast of the city is not shown." "$transcript"
again=$(failing --fast --today 2030-01-01 <"$folder/script")
[ "$transcript" = "$again" ] || fail "A script gives another transcript the second time." \
    "$(diff <(printf '%s\n' "$transcript") <(printf '%s\n' "$again"))"

# The same weather from a service apart.
"$binaries/weather-server" --port 0 --today 2030-01-01 >"$folder/server" 2>&1 &
server=$!
for _ in $(seq 100); do
    address=$(grep -o 'http://127.0.0.1:[0-9]*' "$folder/server" || true)
    [ -z "$address" ] || break
    kill -0 "$server" 2>/dev/null || fail "The service did not start." "$(cat "$folder/server")"
    sleep 0.1
done
[ -n "$address" ] || fail "The service did not say where it is."
short='search lo\nshow 1..5\nopen 3\nquit\n'
apart=$(printf "$short" | weather --server "$address")
own=$(printf "$short" | weather --today 2030-01-01)
[ "$apart" = "$own" ] || fail "A service apart is answered otherwise." "$(diff <(printf '%s\n' "$apart") <(printf '%s\n' "$own"))"
grep -q 'GET /cities/[0-9]*/forecast 200$' "$folder/server" || fail "The service logs no requests."
echo "Weather: the script does what it should, twice the same, and with a service apart."
