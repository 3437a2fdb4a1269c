#!/usr/bin/env bash
# What the core promises about itself: it imports nothing but the standard library's own modules, and the C library
# in the one file that writes to standard error; it starts tasks in one folder, and keeps unsafe code where it is
# explained.
set -euo pipefail
cd "$(dirname "$0")/.."
core=Sources/TributaryCore
failed=0

complain() { printf '%s\n' "$1" >&2; failed=1; }

imports=$(grep -rnE '^\s*(@[A-Za-z_()]+ )*((public|package|internal|fileprivate|private) )?import ' "$core" \
    | grep -vE 'import (Observation|Synchronization)$' \
    | grep -vE "^$core/Diagnostics/StandardError\.swift:[0-9]+:internal import \
(Darwin|Glibc|Musl|Android|WASILibc|WinSDK)$" || true)
[ -z "$imports" ] || complain "The core imports the standard library's own modules only:
$imports"

tasks=$(grep -rnE '\bTask(\.detached)?( *\{|\()' "$core" | grep -vE "^$core/Runtime/|: *///" || true)
[ -z "$tasks" ] || complain "Only Runtime/ starts tasks:
$tasks"

actors=$(grep -rnE '@MainActor' "$core" | grep -vE "^$core/(Store|Runtime|Observing|Module|Component)/|: *///" || true)
[ -z "$actors" ] || complain "Only Store/, Observing/, Runtime/, Module/ and Component/ know the main actor:
$actors"

unchecked=$(grep -rn -B4 '@unchecked Sendable' "$core" | grep -c '[Uu]nchecked Sendable, \|[Uu]nchecked Sendable:\|Unchecked, ' || true)
declared=$(grep -rnE '@unchecked Sendable( |$|,)' "$core" | grep -vcE ': *//' || true)
[ "$unchecked" -ge "$declared" ] || complain "An @unchecked Sendable stands without the sentence that proves it \
($declared declared, $unchecked explained)."

exit "$failed"
