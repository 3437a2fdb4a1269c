#!/usr/bin/env bash
# Leaves out each statement with which a reducer of the documentation's examples changes its state, one at a time, and expects a test
# of the examples to fail. Words as arguments choose files. All are compiled into one build, each behind a switch.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$PWD/.build/example-mutations
mkdir -p "$package/Tests"
for name in *; do
    case $name in Tests | Package.swift | Package.resolved) ;; *) ln -sfn "$PWD/$name" "$package/$name" ;; esac
done
for test in Tests/*; do
    [ "$test" = Tests/DocumentationTests ] || ln -sfn "$PWD/$test" "$package/$test"
done
{
    cat Package.swift
    echo 'package.targets.removeAll { $0.isTest && $0.name != "DocumentationTests" }'
} > "$package/Package.swift"
cp -f Package.resolved "$package/" 2>/dev/null || true
python3 Scripts/example_mutations.py write Tests/DocumentationTests "$package/Tests/DocumentationTests"
swift build --quiet --package-path "$package" --build-tests
tests=$(swift build --package-path "$package" --build-tests --show-bin-path)/tributaryPackageTests.xctest
python3 Scripts/example_mutations.py run Tests/DocumentationTests "$tests" "$@"
