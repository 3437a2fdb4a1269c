#!/usr/bin/env bash
# Lets nodes write unique values over three PostgreSQL servers, while the nodes are killed, stopped, cut off in either direction, and
# leave, and the primary dies. Checks that what was acknowledged is there once and in order, and that each store stays available.
#
#   Scripts/check-history.sh [MINUTES] [SEED]    2 minutes and seed 1 without arguments
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/cluster-package.sh)
build=(swift build -c release --package-path "$package" --product History)
"${build[@]}" > "$package/history.log" 2>&1 || { cat "$package/history.log" >&2; exit 1; }
exec Scripts/with-postgres.sh python3 Tests/History/history.py "$("${build[@]}" --show-bin-path)/History" "${1:-2}" "${2:-1}"
