#!/usr/bin/env bash
# Kills a program that keeps its state in a journal, at six places, and proves after each death that nothing is lost:
# everything that was told is there, nothing was paid twice or without being written, and a replay gives the same state.
#
#   Scripts/check-journal.sh [LIVES] [SEED]
#
# Forty lives at each place from a fixed seed, a quarter of a minute, unless told otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
lives=${1:-40}
seed=${2:-1}
package=$(Scripts/core-package.sh)
swift build --package-path "$package" --product Crashing --quiet
program=$(swift build --package-path "$package" --show-bin-path)/Crashing
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for place in reduced commit committed effect snapshot retention; do
    "$program" kill "$work/$place" "$place" "$lives" "$seed"
done
