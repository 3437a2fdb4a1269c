#!/usr/bin/env bash
# Longer searches for failures than `swift test` makes, from a seed. The output of a failure names the seed.
#
#   explore.sh engine [STEPS] [SEED]    compares the engine with its naive model on random trees, in release: a million steps from a
#                                       seed of the clock, some minutes. `engine 40 SEED` repeats one scenario.
#   explore.sh cluster [STEPS] [SEED]   runs the model of the cluster's protocol, in release: a million steps, a minute.
#                                       `cluster 400 SEED` repeats one run.
#   explore.sh effects [COUNT] [FILTER] runs the tests of effects 10,000 times in one process, until one fails; by default those of
#                                       TributaryTesting. Those of the core: 'TributaryCoreTests.*(Effect|Feedback|StoreActor|Lifetime|Release)'
#   explore.sh hostile [SEEDS] [FIRST]  lets random code misuse a store in all callbacks at once, each of 500 seeds in a process of
#                                       its own. A single seed runs in the process of the tests, where the runtime reports the place.
#   explore.sh damage [ROUNDS] [SEED]   flips bits in, cuts, swaps, and empties pages of six journals, 1,700 times each, and expects each
#                                       to open with the written state or not at all.
#   explore.sh kills [LIVES] [SEED]     kills a program that keeps its state in a journal, forty times at each of six places, and checks after
#                                       each death that all reported commits are there, that nothing was paid twice or without being
#                                       written, and that a replay gives the same state
#   explore.sh history [MINUTES] [SEED] lets clients write unique values to four nodes over PostgreSQL while nodes are killed, stopped, cut off,
#                                       and without files, clocks jump, and servers fail over and have no room; then checks that all is there
#                                       once and in order, and was reached. The disk fills only for a user who may mount one. TRIBUTARY_BUILT is a
#                                       folder with a build of the library in release. TRIBUTARY_HISTORY_FAULT=early or double plants a fault
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/tools.sh
log=$(mktemp)
trap 'rm -f "$log"*' EXIT

engine() {
    local steps=${1:-1000000} seed=${2:-$(date +%s)} package scenario=40 chunk=1250 done=0 left count
    package=$(Scripts/packages.sh core)
    swift build --package-path "$package" --build-tests -c release -Xswiftc -enable-testing >&2
    # A process for every fifty thousand steps: the types of the trees that it made stay in memory.
    while [ "$done" -lt "$steps" ]; do
        left=$(((steps - done + scenario - 1) / scenario))
        count=$((left < chunk ? left : chunk))
        TRIBUTARY_ENGINE_SCENARIOS=$count TRIBUTARY_ENGINE_SEED=$seed TRIBUTARY_ENGINE_STEPS=$scenario \
            swift test --package-path "$package" -c release -Xswiftc -enable-testing --skip-build \
            --filter EngineModelTests > "$log" 2>&1 || {
            cat "$log"
            echo "From seed $seed on, $count scenarios: they differ." >&2
            exit 1
        }
        done=$((done + count * scenario))
        seed=$((seed + count))
        echo "$done steps, up to seed $((seed - 1)): no difference"
    done
}

cluster() {
    local steps=${1:-1000000} seed=${2:-$(date +%s)} length=400 # as many as ClusterModelTests makes in a run
    echo "From seed $seed on" >&2
    TRIBUTARY_CLUSTER_RUNS=$(((steps + length - 1) / length)) TRIBUTARY_CLUSTER_SEED=$seed \
        swift test --package-path "$(Scripts/packages.sh core)" -c release -Xswiftc -enable-testing \
        --filter "ClusterModelTests/(keepsPromises|findsPlantedFaults)"
}

effects() {
    local count=${1:-10000} filter=${2:-TributaryTestingTests} binary
    swift build --build-tests >&2
    binary=$(swift build --show-bin-path)/tributaryPackageTests.xctest
    # Without the two tests that are long by themselves: 720 orders, and 100,000 steps on a clock without end.
    "$binary" --testing-library swift-testing --filter "$filter" --skip sixEffects --skip restless \
        --repetitions "$count" --repeat-until fail 2>&1 | grep -E '✘|Iteration [0-9]+ ended|Test run with' \
        | tail -n 200 > "$log" || true
    grep -E '✘' "$log" >&2 && exit 1
    tail -n 2 "$log"
    grep -qE "Iteration $count ended" "$log"
}

hostile() {
    export TRIBUTARY_HOSTILE_SEEDS=${1:-500} TRIBUTARY_HOSTILE_SEED=${2:-0}
    Scripts/check.sh core --filter HostileMixtureLawTests > "$log" 2>&1 || true
    if [ "$TRIBUTARY_HOSTILE_SEEDS" = 1 ]; then grep -E '✘|Fatal|Simultaneous|Crash| at /' "$log" || true; fi
    grep -E '✘.*seed →' "$log" || true
    grep -E 'Test run with' "$log" | tail -n 1
    grep -qE '✔ Test run with 1 test ' "$log"
}

damage() {
    TRIBUTARY_DAMAGE_ROUNDS=${1:-1700} TRIBUTARY_DAMAGE_SEED=${2:-1} Scripts/check.sh core --filter DamageOracleTests
}

kills() {
    local program work place
    program=$(built core debug Crashing)/Crashing
    work=$(mktemp -d)
    for place in reduced commit committed effect snapshot retention; do
        "$program" kill "$work/$place" "$place" "${1:-40}" "${2:-1}"
    done
    rm -rf "$work"
}

history() {
    local disk isolated=()
    ! command -v apt-get > /dev/null || need faketime faketime
    disk=$(mktemp -d)
    ! unshare -m mount -t tmpfs none "$disk" 2> /dev/null || isolated=(unshare -m bash -euc 'mount -t tmpfs none /dev/shm; mount -t tmpfs -o size=1500m none "$0"; TMPDIR=$0 exec "$@"' "$disk")
    "${isolated[@]}" Scripts/with-postgres.sh bash -euc '
        export TMPDIR=/tmp
        if [ -z "${built:=${TRIBUTARY_BUILT-}}" ]; then
            options=(--package-path "$(Scripts/packages.sh cluster)" -c release)
            for target in TributaryCluster TributaryPostgres; do swift build --quiet "${options[@]}" --target $target; done
            built=$(swift build "${options[@]}" --show-bin-path)
        fi
        shopt -s nullglob
        swiftc -O -swift-version 6 -parse-as-library -module-name History -package-name tributary -enable-upcoming-feature InternalImportsByDefault -I "$built/Modules" \
            -Xcc -fmodule-map-file=Sources/CSQLite/module.modulemap -Xcc -fmodule-map-file=Sources/CPostgres/module.modulemap \
            Sources/TributaryTesting/Journal/ForwardingMailbox.swift Tests/History/*.swift "$built"/Tributary{Core,Undo,Components,Forms,Persistence,Presenting,Log,Journal,Postgres,Cluster}.build/*.o -Xlinker -E -o "$0.program"
        python3 Tests/History/history.py "$0.program" "$@"
    ' "$log" "${1:-2}" "${2:-$(date +%s)}"
    rmdir "$disk"
}

case ${1:-} in
engine | cluster | effects | hostile | damage | kills | history) "$@" ;;
*) sed -n 's/^#   /    /p' "$0" >&2; exit 2 ;;
esac
