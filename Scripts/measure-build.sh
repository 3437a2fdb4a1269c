#!/usr/bin/env bash
# What a clean build of a consumer takes, how many packages it fetches, and how large its program is without symbols.
# Prints a table. The processor's time is that of all compilers together: other work on the machine changes it little.
#
#     Scripts/measure-build.sh [CONSUMER …]       by default CoreOnly Macros
set -euo pipefail
cd "$(dirname "$0")/.."
consumers=("$@")
[ "${#consumers[@]}" -gt 0 ] || consumers=(CoreOnly Macros)

printf '%-12s %-10s %10s %10s %10s %12s\n' consumer build seconds processor packages 'stripped KB'
for consumer in "${consumers[@]}"; do
    for configuration in debug release; do
        scratch=$(mktemp -d)
        package=(--package-path "Consumers/$consumer" --scratch-path "$scratch")
        # Fetching is not building: it depends on the network.
        swift package "${package[@]}" resolve > /dev/null 2>&1
        TIMEFORMAT='%R %U %S'
        used=$({ time swift build "${package[@]}" -c "$configuration" > "$scratch/log" 2>&1; } 2>&1) || {
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
