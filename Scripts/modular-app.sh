#!/usr/bin/env bash
# ModularApp, whose packages fetch this working copy of Tributary by a git URL.
#
#     modular-app.sh           checks that every package builds and passes its tests by itself, and that both apps behave the same
#     modular-app.sh COMMAND   runs a command, such as `swift test --package-path Consumers/ModularApp/Features/Search`
#
# The URL is that of a clone in ModularApp's own build folder, which holds the working copy as it is, committed or
# not, on a branch `main`. Nothing is written elsewhere; the packages' `Package.resolved`, which git ignores, are
# removed.
set -euo pipefail
cd "$(dirname "$0")/.."
# Each package is the root of a build of its own, with nothing but the dependencies of its manifest. The builds share one folder, so that
# swift-syntax is compiled once. A plan is never taken from another package.
check_all() {
    app=Consumers/ModularApp
    scratch=$PWD/$app/.build/packages
    revision=$(git -C "${TRIBUTARY_URL#file://}" rev-parse HEAD)
    fail() { printf '%s\n' "$*" >&2; exit 1; }

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
    check() { swiftc -typecheck -swift-version 6 -load-plugin-executable "$plugin#TributaryMacros" \
        -I "$scratch/debug/Modules" "$1" 2>&1; }
    plugin=$scratch/debug/TributaryMacros-tool
    check "$app/Boundary/permitted.swift" || fail "What a parent may do does not compile."
    for file in "$app"/Boundary/refused-*.swift; do
        reason=$(sed -n 's/^\/\/ refused: //p' "$file")
        if output=$(check "$file"); then fail "$file compiles, and should not."; fi
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
if [ $# = 0 ]; then check_all; else "$@"; fi
