#!/usr/bin/env bash
# Compares the engine with its naive model on random trees, in release, until it has done so many steps or found a
# difference, which it prints made smaller.
#
#   Scripts/explore-engine.sh [steps] [first seed]
#
# A million steps from a seed of the clock unless told otherwise, some minutes. A seed that fails is run again with
# `Scripts/explore-engine.sh 40 SEED`.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=${1:-1000000}
seed=${2:-$(date +%s)}
package=$(Scripts/core-package.sh)
swift build --package-path "$package" --build-tests -c release -Xswiftc -enable-testing >&2
# A process for every fifty thousand steps: the types of the trees that it made stay in memory.
scenario=40
chunk=1250
done=0
while [ "$done" -lt "$steps" ]; do
    left=$(((steps - done + scenario - 1) / scenario))
    count=$((left < chunk ? left : chunk))
    TRIBUTARY_ENGINE_SCENARIOS=$count TRIBUTARY_ENGINE_SEED=$seed TRIBUTARY_ENGINE_STEPS=$scenario \
        swift test --package-path "$package" -c release -Xswiftc -enable-testing --skip-build \
        --filter EngineModelTests >"$package/engine.log" 2>&1 || {
        cat "$package/engine.log"
        echo "From seed $seed on, $count scenarios: they differ." >&2
        exit 1
    }
    done=$((done + count * scenario))
    seed=$((seed + count))
    echo "$done steps, up to seed $((seed - 1)): no difference"
done
