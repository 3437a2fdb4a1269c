#!/usr/bin/env bash
# All tests pass in release with all traits, with real PostgreSQL servers. (In debug and without traits, `Scripts/check.sh tests` runs them.) A
# package that uses publishers builds and runs with the trait OpenCombine; without it, OpenCombine is not fetched, and each use of the module is reported
# with the missing trait. The same holds for the other traits.
set -euo pipefail
cd "$(dirname "$0")/.."
traits=OpenCombine,Inspector,Postgres,Server
tests=(-c release --scratch-path .build/release-tests --traits "$traits")
Scripts/with-postgres.sh Scripts/check.sh tests "${tests[@]}"
# The primary of three servers can be killed once. SwiftPM lists traits in any order, so another build would compile everything again.
TRIBUTARY_CLUSTER_SERVERS=failover Scripts/with-postgres.sh swift test --skip-build "${tests[@]}" --filter ClusterFailoverTests

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

# And so is every other name answered: the modules were built above, and each use is looked at by itself.
modules=$(consumer build without --show-bin-path)/Modules
answers() {
    local uses=$1 remedy=$2 line
    # A cluster's stores are opened by the journal, which has SQLite's header.
    swiftc -typecheck -swift-version 6 -parse-as-library -I "$modules" \
        -Xcc -fmodule-map-file=Sources/CSQLite/module.modulemap "$uses" > "$scratch/told" 2>&1 || true
    while read -r line; do
        grep -q "${uses##*/}:$line:.*error:.*$remedy" "$scratch/told" && continue
        cat "$scratch/told" >&2
        printf '%s:%s is not answered with what is missing.\n' "$uses" "$line" >&2
        exit 1
    done < <(grep -n '// told$' "$uses" | cut -d: -f1)
}
answers Consumers/Combine/WithoutTrait/Uses.swift 'traits: \["OpenCombine"\]'
answers Consumers/Combine/WithoutTrait/Inspecting.swift 'traits: \["Inspector"\]'
# Nothing else is complained of, which would lead away from what is missing.
if grep 'error:' "$scratch/told" | grep -v 'traits: \["Inspector"\]' >&2; then
    echo "Without the trait Inspector, more is said than what is missing." >&2
    exit 1
fi
answers Consumers/Combine/WithoutTrait/Serving.swift 'traits: \["Server"\]'
for package in OpenCombine FlyingFox swift-log swift-metrics swift-distributed-tracing swift-service-lifecycle; do
    [ ! -d "$scratch/without/checkouts/$package" ] || { echo "$package is fetched without its trait." >&2; exit 1; }
done

output=$(consumer run with --traits OpenCombine --quiet Consumer)
[ "$output" = ",swift,combine" ] || { printf 'Consumers/Combine printed "%s".\n' "$output" >&2; exit 1; }
echo "Traits: OpenCombine is fetched only when it is asked for; without it, the error says so."
