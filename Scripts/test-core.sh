#!/usr/bin/env bash
# Runs the tests of the core alone; takes the arguments of `swift test`, such as `--filter` and `-c release`.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift test --package-path "$(Scripts/packages.sh core)" "$@"
