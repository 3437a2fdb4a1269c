#!/usr/bin/env bash
# With their traits, the inspector and the log in PostgreSQL, beside real servers, pass their tests. With the trait OpenCombine, the publishers pass theirs and a package that
# uses them builds and runs; without it, OpenCombine is not fetched, and each use of what the module offers says what is
# missing.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/with-postgres.sh swift test --traits OpenCombine,Inspector,Postgres --filter 'Combine|Inspector|Postgres'

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

# And so is every other name answered: the module was built above, and each use is looked at by itself.
uses=Consumers/Combine/WithoutTrait/Uses.swift
modules=$(consumer build without --show-bin-path)/Modules
swiftc -typecheck -swift-version 6 -parse-as-library -I "$modules" "$uses" > "$scratch/told" 2>&1 || true
for line in $(grep -n '// told$' "$uses" | cut -d: -f1); do
    grep -q "Uses.swift:$line:.*error:.*traits: \[\"OpenCombine\"\]" "$scratch/told" && continue
    cat "$scratch/told" >&2
    printf '%s:%s is not answered with what is missing.\n' "$uses" "$line" >&2
    exit 1
done
[ ! -d "$scratch/without/checkouts/OpenCombine" ] || { echo "OpenCombine is fetched without the trait." >&2; exit 1; }

output=$(consumer run with --traits OpenCombine --quiet Consumer)
[ "$output" = ",swift,combine" ] || { printf 'Consumers/Combine printed "%s".\n' "$output" >&2; exit 1; }
echo "Traits: OpenCombine is fetched only when it is asked for; without it, the error says so."
