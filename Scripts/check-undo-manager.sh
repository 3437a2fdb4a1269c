#!/usr/bin/env bash
# The adapter for Foundation's UndoManager, which Linux does not have, is compiled and run against a stand-in.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --target TributaryCore
products=$(swift build --show-bin-path)
# Only what has the same package name sees the core's `package` symbols.
package=$(grep '"-module-name","TributaryCore"' "$products/../../debug.yaml" \
    | grep -o '"-package-name","[^"]*"' | head -1 | cut -d'"' -f4)
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
for module in ObjectiveC Foundation; do
    swiftc -swift-version 6 -parse-as-library -emit-module -emit-object -module-name "$module" \
        -emit-module-path "$modules/$module.swiftmodule" -o "$modules/$module.o" \
        "Tests/UndoManagerCheck/$module.swift"
done
# By the sources there are: a build folder may also hold what was made of sources that are gone.
objects=()
while IFS= read -r source; do
    objects+=("$products/TributaryCore.build/${source##*/}.o")
done < <(find Sources/TributaryCore -name '*.swift')
swiftc -swift-version 6 -warnings-as-errors -package-name "$package" -module-name UndoManagerCheck \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -I "$modules" -I "$products/Modules" -o "$modules/check" \
    Sources/Tributary/Store+UndoManager.swift Tests/UndoManagerCheck/main.swift \
    "$modules"/*.o "${objects[@]}"
"$modules/check"
