#!/usr/bin/env bash
# The files that the pages for contributors name are there, and the site can be built: its links lead somewhere, and a topic
# names each public symbol. Nothing has to be built before.
set -euo pipefail
cd "$(dirname "$0")/.."

python3 Scripts/documentation.py named CONTRIBUTING.md AGENTS.md Documentation/*.md Documentation/Design/*.md
mapfile -t pages < <(git ls-files --cached --others --exclude-standard '*.md')
python3 Scripts/documentation.py files llms.txt "${pages[@]}"
Scripts/build-documentation.sh
