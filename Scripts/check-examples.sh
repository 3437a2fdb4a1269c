#!/usr/bin/env bash
# The examples build, pass their tests, and do what the README says.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --package-path Examples
swift test --package-path Examples
