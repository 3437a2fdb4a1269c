#!/usr/bin/env bash
# The links of the core's and the journal's articles and comments lead somewhere, and the files that the pages for
# contributors name are there. Symbols come from the core's package, so this takes seconds once that is built.
set -euo pipefail
cd "$(dirname "$0")/.."

files=$(git ls-files --cached --others --exclude-standard | sed 's#^#/#')
for page in CONTRIBUTING.md Documentation/*.md; do
    # `Type+Role.swift` is how files are named, not a file.
    for name in $(grep -oE '[A-Za-z0-9_+/.-]+\.(swift|sh|py|md|txt)\b' "$page" | sed 's#^\(\.\./\)*##' | sort -u); do
        [ "$name" = Type+Role.swift ] && continue
        awk -v end="/$name" 'substr($0, length($0) - length(end) + 1) == end { found = 1 } END { exit !found }' \
            <<< "$files" || { printf '%s names %s, which is not there.\n' "$page" "$name" >&2; exit 1; }
    done
done

package=$(Scripts/core-package.sh)
swift build --quiet --package-path "$package"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modules=$(swift build --package-path "$package" --show-bin-path)/Modules
triple=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
for module in TributaryCore TributaryJournal; do
    mkdir "$work/$module"
    swift symbolgraph-extract -module-name "$module" -I "$modules" -Xcc "-fmodule-map-file=Sources/CSQLite/module.modulemap" \
        -target "$triple" -minimum-access-level public -output-dir "$work/$module"
    rm -f "$work/$module"/*@*
    said=$("$(command -v docc || xcrun --find docc)" convert "Sources/$module/$module.docc" \
        --additional-symbol-graph-dir "$work/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "tributary.$module" \
        --output-path "$work/$module/archive" 2>&1)
    if [ -n "$said" ]; then
        printf '%s\n' "$said" >&2
        exit 1
    fi
done
