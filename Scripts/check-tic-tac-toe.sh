#!/usr/bin/env bash
# The tic-tac-toe does what it is for, by a script of commands; “swift build --package-path Examples” has been run.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
hall="$folder/data/hall.json"
program=$(swift build --package-path Examples --show-bin-path)/tic-tac-toe
[ -x "$program" ] || { echo "Build the examples first: swift build --package-path Examples" >&2; exit 1; }

play() { timeout 20 "$program" --script --fast --hall-of-fame "$hall" "$@"; }
# Runs a script of which a step fails, which the status has to tell.
failing() {
    local status=0
    play "$@" || status=$?
    [ "$status" = 1 ] || { echo "The status is $status, though a step failed." >&2; return 2; }
}
fail() { printf '%s\nThe transcript:\n%s\n' "$1" "$2" >&2; exit 1; }
has() { grep -qF -- "$2" <<< "$1" || fail "“$2” is missing." "$1"; }

# A game of two persons: settings with undo and redo, what is against the rules, the end, the hall of fame.
people=$(printf '%s\n' lobby 'set o human Bob' 'set x human Ada' undo undo redo redo start 5 'move x 1' 5 1 3 2 7 9 \
    hall quit | failing)
has "$people" 'Undone: X is Ada.'
has "$people" 'Redone: X is Ada.'
has "$people" "! It is O’s turn."
has "$people" '! Field 5 is taken.'
has "$people" 'Ada (X) wins.'
has "$people" '! The game is over.'
grep -qE '1\. Ada +2 +1 +0 +0 +1$' <<< "$people" || fail "Ada’s standing is missing." "$people"
has "$people" '1 game.'

# The same seed gives the same transcript; a game that is left is not recorded, and its computer moves no more.
session='watch 12\nlobby\nset x human Ada\nset o computer easy\nstart\n1\nlobby\nstart\n2\nmenu\nwatch 3\n'
first=$(printf "$session" | play --seed 7)
second=$(printf "$session" | play --seed 7)
[ "$first" = "$second" ] || fail "The same seed gives another transcript." "$(diff <(echo "$first") <(echo "$second") || true)"
[ "$(printf '%s\n' "$first" | grep -c '^O plays')" -ge 2 ] || fail "The computer does not answer." "$first"
has "$(echo hall | play)" '1 game.'

# Perfect computers draw, whatever the seed; what was played before is still there.
for seed in 1 2 3; do
    draw=$(printf '%s\n' lobby 'set x computer perfect' 'set o computer perfect' start hall | play --seed "$seed")
    has "$draw" 'A draw.'
done
has "$draw" '4 games.'
has "$draw" 'Ada '

# A hall of fame that is damaged is told of and kept aside, and a new one is begun.
echo damaged > "$hall"
damaged=$(printf '%s\n' start resign hall | failing)
has "$damaged" '! The hall of fame was damaged; it is kept as'
has "$damaged" '1 game.'
[ "$(cat "$hall.damaged")" = damaged ] || fail "What was damaged is not kept aside." "$(ls "$folder/data")"

# What can’t be written is told of, and the program goes on.
hall=/dev/null/hall.json
unkept=$(printf '%s\n' lobby start resign hall | failing)
has "$unkept" 'This is not kept.'
echo "Tic-tac-toe: games, undo, computers and the hall of fame work by a script."
