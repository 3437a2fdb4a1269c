#!/usr/bin/env bash
# Drives the chat's page in Chromium, beside clients in terminals. `check-chat-page.sh [WORD…]` runs the tests whose names
# contain one of the words; `--pictures` writes the pictures of the page in Documentation/Pictures anew.
#
# It assumes that the examples are built: swift build --package-path Examples
set -euo pipefail
cd "$(dirname "$0")/.."
CHAT_PROGRAMS=$(swift build --package-path Examples --show-bin-path)
export CHAT_PROGRAMS
case "${1:-}" in
--pictures) PYTHONPATH=Tests/InspectorPage exec Scripts/with-browser.sh Examples/Tests/ChatPage/pictures.py ;;
*) exec Scripts/with-browser.sh Tests/InspectorPage/run.py --in Examples/Tests/ChatPage "$@" ;;
esac
