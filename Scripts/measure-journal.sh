#!/usr/bin/env bash
# What a journal costs: group commit, replay, a send, and coding, as ratios of one run in release on this machine's disk.
#
#   Scripts/measure-journal.sh [commits] [replay] [send] [coding]
#
# Scripts/check-journal.sh counts what is lost when the program is killed.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/core-package.sh)
swift build --package-path "$package" -c release --product JournalFigures --quiet
"$(swift build --package-path "$package" -c release --show-bin-path)/JournalFigures" "$@"
