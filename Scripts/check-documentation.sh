#!/usr/bin/env bash
# The links of the core's articles and comments lead somewhere. Symbols come from the core's package, so this takes
# seconds once that is built.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/core-package.sh)
swift build --quiet --package-path "$package"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols"
swift symbolgraph-extract -module-name TributaryCore -I "$(swift build --package-path "$package" --show-bin-path)/Modules" \
    -target "$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)" \
    -minimum-access-level public -output-dir "$work/symbols"
rm -f "$work/symbols"/*@*
said=$("$(command -v docc || xcrun --find docc)" convert Sources/TributaryCore/TributaryCore.docc --additional-symbol-graph-dir "$work/symbols" \
    --fallback-display-name TributaryCore --fallback-bundle-identifier tributary.core \
    --output-path "$work/archive" 2>&1)
if [ -n "$said" ]; then
    printf '%s\n' "$said" >&2
    exit 1
fi
