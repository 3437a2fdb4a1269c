#!/usr/bin/env bash
# Writes a package of TributaryTesting and the tests of `check`, without the macros and the packages they need, and prints its
# folder. `Scripts/explore.sh orders` uses it.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/checking}
source Scripts/packages.sh
link Sources TributaryTesting
link Tests/TributaryTestingTests Checking
tests=$root/Tests/TributaryTestingTests
ln -sfn "$tests/Features/Failures.swift" "$package/Tests/TributaryTestingTests/Failures.swift"
# The tests import Tributary, of which they use only what is in the core.
mkdir -p "$package/Sources/Tributary"
echo '@_exported public import TributaryCore' > "$package/Sources/Tributary/Exports.swift"
write_manifest <<'MANIFEST'
addTesting()
package.targets += [
    .target(name: "Tributary", dependencies: ["TributaryCore"]),
    .testTarget(name: "TributaryTestingTests", dependencies: ["Tributary", "TributaryJournal", "TributaryTesting"]),
]
MANIFEST
printf '%s\n' "$package"
