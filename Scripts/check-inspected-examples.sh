#!/usr/bin/env bash
# With “--inspect”, each example prints the address of a page that shows what the program does, to nobody without the token.
# “swift build --package-path Examples” has been run.
set -euo pipefail
cd "$(dirname "$0")/.."
binaries=$(swift build --package-path Examples --show-bin-path)
folder=$(mktemp -d)
processes=()
finish() {
    for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
fail() {
    echo "$1" >&2
    for log in "$folder"/*.log; do printf -- '--- %s\n' "$(basename "$log")" >&2; cat "$log" >&2; done
    exit 1
}

# Starts a program whose commands come by descriptor 3.
start() {
    local name=$1
    mkfifo "$folder/$name"
    timeout 60 "$binaries/$name" "${@:2}" < "$folder/$name" > "$folder/$name.out" 2> "$folder/$name.log" &
    processes+=($!)
    exec 3> "$folder/$name"
}

# Waits until a file has a line with something in it, and prints what was found.
await() {
    for _ in $(seq 200); do
        grep -o -m1 -- "$2" "$folder/$1" 2>/dev/null && return
        sleep 0.1
    done
    fail "$1 has no “$2”."
}

# The page of a program is there, with the token alone, and its list comes to have an action with a word in it.
look() {
    local name=$1 word=$2 address export
    address=$(await "$name.log" 'http://127.0.0.1:[0-9]*/?token=[0-9a-f]*')
    curl -sf "$address" > "$folder/page" || fail "$name does not answer."
    grep -qi '<!doctype html>' "$folder/page" || fail "$name has no page."
    [ "$(curl -s -o /dev/null -w '%{http_code}' "${address%token=*}")" = 403 ] || fail "$name shows itself to anybody."
    export="${address%/\?*}/export?store=s1&form=redux&token=${address##*=}"
    for _ in $(seq 100); do
        curl -sf "$export" > "$folder/session" || fail "$name exports nothing."
        if grep -q "\"type\":\"[^\"]*$word" "$folder/session"; then
            # What is confidential comes to nobody who looks.
            ! grep -q correct-horse "$folder/session" || fail "$name shows a password."
            return
        fi
        sleep 0.1
    done
    fail "The session of $name has no action “$word”."
}

# Without the trait, the kit compiles, too; a package that is built anew for that would take minutes.
swiftc -typecheck -swift-version 6 -package-name examples -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -I "$binaries/Modules" Examples/InspectorKit/ProgramInspector.swift

for attach in composed separate mounted mirrored; do
    start newsroom --journal none --attach "$attach" --inspect
    echo 'login Ada' >&3
    look newsroom signIn
    echo quit >&3
    rm "$folder/newsroom"
done

start tic-tac-toe --script --fast --hall-of-fame "$folder/hall.json" --inspect
echo lobby >&3
look tic-tac-toe show
echo quit >&3

start weather --fast --inspect
echo 'search lo' >&3
look weather search
echo quit >&3

# The server’s page comes with the first room.
timeout 60 "$binaries/chat-server" --fast --port 0 --journal "$folder/chat.sqlite" \
    --inspect > "$folder/listening" 2> "$folder/chat-server.log" &
processes+=($!)
start chat --name ada --server "$(await listening 'ws://127.0.0.1:[0-9]*')" --script --fast --inspect
printf 'signup correct-horse\nsignin correct-horse\njoin hall\nsay Hello\n' >&3
look chat say
look chat-server say
echo quit >&3

echo "Inspected examples: five programs show what they do."
