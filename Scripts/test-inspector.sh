#!/usr/bin/env bash
# Runs the tests of the inspector alone, as with its trait; takes the arguments of `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift test --package-path "$(Scripts/inspector-package.sh)" "$@"
