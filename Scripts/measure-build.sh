#!/usr/bin/env bash
# How long a clean build of a consumer takes, and how many packages it fetches. Prints a table.
#
#     Scripts/measure-build.sh [CONSUMER …]       by default CoreOnly Macros
set -euo pipefail
cd "$(dirname "$0")/.."
consumers=("$@")
[ "${#consumers[@]}" -gt 0 ] || consumers=(CoreOnly Macros)

printf '%-12s %-10s %10s %10s\n' consumer build seconds packages
for consumer in "${consumers[@]}"; do
    for configuration in debug release; do
        scratch=$(mktemp -d)
        # Fetching is not building: it depends on the network.
        swift package --package-path "Consumers/$consumer" --scratch-path "$scratch" resolve >/dev/null 2>&1
        start=$(date +%s.%N)
        swift build --package-path "Consumers/$consumer" --scratch-path "$scratch" -c "$configuration" >/dev/null
        end=$(date +%s.%N)
        packages=$(ls "$scratch/checkouts" 2>/dev/null | wc -l)
        awk -v c="$consumer" -v b="$configuration" -v s="$start" -v e="$end" -v p="$packages" \
            'BEGIN { printf "%-12s %-10s %10.1f %10d\n", c, b, e - s, p }'
        rm -rf "$scratch"
    done
done
