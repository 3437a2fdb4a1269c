#!/usr/bin/env bash
# What the core and its wings promise about themselves. The core imports the standard library's own modules only, and the
# C library in the one file that writes to standard error. Few places start tasks or know the main actor, and unsafe code
# stands beside its proof. A folder of the core uses only what is declared in it or on a lower floor: the floors are
# listed in CONTRIBUTING.md. That is read from the index that the compiler writes, so the core is built before.
set -euo pipefail
cd "$(dirname "$0")/.."
core=Sources/TributaryCore
house=("$core" Sources/Tributary{Undo,Components,Forms,Persistence,Presenting})
failed=0

complain() { printf '%s\n' "$1" >&2; failed=1; }

imports=$(grep -rnE '^\s*(@[A-Za-z_()]+ )*((public|package|internal|fileprivate|private) )?import ' "$core" \
    | grep -vE 'import (Observation|Synchronization)$' \
    | grep -vE "^$core/Diagnostics/StandardError\.swift:[0-9]+:internal import \
(Darwin|Glibc|Musl|Android|WASILibc|WinSDK)$" || true)
[ -z "$imports" ] || complain "The core imports the standard library's own modules only:
$imports"

tasks=$(grep -rnE --include='*.swift' '\bTask(\.detached)?( *\{|\()' "${house[@]}" \
    | grep -vE "^($core/Runtime/|[^:]*/(Store\+Mirroring|ComponentFeed|StorageWriter)\.swift:)|: *///" || true)
[ -z "$tasks" ] || complain "Only Runtime/ starts tasks, and what passes states on to another actor or a storage:
$tasks"

actors=$(grep -rnE --include='*.swift' '@MainActor' "$core" | grep -vE "^$core/(Observing|Store|Module)/|: *///" || true)
[ -z "$actors" ] || complain "Only Observing/, Store/ and Module/ know the main actor:
$actors"

# The comment above a declaration, or the one in its line, says what makes it safe.
unproved=$(find "${house[@]}" -name '*.swift' -exec awk '
    /^ *\/\// { if (/[Uu]nchecked/) proved = 1; next }
    /@unchecked Sendable/ && !proved { print FILENAME ":" FNR ":" $0 }
    !/^ *@/ { proved = 0 }
' {} +)
[ -z "$unproved" ] || complain "An @unchecked Sendable stands without the sentence that proves it:
$unproved"
[ "$failed" -eq 0 ] || exit 1

# Prints the folder of the index that the compiler wrote for files, each of which is in a folder of its floor.
index_of() {
    mkdir "$work/objects"
    (cd "$work/objects" && swiftc -swift-version 6 -parse-as-library -module-name Floors -emit-object -Onone \
        -index-store-path "$work/index" "$@")
    printf '%s\n' "$work/index"
}

# First the check itself: in a small building of two floors it names the uses that go up, and no others.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sample=$PWD/Tests/FloorsCheck
index=$(index_of "$sample"/*/*.swift)
expected=$(grep -rn '// upwards: ' Tests/FloorsCheck | sed -E 's#^([^:]*:[0-9]+):.* // upwards: (.*)#\1: \2#' | sort)
found=$({ python3 Scripts/floors.py "$sample/floors.txt" "$sample" "$index" 2>&1 || true; } \
    | sed -nE 's#^([^ ]*:[0-9]+): [A-Za-z]*/ uses (.*) of [A-Za-z]*/, a floor above#\1: \2#p' | sort)
if [ -z "$expected" ] || [ "$found" != "$expected" ]; then
    printf 'The check of the floors does not name the uses that go up in Tests/FloorsCheck:\n' >&2
    diff <(printf '%s\n' "$expected") <(printf '%s\n' "$found") >&2
    exit 1
fi

package=$(Scripts/packages.sh core)
swift build --quiet --package-path "$package"
python3 Scripts/floors.py CONTRIBUTING.md "$core" "$(swift build --package-path "$package" --show-bin-path)/index/store"
