#!/usr/bin/env bash
# Measures what the library costs. Processor time is that of all compilers together: other work on the machine changes it little.
#
#   measure.sh build [CONSUMER …]          clean builds of consumers, by default CoreOnly and Macros: time, fetched packages, stripped size
#   measure.sh incremental [ROUNDS]        modules of ModularApp's apps that are compiled again after a change, and the best time of 3 rounds.
#                                          Each change is made to the sources, built, and taken back.
#   measure.sh journal [commits] [replay] [send] [coding]
#                                          group commit, replay, a send, and coding, as ratios of one run in release on this machine's disk. With
#                                          DISK_MILLISECONDS=4, a durable write takes that much longer (Linux).
set -euo pipefail
cd "$(dirname "$0")/.."

measure_build() {
    consumers=("$@")
    [ "${#consumers[@]}" -gt 0 ] || consumers=(CoreOnly Macros)

    printf '%-12s %-10s %10s %10s %10s %12s\n' consumer build seconds processor packages 'stripped KB'
    for consumer in "${consumers[@]}"; do
        for configuration in debug release; do
            scratch=$(mktemp -d)
            options=(--package-path "Consumers/$consumer" --scratch-path "$scratch")
            # Fetching is not building: it depends on the network.
            swift package "${options[@]}" resolve > /dev/null 2>&1
            TIMEFORMAT='%R %U %S'
            used=$({ time swift build "${options[@]}" -c "$configuration" > "$scratch/log" 2>&1; } 2>&1) || {
                cat "$scratch/log" >&2
                exit 1
            }
            strip -o "$scratch/stripped" "$scratch/$configuration/Consumer"
            packages=$(ls "$scratch/checkouts" 2> /dev/null | wc -l)
            printf '%s\n' "$used" | awk -v c="$consumer" -v b="$configuration" -v p="$packages" \
                -v k="$(wc -c < "$scratch/stripped")" \
                '{ printf "%-12s %-10s %10.1f %10.1f %10d %12.0f\n", c, b, $1, $2 + $3, p, k / 1000 }'
            rm -rf "$scratch"
        done
    done
}

measure_incremental() {
    if [ -z "${TRIBUTARY_URL:-}" ]; then exec Scripts/modular-app.sh Scripts/measure.sh incremental "$@"; fi
    rounds=${1:-3}
    app=Consumers/ModularApp
    search=$app/Features/Search/Sources/Search/Search.swift
    book=$app/Features/Domain/Sources/Domain/Book.swift
    backup=$(mktemp -d)
    cp "$search" "$backup/Search.swift"
    cp "$book" "$backup/Book.swift"
    restore() { cp "$backup/Search.swift" "$search"; cp "$backup/Book.swift" "$book"; }
    trap 'restore; rm -rf "$backup" "$app"/Apps/*/Package.resolved' EXIT

    # The folder of Scripts/modular-app.sh, where most is there already.
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
}

measure_journal() {
    package=$(Scripts/core-package.sh)
    swift build --package-path "$package" -c release --product JournalFigures --quiet
    program=$(swift build --package-path "$package" -c release --show-bin-path)/JournalFigures
    if [ -n "${DISK_MILLISECONDS:-}" ]; then
        slow=$(mktemp -d)
        trap 'rm -rf "$slow"' EXIT
        cat > "$slow/disk.c" <<'SLOW'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

int fdatasync(int file) {
    usleep(MILLISECONDS * 1000);
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
SLOW
        clang -shared -fPIC -DMILLISECONDS="$DISK_MILLISECONDS" -o "$slow/disk.so" "$slow/disk.c"
        export LD_PRELOAD=$slow/disk.so
    fi
    "$program" "$@"
}

case ${1:-} in
build | incremental | journal) "measure_$1" "${@:2}" ;;
*) sed -n 's/^#   /    /p' "$0" >&2; exit 2 ;;
esac
