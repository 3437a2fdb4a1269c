#!/usr/bin/env bash
# The core, its wings and TributaryTesting compile for Wasm and for Windows, as far as that can be told where there is no
# SDK for them: the standard library is the toolchain's, and Foundation and the C library are stand-ins with the signatures
# that are used, without what the platform does not have. On WASI there are no threads and there is no Dispatch. Linking
# and running is left to the workflows.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/other-platforms.sh
stand_ins=Tests/PlatformStandIns

sources() { find "Sources/$1" -name '*.swift' | sort; }

check() {
    local title=$1 library=$2 module
    # What is written for the platform is compiled, and not passed over because the stand-in is not found.
    printf '#if !canImport(%s)\n#error("There is no C library.")\n#endif\n' "$library" > "$work/Sample.swift"
    stand_in "$library" "$stand_ins/$library.swift"
    compile Sample "$work/Sample.swift"
    # And what the platform does not have is missed.
    printf 'import Glibc\n' > "$work/Sample.swift"
    if compile Sample "$work/Sample.swift" > "$work/said" 2>&1 || ! grep -q "no such module 'Glibc'" "$work/said"; then
        printf 'The check for %s finds a C library that is not there.\n' "$title" >&2
        exit 1
    fi
    [ "$title" = Wasm ] || stand_in Dispatch "$stand_ins/Dispatch.swift"
    stand_in Foundation "$stand_ins/Foundation+Values.swift"
    for module in CustomDump IssueReporting; do stand_in "$module" "$stand_ins/$module.swift"; done
    for module in Core Undo Components Log Testing; do
        # shellcheck disable=SC2046
        compile "Tributary$module" $(sources "Tributary$module")
    done
    echo "$title: the core, its wings and TributaryTesting compile."
}

use_platform wasm32-unknown-wasip1 wasi wasm32-unknown-wasip1
check Wasm WASILibc
use_platform x86_64-unknown-windows-msvc windows x86_64-unknown-windows-msvc
check Windows WinSDK
