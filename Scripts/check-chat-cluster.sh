#!/usr/bin/env bash
# Three of the chat's servers over one PostgreSQL of three servers, and 200 clients that talk, while servers are killed, stopped
# and started again, and the primary of the database is killed: every acknowledged message is there once, and everybody hears all
# messages of a room in one order.
set -euo pipefail
cd "$(dirname "$0")/.."
CHAT_FOLDER=$(mktemp -d)
export CHAT_FOLDER
trap 'rm -rf "$CHAT_FOLDER"' EXIT
# Built there, where libpq is installed.
if ! Scripts/with-postgres.sh bash -euc '
    server=(swift build --package-path Examples --enable-all-traits --product chat-server)
    "${server[@]}" --quiet
    CHAT_PROGRAMS=$("${server[@]}" --show-bin-path) exec python3 Examples/Tests/ChatCluster/talking.py
'; then
    for log in "$CHAT_FOLDER"/*.log; do printf -- '--- %s\n' "$(basename "$log")" >&2; tail -40 "$log" >&2; done
    exit 1
fi
