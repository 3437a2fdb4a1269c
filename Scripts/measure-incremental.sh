#!/usr/bin/env bash
# How many modules of ModularApp's apps are compiled again after a change, and how long that takes. Prints a table.
#
#     Scripts/measure-incremental.sh [ROUNDS]       by default 3; the best of them is printed
#
# Each change is made to the sources, built, and taken back.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${TRIBUTARY_URL:-}" ]; then exec Scripts/modular-app.sh "$0" "$@"; fi
rounds=${1:-3}
app=Consumers/ModularApp
search=$app/Features/Search/Sources/Search/Search.swift
book=$app/Features/Domain/Sources/Domain/Book.swift
backup=$(mktemp -d)
cp "$search" "$backup/Search.swift"
cp "$book" "$backup/Book.swift"
restore() { cp "$backup/Search.swift" "$search"; cp "$backup/Book.swift" "$book"; }
trap 'restore; rm -rf "$backup" "$app"/Apps/*/Package.resolved' EXIT

# The folder of Scripts/check-modular-app.sh, where most is there already.
build() { swift build --package-path "$app/Apps/$1" --scratch-path "$app/.build/packages" "${@:2}" 2>&1; }

change() {
    case $1 in
    "nothing") ;;
    "a body in Search") sed -i "s/state.found = books/state.found = Array(books.prefix(10$round))/" "$search" ;;
    "an internal method of Search")
        printf 'extension Search.State { func has%s(_ text: String) -> Bool { self.text == text } }\n' "$round" >> "$search" ;;
    "a public method of Search")
        printf 'extension Search.State { public func has%s(_ text: String) -> Bool { self.text == text } }\n' "$round" >> "$search" ;;
    "a public method of Domain")
        printf 'extension Book { public func has%s(_ text: String) -> Bool { title == text } }\n' "$round" >> "$book" ;;
    *) echo "There is no change '$1'." >&2; exit 1 ;;
    esac
}

printf '%-8s %-32s %10s %10s  %s\n' app "change to" seconds modules which
for name in Reader Kiosk; do
    # What is planned for one app must not be taken for the other's.
    build "$name" --disable-build-manifest-caching >/dev/null
    for kind in "nothing" "a body in Search" "an internal method of Search" "a public method of Search" \
        "a public method of Domain"; do
        best=
        for round in $(seq "$rounds"); do
            change "$kind"
            start=$(date +%s.%N)
            log=$(build "$name") || { printf '%s\n' "$log" >&2; exit 1; }
            seconds=$(awk -v s="$start" -v e="$(date +%s.%N)" 'BEGIN { printf "%.1f", e - s }')
            modules=$(printf '%s\n' "$log" | sed -nE 's/^\[[0-9]+\/[0-9]+\] (Compiling|Emitting module) ([A-Za-z]+).*/\2/p' |
                sort -u | tr '\n' ' ')
            if [ -z "$best" ] || awk "BEGIN { exit !($seconds < $best) }"; then best=$seconds; fi
            restore
            build "$name" >/dev/null
        done
        printf '%-8s %-32s %10s %10s  %s\n' "$name" "$kind" "$best" "$(wc -w <<< "$modules")" "$modules"
    done
done
