#!/usr/bin/env bash
# What each product offers is listed in Documentation/API, one declaration a line. A change that adds, breaks or removes
# one fails here until the lists are written anew, so that it is seen in the diff.
#
#   Scripts/check-api.sh                  compares with the lists; and with the newest release, if there is one: what is
#                                         broken since has to be named, in code, under "Unreleased" in CHANGELOG.md
#   Scripts/check-api.sh --update         writes the lists
#   Scripts/check-api.sh --since COMMIT   compares with the lists of a commit, instead of with the newest release's
#   Scripts/check-api.sh --graphs FOLDER  only writes the symbol graphs, each in a folder by the name of its product, for
#                                         Scripts/check-documentation.sh
#
# The lists are those of macOS, where every product has all of its API: the modules are compiled against stand-ins, as
# Scripts/check-platforms.sh does, and nothing has to be built before.
set -euo pipefail
cd "$(dirname "$0")/.."
update=false
graphs=
since=$(git describe --tags --abbrev=0 --match '[0-9]*' 2> /dev/null || true)
case ${1:-} in
"") ;;
--update) update=true ;;
--since) since=${2:?Which commit?} ;;
--graphs) graphs=$(realpath "${2:?Which folder?}") ;;
*) echo "usage: Scripts/check-api.sh [--update | --since COMMIT | --graphs FOLDER]" >&2; exit 2 ;;
esac
source Scripts/check-platforms.sh
version=$(sed -nE 's/.*\.macOS\(\.v([0-9]+)\).*/\1/p' Package.swift)
use_platform "arm64-apple-macosx$version.0" macosx arm64-apple-macos
lists=$work/lists
blocks=()
mkdir "$lists" "$work/graphs"

# Writes the list of a module's public declarations. Its warnings are those of a build, where they are told.
list() {
    local module=$1
    shift
    stand_in "$module" "$@" -package-name tributary -emit-symbol-graph -emit-symbol-graph-dir "$work/graphs" \
        -symbol-graph-minimum-access-level public -symbol-graph-skip-synthesized-members "${blocks[@]}"
    python3 Scripts/api.py list "$work/graphs" "$module" > "$lists/$module.txt"
}

# First the check itself: a small module, before and after changes of every kind.
for state in Before After; do
    list Sample "Tests/APICheck/$state.swift"
    mv "$lists/Sample.txt" "$work/$state.txt"
    rm "$work/graphs"/*
done
mistaken() { printf 'The check of the API %s.\n' "$1" >&2; exit 1; }
python3 Scripts/api.py compare "$work/Before.txt" "$work/Before.txt" || mistaken "finds a difference where there is none"
code=0
python3 Scripts/api.py compare "$work/Before.txt" "$work/After.txt" > "$work/said" || code=$?
[ "$code" = 2 ] || mistaken "does not see that something is broken"
diff Tests/APICheck/expected.txt "$work/said" >&2 || mistaken "does not say what Tests/APICheck/expected.txt does"
code=0
grep -v 'Lamp.dim(to:)' "$work/Before.txt" > "$work/WithoutFunction.txt"
python3 Scripts/api.py compare "$work/Before.txt" "$work/WithoutFunction.txt" > /dev/null || code=$?
[ "$code" = 2 ] || mistaken "does not see that a public function was removed"
printf '## Unreleased\n\n- `Lamp.dim(to:)` is gone.\n\n## 1.0.0\n\n- `isLit`\n' > "$work/CHANGELOG.md"
python3 Scripts/api.py untold "$work/Before.txt" "$work/WithoutFunction.txt" "$work/CHANGELOG.md" \
    || mistaken "does not find in the changelog what is there"
python3 Scripts/api.py untold "$work/Before.txt" "$work/After.txt" "$work/CHANGELOG.md" > "$work/said" \
    && mistaken "finds in the changelog what is not there"
grep -qx 'Optional.isLit' "$work/said" || mistaken "takes the changes of a release for those that are not released"

# DocC describes what extends another module's types when the compiler tells of the extensions.
[ -z "$graphs" ] || blocks=(-emit-extension-block-symbols)
stand_ins=Tests/PlatformStandIns
for module in Darwin Dispatch SQLite3 CPostgres; do stand_in "$module" "$stand_ins/$module.swift"; done
stand_in ObjectiveC Tests/UndoManagerCheck/ObjectiveC.swift
stand_in Foundation "$stand_ins/Foundation+Values.swift" Tests/UndoManagerCheck/Foundation.swift
for module in CustomDump IssueReporting FlyingSocks FlyingFox Logging CoreMetrics Tracing ServiceLifecycle; do
    stand_in "$module" "$stand_ins/$module.swift"
done
# What conforms to what is also told by the modules that export Combine; it is theirs.
list Combine "$stand_ins/Combine.swift"
rm "$lists/Combine.txt"
stand_in SwiftUI Tests/SwiftUIStub/SwiftUI.swift

products=$(sed -nE 's/^ *\.library\(name: "([A-Za-z]+)".*/\1/p' Package.swift)
# Each after those that it imports.
for product in TributaryCore TributaryUndo TributaryComponents TributaryForms TributaryPersistence TributaryPresenting TributaryLog TributaryJournal Tributary TributaryTesting \
    TributaryCombine TributarySwiftUI TributaryPostgres TributaryCluster TributaryServer TributaryInspector; do
    # What their traits add is all that the last have, or much of it.
    # shellcheck disable=SC2046
    list "$product" -DInspector -DPostgres -DServer \
        $(find "Sources/$product" -name '*.swift' | sort)
done
[ "$(sort <<< "$products")" = "$(basename -s .txt "$lists"/*.txt | sort)" ] \
    || { echo "The products in Package.swift are not those that Scripts/check-api.sh lists." >&2; exit 1; }

if [ -n "$graphs" ]; then
    for product in $products; do
        rm -rf "${graphs:?}/$product"
        mkdir "$graphs/$product"
        # What extends a module of another project belongs to its documentation.
        for graph in "$work/graphs/$product".symbols.json "$work/graphs/$product"@*.symbols.json; do
            if [ -e "$graph" ]; then cp "$graph" "$graphs/$product"; fi
        done
    done
    exit
fi
if $update; then
    mkdir -p Documentation/API
    rm -f Documentation/API/*.txt
    cp "$lists"/*.txt Documentation/API/
fi
failed=0
for product in $products; do
    python3 Scripts/api.py compare "Documentation/API/$product.txt" "$lists/$product.txt" > "$work/said" && continue
    printf '%s:\n' "$product" >&2
    cat "$work/said" >&2
    failed=1
done
[ "$failed" = 0 ] || {
    printf 'The public API is not what Documentation/API says. If that is meant, write it anew: %s --update\n' "$0" >&2
    exit 1
}
if [ -z "$since" ]; then
    echo "The public API is the one in Documentation/API. No release has been made that it could break."
    exit
fi
for product in $products; do
    git show "$since:Documentation/API/$product.txt" > "$work/old.txt" 2> /dev/null || continue
    python3 Scripts/api.py untold "$work/old.txt" "$lists/$product.txt" CHANGELOG.md > "$work/said" && continue
    printf '%s: broken since %s, and not named under "Unreleased" in CHANGELOG.md:\n' "$product" "$since" >&2
    cat "$work/said" >&2
    failed=1
done
[ "$failed" = 0 ] || exit 1
echo "The public API is the one in Documentation/API; what it breaks since $since is in the changelog."
