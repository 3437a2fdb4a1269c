#!/usr/bin/env bash
# Sources, adapters and tests compile for Apple's platforms in the versions that the manifest declares, as far as that can
# be told where there is no SDK of Apple's: nothing newer is used without an availability check, and what one platform
# does not have is not used there. The standard library and Swift Testing are those of the toolchain, with Apple's
# availability. Combine, Foundation, SwiftUI and the C library are stand-ins: see Tests/PlatformStandIns/README.md.
#
# Sources and the views of Tests/SwiftUIStub are checked for each platform. Tests are checked for macOS and iOS, as the
# others differ from iOS in nothing that tests use. The macros and their tests run where the compiler runs, and are left
# out: there is no swift-syntax for these platforms here.
#
# With names of platforms, such as `macOS`, only those are checked.
set -euo pipefail
cd "$(dirname "$0")/.."

declared=$(sed -nE '/^ *platforms: \[/p' Package.swift | grep -oE '\.[a-zA-Z]+\(\.v[0-9_]+\)' | tr -d '.()' | sed 's/v\([0-9_]*\)$/ \1/; s/_/./')
[ "$(wc -l <<< "$declared")" -ge 5 ] || { echo "The platforms in Package.swift could not be read." >&2; exit 1; }
if [ $# = 0 ]; then
    # Two at once, as a compiler works on one core.
    cut -d' ' -f1 <<< "$declared" | xargs -P 2 -n 1 Scripts/check-availability.sh
    exit
fi

source Scripts/other-platforms.sh
swift build --quiet --product TributaryMacros
plugin=$(swift build --show-bin-path)/TributaryMacros-tool#TributaryMacros

# The triple, and the folder and the name by which the compiler finds modules.
place_of() {
    case $1 in
    macOS) echo "arm64-apple-macosx$2 macosx arm64-apple-macos" ;;
    iOS) echo "arm64-apple-ios$2 iphoneos arm64-apple-ios" ;;
    tvOS) echo "arm64-apple-tvos$2 appletvos arm64-apple-tvos" ;;
    watchOS) echo "arm64-apple-watchos$2 watchos arm64-apple-watchos" ;;
    visionOS) echo "arm64-apple-xros$2 xros arm64-apple-xros" ;;
    macCatalyst) echo "arm64-apple-ios$2-macabi maccatalyst arm64-apple-ios-macabi" ;;
    *) echo "No platform that this knows: $1" >&2; exit 1 ;;
    esac
}

target() { local folder=$1/$2; shift 2; compile "${folder##*/}" "$@" $(find "$folder" -name '*.swift' | sort); }

# The check itself: what is too new is found, and so are exit tests where there are none.
expect_error() {
    printf '%s\n' "$2" > "$work/Sample.swift"
    if compile Sample "$work/Sample.swift" > "$work/said" 2>&1 || ! grep -q "error: .*$1" "$work/said"; then
        cat "$work/said" >&2
        printf 'The check for %s does not find this:\n%s\n' "$platform" "$2" >&2
        exit 1
    fi
}

stand_ins=Tests/PlatformStandIns
check() {
    local platform=$1 version=$2 module
    # shellcheck disable=SC2046
    use_platform $(place_of "$platform" "$version")
    for module in Darwin Dispatch SQLite3; do stand_in "$module" "$stand_ins/$module.swift"; done
    stand_in ObjectiveC Tests/UndoManagerCheck/ObjectiveC.swift
    stand_in Foundation "$stand_ins/Foundation+Values.swift" Tests/UndoManagerCheck/Foundation.swift
    for module in Combine CustomDump IssueReporting XCTest; do stand_in "$module" "$stand_ins/$module.swift"; done
    stand_in SwiftUI Tests/SwiftUIStub/SwiftUI.swift

    flags+=(-load-plugin-executable "$plugin")
    expect_error "is only available in ${platform/macCatalyst/iOS} 26.0 or newer" 'let name = Task.name'
    if [ "$platform" != macOS ]; then
        expect_error "There are no exit tests here" \
            'import Testing
            @Test func stops() async { await #expect(processExitsWith: .failure) { fatalError() } }'
    fi

    for module in Core Undo Components Log Journal "" Testing Combine SwiftUI; do target Sources "Tributary$module"; done
    compile Samples $(find Tests/SwiftUIStub -name '*.swift' ! -name 'SwiftUI*.swift' | sort)
    case $platform in
    macOS | iOS)
        for module in TestSupport CoreTests UndoTests ComponentsTests LogTests JournalTests CombineTests Tests TestingTests; do
            target Tests "Tributary$module"
        done
        target Tests DocumentationTests
        echo "$platform $version: sources, views and tests compile."
        ;;
    *) echo "$platform $version: sources and views compile." ;;
    esac
}

while read -r platform version; do
    case " $* " in *" $platform "*) check "$platform" "$version.0" ;; esac
done <<< "$declared"
