#!/usr/bin/env bash
# Three of the chat's servers over one PostgreSQL of three servers, and 200 clients that talk, while servers are killed, stopped
# and started again, and the primary of the database is killed: every acknowledged message is there once, and everybody hears all
# messages of a room in one order.
#
# It assumes that the server is built with the trait: swift build --package-path Examples --enable-all-traits
set -euo pipefail
cd "$(dirname "$0")/.."
CHAT_PROGRAMS=$(swift build --package-path Examples --show-bin-path)
CHAT_FOLDER=$(mktemp -d)
export CHAT_PROGRAMS CHAT_FOLDER
trap 'rm -rf "$CHAT_FOLDER"' EXIT
if ! Scripts/with-postgres.sh python3 Examples/Tests/ChatCluster/talking.py; then
    for log in "$CHAT_FOLDER"/*.log; do printf -- '--- %s\n' "$(basename "$log")" >&2; tail -40 "$log" >&2; done
    exit 1
fi
