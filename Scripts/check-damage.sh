#!/usr/bin/env bash
# Damages the files of journals: flips bits, cuts, swaps and empties pages, and expects each to open with the state that was
# written, or not at all.
#
#   Scripts/check-damage.sh [ROUNDS] [SEED]
#
# Six journals are damaged that many times each, one after the other; 1,700 unless told otherwise, which takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_DAMAGE_ROUNDS=${1:-1700} TRIBUTARY_DAMAGE_SEED=${2:-1}
exec Scripts/test-core.sh --filter DamageOracleTests
