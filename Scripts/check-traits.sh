#!/usr/bin/env bash
# With the trait OpenCombine, the publishers pass their tests and a package that uses them builds and runs; without
# it, OpenCombine is not fetched, and the first use of a publisher says what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
swift test --traits OpenCombine --filter Combine

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
consumer() { swift "$1" --package-path Consumers/Combine --scratch-path "$scratch/$2" "${@:3}"; }

# What was resolved with a trait stays resolved, and so is fetched: begin without.
rm -f Consumers/Combine/Package.resolved
if consumer build without --quiet > "$scratch/errors" 2>&1; then
    echo "A publisher can be used without Combine and without the trait." >&2
    exit 1
fi
grep -q 'TheTraitOpenCombine\|traits: \["OpenCombine"\]' "$scratch/errors" || { cat "$scratch/errors" >&2; exit 1; }
[ ! -d "$scratch/without/checkouts/OpenCombine" ] || { echo "OpenCombine is fetched without the trait." >&2; exit 1; }

output=$(consumer run with --traits OpenCombine --quiet Consumer)
[ "$output" = ",swift,combine" ] || { printf 'Consumers/Combine printed "%s".\n' "$output" >&2; exit 1; }
echo "Traits: OpenCombine is fetched only when it is asked for; without it, the error says so."
