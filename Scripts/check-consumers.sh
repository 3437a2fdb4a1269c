#!/usr/bin/env bash
# Packages that use Tributary as users do: each builds and runs, and fetches what is stated here and no more.
#
# SwiftPM fetches everything a package names, also what the consumer's products do not need; it builds only what
# they need. So CoreOnly fetches the same as Macros, and builds the core alone.
set -euo pipefail
cd "$(dirname "$0")/.."

# Those that need no macros share a build folder, so that the core is compiled once: CoreOnly comes first, and finds nothing there. The
# others are compiled with ModularApp's packages in one folder, so that swift-syntax is compiled once.
shared=$PWD/Consumers/.build
with_macros=$PWD/Consumers/ModularApp/.build/packages
rm -rf "$shared/debug" "$shared"/*-*-*

check() {
    local name=$1 expected_output=$2 expected_modules=$3 scratch=$shared output packages modules=core
    if [ "$name" = Macros ]; then
        scratch=$with_macros
        build_clean "Consumers/$name"
    else
        # A plan is never taken from another package.
        swift build --package-path "Consumers/$name" --scratch-path "$scratch" --disable-build-manifest-caching --quiet
    fi
    output=$("$scratch/debug/Consumer")
    packages=$(ls "$scratch/checkouts" 2>/dev/null | sort | tr '\n' ' ')
    if [ "$output" != "$expected_output" ]; then
        printf '%s printed "%s" instead of "%s".\n' "$name" "$output" "$expected_output" >&2
        exit 1
    fi
    if [ "$packages" != "$fetched" ]; then
        printf '%s fetched "%s" instead of "%s".\n' "$name" "$packages" "$fetched" >&2
        exit 1
    fi
    # What was planned has a folder, what was built has object files in it. SwiftSyntax costs minutes.
    if [ -n "$(find "$scratch" -path '*/SwiftSyntax*.build/*.o' -print -quit)" ]; then modules=core+syntax; fi
    if [ -n "$(find "$scratch" -path '*/TributaryJournal.build/*.o' -print -quit)" ]; then modules+=+journal; fi
    if [ "$modules" != "$expected_modules" ]; then
        printf '%s built %s instead of %s.\n' "$name" "$modules" "$expected_modules" >&2
        exit 1
    fi
    printf '%s: %s (built: %s; fetched: %s)\n' "$name" "$output" "$modules" "$packages"
}

# What the processors take for a clean debug build, beside what they take for a fixed text in the same minutes, is at most
# half as much again as what Benchmarks/Thresholds says.
build_clean() {
    local folder=$1 used yardstick limit
    rm -rf "$with_macros"
    swift package --package-path "$folder" --scratch-path "$with_macros" resolve > /dev/null 2>&1
    mkdir -p .build
    seq 1 200 | sed 's/.*/struct S&: Codable, Hashable { var a = &; var b = "&"; var c: [Int]? = [&].map { $0 + 1 } }/' \
        > .build/yardstick.swift
    TIMEFORMAT='%U %S'
    used=$({ time swift build --package-path "$folder" --scratch-path "$with_macros" --quiet >&2; } 2>&1 | tail -n 1)
    yardstick=$({ time swiftc -Onone -c .build/yardstick.swift -o .build/yardstick.o; } 2>&1 | tail -n 1)
    limit=$(awk '$1 == "Macros/debug" { print $2 }' Benchmarks/Thresholds/6.3/build.txt)
    printf '%s %s %s\n' "$used" "$yardstick" "$limit" | awk '{
        ratio = ($1 + $2) / ($3 + $4)
        printf "A clean build with macros takes %.0f s of the processors, %.1f times the yardstick.\n", $1 + $2, ratio
        if (ratio > $5 * 1.5) { print "The threshold is " $5 " times." > "/dev/stderr"; exit 1 }
    }'
}

fetched="swift-custom-dump swift-syntax xctest-dynamic-overlay "
check CoreOnly "be 2, not 1, or 1, to 2" core
# Modules that choose where their code runs by default.
check MainActor "[20, 5] 3" core
check Nonsending "[20, 5] 3" core
# A store in a file: the only one that needs SQLite, and its header.
check Journal "bread
bread, butter" core+journal
check Macros "The lamp is on." core+syntax
clang=$(command -v clang || xcrun --find clang)
if "$clang" -nostdinc -fsyntax-only Sources/CSQLite/shim.h > "$shared/told" 2>&1 \
    || ! grep -q 'error: .*apt-get install libsqlite3-dev' "$shared/told"; then
    echo "Where SQLite's header is missing, nothing says what to install." >&2
    exit 1
fi
# SwiftPM looks for it, and warns where it is missing, in builds that do not use the target, too.
if grep -q '"pkgConfig" *: *"' <<< "$(swift package dump-package)"; then
    echo "With pkgConfig, whoever has no SQLite is warned in every build." >&2
    exit 1
fi

# An app of many packages, which fetches the library by a git URL.
Scripts/modular-app.sh
