#!/usr/bin/env bash
# Packages that use Tributary as users do: each builds and runs, and fetches what is stated here and no more.
#
#   check-consumers.sh                      all but `traits`
#   check-consumers.sh modular-app          ModularApp: every package builds and passes its tests by itself, and both apps behave the same
#   check-consumers.sh modular-app COMMAND  runs a command, such as `swift test --package-path Consumers/ModularApp/Features/Search`
#   check-consumers.sh traits               all tests pass in release, without debug information (a sixth of the time), with all traits and real PostgreSQL servers; and Consumers/Combine builds and
#                                           runs with the trait OpenCombine. Without a trait, its packages are not fetched, and each use of the
#                                           module is reported with the missing trait
#
# SwiftPM fetches everything a package names, also what the consumer's products do not need; it builds only what
# they need. So CoreOnly fetches the same as Macros, and builds the core alone.
#
# The packages of ModularApp fetch this working copy by a git URL: that of a clone in ModularApp's own build folder, which holds the working
# copy as it is, committed or not, on a branch `main`. Nothing is written elsewhere; the packages' `Package.resolved`, which git ignores, are
# removed.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Those that need no macros share a build folder, so that the core is compiled once: CoreOnly comes first, and finds nothing there. The
# others are compiled with ModularApp's packages in one folder, so that swift-syntax is compiled once.
shared=$PWD/Consumers/.build
with_macros=$PWD/Consumers/ModularApp/.build/packages

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
    [ "$output" = "$expected_output" ] || fail "$name printed \"$output\" instead of \"$expected_output\"."
    [ "$packages" = "$fetched" ] || fail "$name fetched \"$packages\" instead of \"$fetched\"."
    # What was planned has a folder, what was built has object files in it. SwiftSyntax costs minutes.
    if [ -n "$(find "$scratch" -path '*/SwiftSyntax*.build/*.o' -print -quit)" ]; then modules=core+syntax; fi
    if [ -n "$(find "$scratch" -path '*/TributaryJournal.build/*.o' -print -quit)" ]; then modules+=+journal; fi
    [ "$modules" = "$expected_modules" ] || fail "$name built $modules instead of $expected_modules."
    echo "$name: $output (built: $modules; fetched: $packages)"
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
    # Twice at once, as a build keeps two processors busy, which are slower then.
    yardstick=$({ time { for i in 1 2; do swiftc -Onone -c .build/yardstick.swift -o .build/yardstick$i.o & done; wait; }; } 2>&1 | tail -n 1)
    limit=$(awk '$1 == "Macros/debug" { print $2 }' Benchmarks/Thresholds/6.3/build.txt)
    printf '%s %s %s\n' "$used" "$yardstick" "$limit" | awk '{
        ratio = 2 * ($1 + $2) / ($3 + $4)
        printf "A clean build with macros takes %.0f s of the processors, %.1f times the yardstick.\n", $1 + $2, ratio
        if (ratio > $5 * 1.5) { print "The threshold is " $5 " times." > "/dev/stderr"; exit 1 }
    }'
}

check_consumers() {
    rm -rf "$shared/debug" "$shared"/*-*-*
    fetched="swift-custom-dump swift-syntax xctest-dynamic-overlay "
    check CoreOnly "be 2, not 1, or 1, to 2" core
    # Modules that choose where their code runs by default.
    check MainActor "[20, 5] 3" core
    check Nonsending "[20, 5] 3" core
    # A store in a file: the only one that needs SQLite, and its header.
    check Journal $'bread\nbread, butter' core+journal
    check Macros "The lamp is on." core+syntax
    clang=$(command -v clang || xcrun --find clang)
    if "$clang" -nostdinc -fsyntax-only Sources/CSQLite/shim.h > "$shared/told" 2>&1 \
        || ! grep -q 'error: .*apt-get install libsqlite3-dev' "$shared/told"; then
        fail "Where SQLite's header is missing, nothing says what to install."
    fi
    # SwiftPM looks for it, and warns where it is missing, in builds that do not use the target, too.
    if grep -q '"pkgConfig" *: *"' <<< "$(swift package dump-package)"; then
        fail "With pkgConfig, whoever has no SQLite is warned in every build."
    fi
}

# Each package is the root of a build of its own, with nothing but the dependencies of its manifest. The builds share one folder, so that
# swift-syntax is compiled once. A plan is never taken from another package.
check_modular_app() {
    app=Consumers/ModularApp
    scratch=$with_macros
    revision=$(git -C "${TRIBUTARY_URL#file://}" rev-parse HEAD)

    # A package names the packages beside it by path. Without a cycle they have an order; `tsort` finds it, or none.
    edges=$(for manifest in "$app"/*/*/Package.swift; do
        package=$(basename "$(dirname "$manifest")")
        printf '%s %s\n' "$package" "$package"
        sed -n "s/.*\.package(path: \"[^\"]*\/\([A-Za-z]*\)\").*/\1 $package/p" "$manifest"
    done)
    order=$(printf '%s\n' "$edges" | tsort) || fail "The packages of ModularApp depend on each other in a cycle."
    if grep -n 'path: "[^"]*Apps/' "$app"/Features/*/Package.swift; then fail "A feature depends on an app."; fi
    [ "$(ls "$app/Features" | wc -l)" -ge 9 ] || fail "There are less than eight features and their domain."

    for package in $order; do
        folder=$(echo "$app"/*/"$package")
        rm -f "$scratch/tests-swift-testing.xml"
        log=$(swift test --package-path "$folder" --scratch-path "$scratch" \
            --disable-build-manifest-caching --explicit-target-dependency-import-check error \
            --xunit-output "$scratch/tests.xml" 2>&1) || { printf '%s\n' "$log" >&2; fail "$package failed."; }
        # Told apart by their module, so that no other package's tests are taken for these.
        tests=$(grep -c "<testcase classname=\"${package}[A-Za-z]*Tests\." "$scratch/tests-swift-testing.xml" || true)
        [ "$tests" -gt 0 ] || fail "$package has no tests."
        if printf '%s\n' "$log" | grep -F ': warning:' >&2; then fail "$package has warnings."; fi
        # All have the same Tributary: a commit of the clone, not a path into the working copy.
        if grep -q TRIBUTARY_URL "$folder/Package.swift"; then
            grep -qF "\"$revision\"" "$folder/Package.resolved" || fail "$package has another Tributary than the clone's."
        fi
        rm -f "$folder/Package.resolved"
        printf '%s: tests passed: %s\n' "$package" "$tests"
    done

    # A feature lets out what it says and no more.
    allows() { swiftc -typecheck -swift-version 6 -load-plugin-executable "$plugin#TributaryMacros" \
        -I "$scratch/debug/Modules" "$1" 2>&1; }
    plugin=$scratch/debug/TributaryMacros-tool
    allows "$app/Boundary/permitted.swift" || fail "What a parent may do does not compile."
    for file in "$app"/Boundary/refused-*.swift; do
        reason=$(sed -n 's/^\/\/ refused: //p' "$file")
        if output=$(allows "$file"); then fail "$file compiles, and should not."; fi
        grep -qF "$reason" <<< "$output" || fail "$file is refused for another reason: $output"
    done
    echo "Boundary: what is internal to a feature stays so."

    # The commands that both apps know have the same answers, whichever way the features are attached.
    session='search du\npick 2\nborrow\nborrow\npick 1\nborrow\ncheckout\nhold 2\nhold 9\ntake\nrename Countess\nundo\nloans\n'
    composed=$(printf %b "$session" | "$scratch/debug/reader")
    separate=$(printf %b "card Ada\n$session" | "$scratch/debug/kiosk" | sed '1,2d; /^(receipt: /d; /^(no paper /d' | sed 's/^card Ada:/card 7:/')
    if [ "$composed" != "$separate" ]; then
        printf 'The features answer otherwise when they are separate:\n' >&2
        diff <(printf '%s\n' "$composed") <(printf '%s\n' "$separate") >&2 || true
        exit 1
    fi
    grep -qF '(Ada borrows “Dubliners”)' <<< "$composed" || fail "Nobody borrowed anything."
    echo "Apps: composed and separate features give the same answers."
}

check_traits() {
    local tests scratch modules package output
    swift build --product TributaryMacros --quiet
    export MACROS=$PWD/.build/debug/TributaryMacros-tool
    tests=(-c release -debug-info-format none --scratch-path .build/release-tests --package-path "$(Scripts/packages.sh optimized)")
    Scripts/with-postgres.sh Scripts/check.sh tests "${tests[@]}"
    # The primary of three servers can be killed once.
    TRIBUTARY_CLUSTER_SERVERS=failover Scripts/with-postgres.sh swift test --skip-build "${tests[@]}" --filter ClusterFailoverTests

    scratch=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$scratch'" EXIT
    consumer() { swift "$1" --package-path Consumers/Combine --scratch-path "$scratch/$2" "${@:3}"; }
    # What was resolved with a trait stays resolved, and so is fetched: begin without.
    rm -f Consumers/Combine/Package.resolved
    if consumer build without --quiet > "$scratch/errors" 2>&1; then
        fail "A publisher can be used without Combine and without the trait."
    fi
    grep -q 'TheTraitOpenCombine\|traits: \["OpenCombine"\]' "$scratch/errors" || fail "$(cat "$scratch/errors")"

    # And so is every other name answered: the modules were built above, and each use is looked at by itself.
    modules=$(consumer build without --show-bin-path)/Modules
    answers() {
        local uses=Consumers/Combine/WithoutTrait/$1 remedy="traits: \\[\"$2\"\\]" line
        # A cluster's stores are opened by the journal, which has SQLite's header.
        swiftc -typecheck -swift-version 6 -parse-as-library -I "$modules" \
            -Xcc -fmodule-map-file=Sources/CSQLite/module.modulemap "$uses" > "$scratch/told" 2>&1 || true
        while read -r line; do
            grep -q "$1:$line:.*error:.*$remedy" "$scratch/told" \
                || fail "$(cat "$scratch/told")"$'\n'"$uses:$line is not answered with what is missing."
        done < <(grep -n '// told$' "$uses" | cut -d: -f1)
    }
    answers Uses.swift OpenCombine
    answers Inspecting.swift Inspector
    # Nothing else is complained of, which would lead away from what is missing.
    if grep 'error:' "$scratch/told" | grep -v 'traits: \["Inspector"\]' >&2; then
        fail "Without the trait Inspector, more is said than what is missing."
    fi
    answers Serving.swift Server
    for package in OpenCombine FlyingFox swift-log swift-metrics swift-distributed-tracing swift-service-lifecycle; do
        [ ! -d "$scratch/without/checkouts/$package" ] || fail "$package is fetched without its trait."
    done
    output=$(consumer run with --traits OpenCombine --quiet Consumer)
    [ "$output" = ",swift,combine" ] || fail "Consumers/Combine printed \"$output\"."
    echo "Traits: OpenCombine is fetched only when it is asked for; without it, the error says so."
}

# A clone of the working copy, and its URL.
clone() {
    clones=$PWD/Consumers/ModularApp/.build/clones
    rm -rf "$clones/new"
    mkdir -p "$clones/new"
    # What git would commit here: files it knows or would take up, without those that were deleted.
    git ls-files -z --cached --others --exclude-standard -- . ':!Consumers' |
        while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
        tar --create --null --files-from - | tar --extract --directory "$clones/new"
    repository() { git -C "$clones/new" -c user.name=working-copy -c user.email=working-copy@example.com "$@"; }
    repository init --quiet --initial-branch main
    repository add --all
    # Another content has another URL, because SwiftPM keeps to the commit of a branch that it has fetched once.
    content=$(repository write-tree)
    clone=$clones/$content/tributary
    if [ ! -e "$clone" ]; then
        repository -c commit.gpgsign=false commit --quiet --message "The working copy"
        find "$clones" -mindepth 1 -maxdepth 1 ! -name new -exec rm -rf {} +
        rm -f Consumers/ModularApp/*/*/Package.resolved
        mkdir "$clones/$content"
        mv "$clones/new" "$clone"
    fi
    rm -rf "$clones/new"
    export TRIBUTARY_URL=file://$clone
}

case ${1:-} in
"")
    check_consumers
    clone
    check_modular_app
    ;;
traits) check_traits ;;
modular-app)
    clone
    if [ $# = 1 ]; then check_modular_app; else "${@:2}"; fi
    ;;
*) sed -n 's/^#   /    /p' "$0" >&2; exit 2 ;;
esac
