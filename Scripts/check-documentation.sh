#!/usr/bin/env bash
# Checks the pages, and builds the site: the documentation of all products in one archive, for any server of files. Errors are names of
# files and scripts that do not exist, dead links, warnings of DocC, public symbols without a topic, and words that the navigator
# does not find.
#
#   check-documentation.sh [--base PATH]   writes .build/documentation/site, for a server that offers it under PATH
#   check-documentation.sh --update        first writes symbols without a topic to the pages of their types
#
# To look at it: python3 -m http.server --directory .build/documentation/site
#
# The symbols are those of macOS, where every product has all of its API. Scripts/check-api.sh compiles the modules against stand-ins, so
# Linux is enough, and nothing has to be built before.
set -euo pipefail
cd "$(dirname "$0")/.."
base=/
update=false
case ${1:-} in
"") ;;
--base) base=${2:?Which path?} ;;
--update) update=true ;;
*) echo "usage: Scripts/check-documentation.sh [--base PATH | --update]" >&2; exit 2 ;;
esac
python3 Scripts/documentation.py named CONTRIBUTING.md AGENTS.md Documentation/*.md Documentation/Design/*.md
mapfile -t pages < <(git ls-files --cached --others --exclude-standard '*.md')
python3 Scripts/documentation.py claims Documentation/claims.md
python3 Scripts/documentation.py files llms.txt "${pages[@]}"

docc=$(command -v docc || xcrun --find docc)
work=.build/documentation
mkdir -p "$work/graphs"
Scripts/check-api.sh --graphs "$work/graphs"
python3 Scripts/documentation.py graphs "$work/graphs"

# Each after those to which its pages lead.
products="TributaryCore TributaryUndo TributaryComponents TributaryForms TributaryPersistence TributaryPresenting TributaryLog TributaryJournal Tributary TributaryTesting TributaryCombine TributarySwiftUI TributaryPostgres TributaryCluster TributaryServer TributaryInspector"
[ "$(tr ' ' '\n' <<< "$products" | sort)" = "$(cd "$work/graphs" && ls)" ] \
    || { echo "The products in Package.swift are not those that Scripts/check-documentation.sh lists." >&2; exit 1; }
archives=()
known=()
convert() {
    local said
    said=$("$docc" convert "Sources/$1/$1.docc" --additional-symbol-graph-dir "$work/graphs/$1" --fallback-display-name "$1" \
        --fallback-bundle-identifier "tributary.$1" --fallback-default-module-kind Library --hosting-base-path "$base" \
        --enable-experimental-external-link-support ${known[@]+"${known[@]}"} --output-path "$work/$1.doccarchive" 2>&1) || true
    [ -z "$said" ] || { printf '%s\n' "$said" >&2; return 1; }
}
failed=0
for product in $products; do
    mkdir -p "Sources/$product/$product.docc"
    if $update; then
        convert "$product" 2> /dev/null || true
        python3 Scripts/documentation.py curate "$work/$product.doccarchive" "Sources/$product/$product.docc"
    fi
    convert "$product" || failed=1
    python3 Scripts/documentation.py curated "$work/$product.doccarchive" || failed=1
    archives+=("$work/$product.doccarchive")
    known+=(--dependency "$work/$product.doccarchive")
done
[ "$failed" = 0 ] || { echo "See above. Scripts/check-documentation.sh --update names symbols on their pages." >&2; exit 1; }

site=$work/site
rm -rf "$site"
"$docc" merge "${archives[@]}" --synthesized-landing-page-name Tributary --synthesized-landing-page-kind Package \
    --output-path "$site"
# Who comes to the address of the site is brought to the page of the library.
# The renderer asks for it, and tells the console of the browser where there is none.
echo '{}' > "$site/theme-settings.json"
# The renderer breaks no long word in a table, so that code would push what stands beside it out of the page; and 77 letters of
# code are as wide as a page is.
cat >> "$(echo "$site"/css/index.*.css)" <<RULES

table td { min-width: 5em; vertical-align: top }
table td code { font-size: 0.85em; overflow-wrap: anywhere }
.code-listing code { font-size: 13px !important }
RULES
echo '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tributary</title><meta http-equiv="refresh" content="0;' \
    'url=documentation/tributary/"><a href="documentation/tributary/">Tributary</a></html>' > "$site/index.html"
python3 Scripts/documentation.py links "$site"
python3 Scripts/pictures.py --check
# Words that newcomers search for, and the page that each has to find first.
python3 Scripts/documentation.py finds "$site" "getting started=getting-started" navigation=rows-enums-and-navigation \
    timer=effects-and-how-they-end debounce=debounce-input paginate=paginate-a-list upload=upload-with-progress share=share-state \
    "test a timer=test-a-timer" persist=keeping-a-store migrate=coming-from-tca sheet=rows-enums-and-navigation \
    undo=undo-and-redo inject=dependencies form=forms debug=debugging observe=observing-a-store server=servers \
    concurrency=concurrency-and-isolation compare=comparing test effect cancel stack alert dependency log performance terminal journal
echo "The site is in $site."
