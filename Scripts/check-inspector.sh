#!/usr/bin/env bash
# Drives the inspector's page in Chromium, against a program that is inspected. `check-inspector.sh [WORD…]` runs the tests
# whose names contain one of the words; `--pictures` writes Documentation/Pictures anew; `INSPECTED=PROGRAM` spares the build.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${INSPECTED:-}" ]; then
    package=$(Scripts/packages.sh inspector)
    swift build --package-path "$package" --product Inspected
    INSPECTED=$(swift build --package-path "$package" --show-bin-path)/Inspected
    export INSPECTED
fi
if [ "${1:-}" = --pictures ]; then exec Scripts/with-browser.sh Tests/InspectorPage/pictures.py; fi
names=$(printf ' or %s' "$@")
exec Scripts/with-browser.sh -m pytest -v -s -p no:cacheprovider Tests/InspectorPage -k "${names# or }"
