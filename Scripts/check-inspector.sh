#!/usr/bin/env bash
# Drives the inspector's page in Chromium, against a program that is inspected. `check-inspector.sh [WORD…]` runs the tests
# whose names contain one of the words; `--pictures` writes Documentation/Pictures anew; `INSPECTED=PROGRAM` spares the build.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${INSPECTED:-}" ]; then
    package=$(Scripts/inspector-package.sh)
    swift build --package-path "$package" --product Inspected
    INSPECTED=$(swift build --package-path "$package" --show-bin-path)/Inspected
    export INSPECTED
fi
case "${1:-}" in
--pictures) exec Scripts/with-browser.sh Tests/InspectorPage/pictures.py ;;
*) exec Scripts/with-browser.sh Tests/InspectorPage/run.py "$@" ;;
esac
