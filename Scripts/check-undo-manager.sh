#!/usr/bin/env bash
# The adapter for Foundation's UndoManager, which Linux does not have, is compiled and run against a stand-in.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/core-for-stand-ins.sh
for module in ObjectiveC Foundation; do
    swiftc -swift-version 6 -parse-as-library -emit-module -emit-object -module-name "$module" \
        -emit-module-path "$modules/$module.swiftmodule" -o "$modules/$module.o" \
        "Tests/UndoManagerCheck/$module.swift"
done
swiftc -swift-version 6 -warnings-as-errors -package-name "$package" -module-name UndoManagerCheck \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -I "$modules" -I "$products/Modules" -o "$modules/check" \
    Sources/Tributary/Store+UndoManager.swift Tests/UndoManagerCheck/main.swift \
    "$modules"/*.o "${objects[@]}"
"$modules/check"
