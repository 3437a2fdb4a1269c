#!/usr/bin/env bash
# The examples build, pass their tests, and behave as their README states: in scripts, in terminals, over a network, after
# servers were killed, and in Chromium.
#
#   check-examples.sh                  all
#   check-examples.sh end-to-end [ARGUMENT…]   the end-to-end tests alone, with arguments of pytest such as `-k chat`
#   check-examples.sh pictures         takes the pictures of the chat's page anew
#   check-examples.sh screens [FILTER] writes the screens that tests compare, and their pictures, anew: look at the changes
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-all}
[ $# = 0 ] || shift
case $mode in
all)
    swift build --package-path Examples
    swift test --package-path Examples
    ;;
end-to-end | pictures) ;;
screens)
    UPDATE_SCREENS=1 swift test --package-path Examples --filter "${1:-ScreensTests|HintsTests}"
    git status --short -- 'Examples/**/Screens' Examples/Documentation/Pictures
    exit
    ;;
*) echo "usage: Scripts/check-examples.sh [end-to-end [ARGUMENT…] | pictures | screens [FILTER]]" >&2; exit 2 ;;
esac
EXAMPLES_BINARIES=$(swift build --package-path Examples --show-bin-path)
export EXAMPLES_BINARIES
[ -x "$EXAMPLES_BINARIES/standups" ] || { echo "Build the examples first: swift build --package-path Examples" >&2; exit 1; }
export PYTHONPATH=Tests/InspectorPage
case $mode in
pictures) exec Scripts/with-browser.sh Examples/Tests/EndToEnd/pictures.py ;;
*) exec Scripts/with-browser.sh -m pytest -q -p no:cacheprovider Examples/Tests/EndToEnd "$@" ;;
esac
