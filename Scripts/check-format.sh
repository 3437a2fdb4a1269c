#!/usr/bin/env bash
# The sources are formatted as .swift-format says, and every public symbol is documented.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -z '*.swift' | xargs -0 swift format lint --strict --parallel --configuration .swift-format
