#!/usr/bin/env bash
# TributarySwiftUI, four views that use it, and those of the article on the first steps with SwiftUI are type-checked against a stand-in for SwiftUI, which Linux does not have:
# with its builder of views, and with the newer one, which takes content of any kind. The views are checked as an app has
# them that is in Swift 5, in Swift 6, or in Swift 6 with the main actor as the default isolation.
# It shows that they agree with the signatures in Tests/SwiftUIStub, and nothing about Apple's module.
# What bindings do is run, with a stand-in for Binding that can be read and set.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/core-for-stand-ins.sh
check() {
    swiftc -warnings-as-errors -parse-as-library -package-name "$package" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$modules" -I "$products/Modules" "$@"
}
compile() { check -swift-version 6 "$@"; }
samples=(Tests/SwiftUIStub/{Profile,ProfileView,People,People+Action,PeopleView,Trash,TrashView,Album,AlbumView}.swift)
# The first steps with SwiftUI, as they stand on their page.
page=Sources/Tributary/Tributary.docc/Articles/getting-started-with-swiftui.md
python3 Scripts/tutorial.py --write "$page" "$modules/steps" TributaryCore > /dev/null
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
