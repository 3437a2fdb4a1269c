#!/usr/bin/env bash
# Code for frameworks that Linux does not have, against stand-ins with the documented signatures: it shows that the code agrees with
# them, and nothing about Apple's modules.
#
# - TributarySwiftUI, views that use it, and those of the tutorial for SwiftUI are type-checked in Swift 5, in Swift 6, and in Swift 6 with
#   the main actor as the default isolation, with SwiftUI's builder of views and with the newer one, which takes content of any kind.
# - Bindings are run with a stand-in for Binding that can be read and set.
# - The adapter for Foundation's UndoManager is run.
set -euo pipefail
cd "$(dirname "$0")/.."
for target in TributaryUndo TributaryForms TributaryPresenting; do swift build --target "$target"; done
products=$(swift build --show-bin-path)
# Without the name of its package, the core's `package` symbols are not seen.
package=$(grep '"-module-name","TributaryCore"' "$products/../../debug.yaml" \
    | grep -o '"-package-name","[^"]*"' | head -1 | cut -d'"' -f4)
# By the sources there are: a build folder may also hold objects of sources that are gone.
objects=()
for target in TributaryCore TributaryUndo TributaryForms TributaryPresenting; do
    while IFS= read -r source; do
        objects+=("$products/$target.build/${source##*/}.o")
    done < <(find "Sources/$target" -name '*.swift')
done
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

check() {
    swiftc -warnings-as-errors -parse-as-library -package-name "$package" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$modules" -I "$products/Modules" "$@"
}
compile() { check -swift-version 6 "$@"; }
samples=(Tests/SwiftUIStub/{Profile,ProfileView,People,People+Action,PeopleView,Trash,TrashView,Album,AlbumView}.swift)
# The tutorial, exactly as on its page.
page=Sources/Tributary/Tributary.docc/Articles/getting-started-with-swiftui.md
python3 Scripts/newcomer.py --write "$page" "$modules/steps" TributaryCore TributaryForms TributaryPresenting > /dev/null
samples+=("$modules"/steps/Sources/*.swift)
for builder in VIEW_BUILDER TYPE_AGNOSTIC_BUILDER; do
    compile "-D$builder" -emit-module -module-name SwiftUI -emit-module-path "$modules/SwiftUI.swiftmodule" \
        Tests/SwiftUIStub/SwiftUI.swift
    compile -emit-module -module-name TributarySwiftUI -emit-module-path "$modules/TributarySwiftUI.swiftmodule" \
        Sources/TributarySwiftUI/*.swift
    # Not where the main actor is the default: paths by hand say `nonisolated` there, and then Swift 5 wants closures.
    check -swift-version 5 -typecheck -module-name Samples "${samples[@]}" Tests/SwiftUIStub/Door.swift
    check -swift-version 6 -typecheck -module-name Samples "${samples[@]}" Tests/SwiftUIStub/Door.swift
    check -swift-version 6 -default-isolation MainActor -typecheck -module-name Samples "${samples[@]}"
done
echo "TributarySwiftUI and the views of the samples and of the first steps agree with the stand-in for SwiftUI."

running=$modules/running
mkdir "$running"
run() { modules=$running compile "$@"; }
run -emit-module -emit-object -module-name SwiftUI -emit-module-path "$running/SwiftUI.swiftmodule" \
    -o "$running/SwiftUI.o" Tests/BindingCheck/SwiftUI.swift
run -emit-module -emit-object -whole-module-optimization -module-name TributarySwiftUI \
    -emit-module-path "$running/TributarySwiftUI.swiftmodule" -o "$running/TributarySwiftUI.o" \
    Sources/TributarySwiftUI/{Exports,Store+Binding,Store+Presenting,Store+Navigating,Send+Animating}.swift
swiftc -swift-version 6 -warnings-as-errors -package-name "$package" -module-name BindingCheck \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
    -I "$running" -I "$products/Modules" -o "$running/check" \
    Tests/BindingCheck/main.swift Tests/SwiftUIStub/{Profile,People,People+Action,Trash,Album}.swift \
    "$running"/*.o "${objects[@]}"
"$running/check"

undo=$modules/undo
mkdir "$undo"
for module in ObjectiveC Foundation; do
    swiftc -swift-version 6 -parse-as-library -emit-module -emit-object -module-name "$module" \
        -emit-module-path "$undo/$module.swiftmodule" -o "$undo/$module.o" \
        "Tests/UndoManagerCheck/$module.swift"
done
swiftc -swift-version 6 -warnings-as-errors -package-name "$package" -module-name UndoManagerCheck \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -I "$undo" -I "$products/Modules" -o "$undo/check" \
    Sources/Tributary/Store+UndoManager.swift Tests/UndoManagerCheck/main.swift \
    "$undo"/*.o "${objects[@]}"
"$undo/check"
