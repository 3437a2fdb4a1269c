#!/usr/bin/env bash
# Type-checks the project for platforms whose SDKs are not here, and lists its public API.
#
#   check-platforms.sh [PLATFORM…]            names are those of the manifest, such as `macOS`, and Wasm and Windows; all by default
#   check-platforms.sh api                    compares the API with Documentation/API, which has one declaration a line, so that an addition, a
#                                             break, or a removal is seen in the diff; and with the newest release, if there is one: each break
#                                             since has to be named, in code, under "Unreleased" in CHANGELOG.md
#   check-platforms.sh api --update           writes Documentation/API
#   check-platforms.sh api --since COMMIT     compares with the lists of a commit, instead of with the newest release's
#   check-platforms.sh api --graphs FOLDER    only writes the symbol graphs, each in a folder by the name of its product
#
# The toolchain has the standard library's modules, Observation, Synchronization, and Swift Testing as text, with the
# availability that Apple's platforms give them. They are compiled again for the other platform. Every other import, such as the
# C library and Apple's frameworks, comes from a stand-in: see Tests/PlatformStandIns/README.md.
#
# For Apple's platforms, sources and the views of Tests/SwiftUIStub are checked; for macOS and iOS, tests, too. Macros and their
# tests run where the compiler runs, and are left out. For Wasm and Windows, the core, its wings, and TributaryTesting are
# checked; on WASI there are no threads and there is no Dispatch.
#
# The API is that of macOS, where every product has all of it; nothing has to be built before.
#
# It does not show linking and running. Int is as wide as here, and `#if` in the standard library's modules is as on Linux. WITHOUT_TESTS=1: no tests.
set -euo pipefail
cd "$(dirname "$0")/.."
toolchain=$(cd "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift" && pwd)
# Compiling the standard library takes 25 s for each platform; it is kept as long as the toolchain and this file are.
kept=$PWD/.build/other-platforms/$({ swiftc --version 2> /dev/null; cat "$0"; } | cksum | tr ' ' -)

# The platform from here on; the compiler looks for its modules in a folder, by a name.
use_platform() {
    local triple=$1 folder=$2 name=$3 module
    local sdk=$kept/$triple/sdk
    if [ ! -e "$kept/$triple/complete" ]; then
        rm -rf "${kept:?}/$triple"
        mkdir -p "$sdk/$folder"
        for module in shims clang apinotes; do ln -s "$toolchain/$module" "$sdk/$module"; done
        for module in Swift _Concurrency Synchronization Observation _StringProcessing _RegexParser SwiftOnoneSupport Testing
        do
            mkdir "$sdk/$folder/$module.swiftmodule"
            text_for "$triple" "$toolchain/linux/$module.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" \
                > "$sdk/$folder/$module.swiftmodule/$name.swiftinterface"
        done
        # Headers without which the compiler warns that there is no C library for WASI.
        mkdir -p "$sdk/include/wasm32-wasip1"
        touch "$sdk/include/wasm32-wasip1/"{inttypes,unistd,stdint}.h "$kept/$triple/complete"
    fi
    # Modules of the project are made anew each time.
    modules=$work/$triple
    mkdir -p "$modules"
    flags=(-target "$triple" -resource-dir "$sdk" -module-cache-path "$kept/$triple/cache" -disable-objc-interop
        -plugin-path "$toolchain/host/plugins" -I "$modules" -swift-version 6 -parse-as-library)
    case $triple in wasm32-*) flags+=(-sdk "$sdk") ;; esac
}

# The interface of a module, changed as little as the other platform needs: the triple; how it was built, which holds for
# the binary of a platform only; functions of the C library, which are in its inlinable bodies alone; 80-bit numbers, for
# which only this processor has instructions. visionOS has what iOS had before it came. Tests that expect the program to
# stop are not on the platforms where Swift Testing is built without them.
text_for() {
    sed -E -e "3s/x86_64-unknown-linux-gnu/$1/" \
        -e '3s/ -(target-min-inlining-version min|library-level api|enable-library-evolution|module-link-name [A-Za-z_]+)//g' \
        -e '/^import Glibc$/d' -e '/^public import _SwiftConcurrencyShims$/d' -e '/^ *@backDeployed\(/d' \
        -e 's/_swift_stdlib_gettid\(\)/(0 as UInt32)/' \
        -e 's/_stdlib_remainderl\(self, other\)/self + other/' -e 's/_stdlib_squareRootl\(self\)/self + self/' \
        -e '/@available\(.*iOS [0-9.]+/{/visionOS/!s/iOS [0-9.]+/&, visionOS 1.0/;}' "$2" \
        | case $1 in
        *-macosx* | *-windows-* | *-linux-*) cat ;;
        *) sed -E '/^[^ ].*\bExitTest\b/s/^/@available(*, unavailable, message: "There are no exit tests here.") /' ;;
        esac
}

# Type-checks a module, bodies included, and keeps it for its importers.
compile() {
    local module=$1
    shift
    swiftc -frontend -emit-module -o "$modules/$module.swiftmodule" -module-name "$module" "${flags[@]}" \
        -package-name tributary -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors -DDEBUG -enable-testing "$@"
}

# The same without warnings, for code that is not the library's.
stand_in() {
    local module=$1
    shift
    swiftc -frontend -emit-module -o "$modules/$module.swiftmodule" -module-name "$module" "${flags[@]}" \
        -enable-upcoming-feature InternalImportsByDefault -suppress-warnings "$@"
}

# The modules of Apple's platforms that the sources import, and others.
apple_stand_ins() {
    for module in Darwin Dispatch SQLite3; do stand_in "$module" "$stand_ins/$module.swift"; done
    stand_in ObjectiveC Tests/UndoManagerCheck/ObjectiveC.swift
    stand_in Foundation "$stand_ins/Foundation+Values.swift" Tests/UndoManagerCheck/Foundation.swift
    for module; do stand_in "$module" "$stand_ins/$module.swift"; done
    stand_in SwiftUI Tests/SwiftUIStub/SwiftUI.swift
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stand_ins=Tests/PlatformStandIns

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

# A module of all sources in a folder.
compile_folder() {
    local sources
    mapfile -t sources < <(find "$1" -name '*.swift' | sort)
    compile "${1##*/}" "${sources[@]}"
}

# The check itself: what is too new is found, and so are exit tests where there are none.
expect_error() {
    printf '%s\n' "$2" > "$work/Sample.swift"
    if compile Sample "$work/Sample.swift" > "$work/said" 2>&1 || ! grep -q "error: .*$1" "$work/said"; then
        cat "$work/said" >&2
        printf 'The check for %s does not find this:\n%s\n' "$platform" "$2" >&2
        exit 1
    fi
}

check_apple() {
    local platform=$1 version=$2 module place samples
    read -ra place <<< "$(place_of "$platform" "$version")"
    use_platform "${place[@]}"
    apple_stand_ins Combine CustomDump IssueReporting XCTest
    flags+=(-load-plugin-executable "$plugin")
    expect_error "is only available in ${platform/macCatalyst/iOS} 26.0 or newer" 'let name = Task.name'
    if [ "$platform" != macOS ]; then
        expect_error "There are no exit tests here" \
            'import Testing
            @Test func stops() async { await #expect(processExitsWith: .failure) { fatalError() } }'
    fi

    for module in Core Undo Components Forms Persistence Presenting Log Journal "" Testing Combine SwiftUI; do
        compile_folder "Sources/Tributary$module"
    done
    mapfile -t samples < <(find Tests/SwiftUIStub -name '*.swift' ! -name 'SwiftUI*.swift' | sort)
    compile Samples "${samples[@]}"
    case ${WITHOUT_TESTS:-}$platform in
    macOS | iOS)
        for module in TestSupport CoreTests UndoTests ComponentsTests LogTests JournalTests CombineTests Tests TestingTests; do
            compile_folder "Tests/Tributary$module"
        done
        compile_folder Tests/DocumentationTests
        echo "$platform $version: sources, views and tests compile."
        ;;
    *) echo "$platform $version: sources and views compile." ;;
    esac
}

check_other() {
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
    for module in Core Undo Components Forms Persistence Presenting Log Testing; do
        compile_folder "Sources/Tributary$module"
    done
    echo "$title: the core, its wings and TributaryTesting compile."
}

# Writes the symbol graph of a module, and the list of its public declarations.
list() {
    local module=$1
    shift
    stand_in "$module" "$@" -package-name tributary -emit-symbol-graph -emit-symbol-graph-dir "$work/graphs" \
        -symbol-graph-minimum-access-level public -symbol-graph-skip-synthesized-members "${blocks[@]}"
    python3 Scripts/api.py list "$work/graphs" "$module" > "$work/lists/$module.txt"
}

check_api() {
    local graphs='' blocks=() since state product version
    since=$(git describe --tags --abbrev=0 --match '[0-9]*' 2> /dev/null || true)
    case ${1:-} in
    "" | --update) ;;
    --since) since=${2:?Which commit?} ;;
    # DocC describes extensions of another module's types if the compiler lists the extensions.
    --graphs) graphs=$(realpath "${2:?Which folder?}") blocks=(-emit-extension-block-symbols) ;;
    *) sed -n 's/^#   /    /p' "$0" >&2; exit 2 ;;
    esac
    version=$(awk '$1 == "macOS" { print $2 }' <<< "$declared")
    use_platform "arm64-apple-macosx$version.0" macosx arm64-apple-macos
    mkdir "$work/lists" "$work/graphs"
    if [ -z "$graphs" ]; then
        # First the check itself: a small module, before and after changes of every kind.
        for state in Before After; do
            list Sample "Tests/APICheck/$state.swift"
            mv "$work/lists/Sample.txt" "$work/$state.txt"
            rm "$work/graphs"/*
        done
        python3 Scripts/api.py itself "$work/Before.txt" "$work/After.txt" Tests/APICheck/expected.txt
    fi
    apple_stand_ins CPostgres CustomDump IssueReporting FlyingSocks FlyingFox Logging CoreMetrics Tracing ServiceLifecycle
    # Conformances are also listed by the modules that export Combine; they are its own.
    list Combine "$stand_ins/Combine.swift"
    rm "$work/lists/Combine.txt"
    # Each after those that it imports, with all that its traits add.
    for product in TributaryCore TributaryUndo TributaryComponents TributaryForms TributaryPersistence TributaryPresenting TributaryLog \
        TributaryJournal Tributary TributaryTesting TributaryCombine TributarySwiftUI TributaryPostgres TributaryCluster TributaryServer \
        TributaryInspector; do
        # shellcheck disable=SC2046
        list "$product" -DInspector -DPostgres -DServer $(find "Sources/$product" -name '*.swift' | sort)
        [ -z "$graphs" ] || {
            rm -rf "${graphs:?}/$product"
            mkdir "$graphs/$product"
            # Extensions of a module of another project belong to its documentation.
            find "$work/graphs" \( -name "$product.symbols.json" -o -name "$product@*.symbols.json" \) -exec cp {} "$graphs/$product" \;
        }
    done
    [ "$(sed -nE 's/^ *\.library\(name: "([A-Za-z]+)".*/\1/p' Package.swift | sort)" = "$(basename -s .txt "$work/lists"/*.txt | sort)" ] \
        || { echo "The products in Package.swift are not those that $0 lists." >&2; exit 1; }
    [ -z "$graphs" ] || exit 0
    if [ "${1:-}" = --update ]; then
        mkdir -p Documentation/API
        rm -f Documentation/API/*.txt
        cp "$work/lists"/*.txt Documentation/API/
    fi
    python3 Scripts/api.py check "$work/lists" "$since"
}

declared=$(sed -nE '/^ *platforms: \[/p' Package.swift | grep -oE '\.[a-zA-Z]+\(\.v[0-9_]+\)' | tr -d '.()' | sed 's/v\([0-9_]*\)$/ \1/; s/_/./')
[ "$(wc -l <<< "$declared")" -ge 5 ] || { echo "The platforms in Package.swift could not be read." >&2; exit 1; }
if [ "${1:-}" = api ]; then
    check_api "${@:2}"
    exit
fi
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(cut -d' ' -f1 <<< "$declared") Wasm Windows
if [ $# -gt 1 ]; then
    # Two at once, as a compiler works on one core.
    printf '%s\n' "$@" | xargs -P 2 -n 1 Scripts/check-platforms.sh
    exit
fi

case $1 in
Wasm)
    use_platform wasm32-unknown-wasip1 wasi wasm32-unknown-wasip1
    check_other Wasm WASILibc
    ;;
Windows)
    use_platform x86_64-unknown-windows-msvc windows x86_64-unknown-windows-msvc
    check_other Windows WinSDK
    ;;
*)
    version=$(awk -v name="$1" '$1 == name { print $2 }' <<< "$declared")
    [ -n "$version" ] || { echo "The manifest declares no platform $1." >&2; exit 2; }
    swift build --quiet --product TributaryMacros
    plugin=$(swift build --show-bin-path)/TributaryMacros-tool#TributaryMacros
    check_apple "$1" "$version.0"
    ;;
esac
