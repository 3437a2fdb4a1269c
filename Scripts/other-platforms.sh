#!/usr/bin/env bash
# Type-checks sources for platforms whose SDKs are not here. Sourced, in the root of the repository.
#
# The toolchain has the standard library's modules, Observation, Synchronization and Swift Testing as text, with the
# availability that Apple's platforms give them. They are compiled again for the other platform, and everything else that
# is imported, the C library and Apple's frameworks among it, comes from a stand-in in Tests/PlatformStandIns.
#
#   use_platform TRIPLE FOLDER NAME   what is compiled from here on is for this platform, whose modules the compiler
#                                     looks for in FOLDER, by NAME
#   compile MODULE FILE…              type-checks a module, bodies included, and keeps it for those that import it
#   stand_in MODULE FILE…             the same without warnings, for what is not the library's
#
# What this does not show: Int is as wide as here, and `#if` inside of the standard library's modules is as on Linux.
toolchain=$(cd "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift" && pwd)
# Compiling the standard library takes 25 s for each platform; it is kept as long as the toolchain and this file are.
kept=$PWD/.build/other-platforms/$({ swiftc --version 2> /dev/null; cat "${BASH_SOURCE[0]}"; } | cksum | tr ' ' -)

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

compile() {
    local module=$1
    shift
    swiftc -frontend -emit-module -o "$modules/$module.swiftmodule" -module-name "$module" "${flags[@]}" \
        -package-name tributary -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -warnings-as-errors -DDEBUG -enable-testing "$@"
}

stand_in() {
    local module=$1
    shift
    swiftc -frontend -emit-module -o "$modules/$module.swiftmodule" -module-name "$module" "${flags[@]}" \
        -enable-upcoming-feature InternalImportsByDefault -suppress-warnings "$@"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
