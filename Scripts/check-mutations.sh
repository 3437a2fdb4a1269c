#!/usr/bin/env bash
# Breaks the core in the ways that Scripts/mutations.txt states, one at a time, and expects a test to notice each.
# Words as arguments choose mutations by their file or sentence. All are compiled into one build, each behind a switch.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/core-package.sh "$PWD/.build/mutations")
mkdir -p "$package/mutated"
python3 Scripts/mutations.py write "$package/mutated"
for target in "$package/mutated"/*; do ln -sfn "$target" "$package/Sources/${target##*/}"; done
swift build --quiet --package-path "$package" --build-tests
tests=$(swift build --package-path "$package" --build-tests --show-bin-path)/tributaryPackageTests.xctest
python3 Scripts/mutations.py run "$tests" "$@"
