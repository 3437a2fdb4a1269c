#!/usr/bin/env bash
# A match between two processes, of which each is killed once in the middle: both come back to where the journal stands.
# “swift build --package-path Examples” has been run.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(swift build --package-path Examples --show-bin-path)/tic-tac-toe
[ -x "$program" ] || { echo "Build the examples first: swift build --package-path Examples" >&2; exit 1; }
folder=$(mktemp -d)
host=
guest=
finish() {
    for process in $host $guest; do kill -9 "$process" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap finish EXIT
fail() {
    printf '%s\nThe host:\n' "$1" >&2
    cat "$folder"/host.* >&2 || true
    printf 'The guest:\n' >&2
    cat "$folder"/guest.* >&2 || true
    exit 1
}

mkfifo "$folder/host" "$folder/guest"
# Held open by this script, so that neither process sees the end of its input before it is killed.
exec 3<>"$folder/host" 4<>"$folder/guest"
address=127.0.0.1:0
lives=0
start_host() {
    lives=$((lives + 1))
    "$program" --script --host "$address" --name Ada --match "$folder/match.sqlite" \
        <"$folder/host" >"$folder/host.$lives" 2>"$folder/host.errors.$lives" &
    host=$!
    for _ in $(seq 200); do
        address=$(sed -n 's/^The match is at \(.*\)\.$/\1/p' "$folder/host.errors.$lives")
        [ -z "$address" ] || return 0
        kill -0 "$host" 2>/dev/null || fail "The host did not start."
        sleep 0.05
    done
    fail "The host does not say where it is."
}
guests=0
start_guest() {
    guests=$((guests + 1))
    "$program" --script --join "$address" --name Bob --seat "$folder/seat" \
        <"$folder/guest" >"$folder/guest.$guests" 2>"$folder/guest.errors.$guests" &
    guest=$!
}
# Waits until a text was printed by the newest process of a side.
until_told() {
    for _ in $(seq 400); do
        if grep -qF -- "$2" "$folder/$1" 2>/dev/null; then return 0; fi
        sleep 0.05
    done
    fail "“$2” is missing in $1."
}

start_host
start_guest
printf 'wait\n5\n' >&3                       # Ada is X and begins in the middle
until_told host.1 'Bob thinks (O).'
printf 'wait\n1\n' >&4
until_told guest.1 'Ada thinks (X).'

# The host is killed without a warning, and the guest moves on when it is back.
kill -9 "$host"; wait "$host" 2>/dev/null || true
start_host
printf 'wait\n3\n' >&3
until_told host.2 'Bob thinks (O).'
printf 'wait\n' >&4
until_told guest.1 ' O │ 2 │ X'

# The guest is killed, and the one who comes with its seat goes on; a stranger is refused.
kill -9 "$guest"; wait "$guest" 2>/dev/null || true
start_guest
printf 'wait\n2\n' >&4
until_told guest.2 'Ada thinks (X).'
stranger=$(printf 'look\n' | timeout 20 "$program" --script --join "$address" --name Eve --seat "$folder/other" || true)
if grep -qF 'Ada' <<< "$stranger"; then fail "A stranger sees the match."; fi
printf 'wait\n7\n' >&3
until_told host.2 'You win. 1 : 0'
printf 'wait\nagain\nwait\n' >&4
until_told guest.2 'You lose. 1 : 0'
until_told guest.2 'It is your turn (X).'
printf 'quit\n' >&4
wait "$guest" || fail "The guest ends with an error."
printf 'quit\n' >&3
wait "$host" || fail "The host ends with an error."
echo "Tic-tac-toe: a match over the network goes on after each of its two processes was killed."
