#!/usr/bin/env bash
# The files that the pages for contributors name are there, and the site can be built: its links lead somewhere, and a topic
# names each public symbol. Nothing has to be built before.
set -euo pipefail
cd "$(dirname "$0")/.."

files=$(git ls-files --cached --others --exclude-standard | sed 's#^#/#')
for page in CONTRIBUTING.md AGENTS.md Documentation/*.md Documentation/Design/*.md; do
    # `Type+Role.swift` is how files are named, not a file.
    for name in $(grep -oE '[A-Za-z0-9_+/.-]+\.(swift|sh|py|md|txt)\b' "$page" | sed 's#^\(\.\./\)*##' | sort -u); do
        [ "$name" = Type+Role.swift ] && continue
        awk -v end="/$name" 'substr($0, length($0) - length(end) + 1) == end { found = 1 } END { exit !found }' \
            <<< "$files" || { printf '%s names %s, which is not there.\n' "$page" "$name" >&2; exit 1; }
    done
done

python3 Scripts/documentation.py files ./*.md llms.txt .github/*.md Documentation/*.md Documentation/*/*.md Benchmarks/README.md \
    Examples/README.md Examples/Documentation/*.md
Scripts/build-documentation.sh
