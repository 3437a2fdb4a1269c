#!/usr/bin/env bash
# Writes the pictures of the examples' screens anew: the cells that tests compare, and the SVGs of Examples/README.md.
# They follow from the cells alone, so the tests of the examples tell when one is out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
UPDATE_SCREENS=1 swift test --package-path Examples --filter "${1:-ScreensTests|HintsTests}"
git status --short -- 'Examples/**/Screens' Examples/Documentation/Pictures
