#!/usr/bin/env bash
# Measures what the library costs. Processor time is that of all compilers together: other work on the machine changes it little.
#
#   measure.sh build [CONSUMER …]          clean builds of consumers, by default CoreOnly and Macros: time, fetched packages, stripped size
#   measure.sh incremental [ROUNDS]        modules of ModularApp's apps that are compiled again after a change, and the best time of 3 rounds.
#                                          Each change is made to the sources, built, and taken back.
#   measure.sh journal [commits] [replay] [send] [coding]
#                                          group commit, replay, a send, and coding, as ratios of one run in release on this machine's disk. With
#                                          DISK_MILLISECONDS=4, a durable write takes that much longer (Linux).
#   measure.sh instructions SCENARIO…      instructions per run of a scenario of Benchmarks, such as send/flat. They, and those of `inspector`, are
#                                          counted by callgrind with hashes of one seed: the same on a busy machine as on an idle one.
#   measure.sh thresholds [--update]       allocations and bytes of the scenarios, instructions of some, and the size of the smallest program, which
#                                          are the same on a busy machine, are no more than Benchmarks/Thresholds has. What threads do together is
#                                          compared by its processor time with the same by hand. `--update` writes what is counted now
#   measure.sh peers                       sends, effects and observers, and those of other libraries: RESWIFT, MOBIUS, ACTOMATON, and ONEWAY are
#                                          paths to checkouts of them. Nanoseconds, the least of a hundred rounds in one process; a dash is what a
#                                          library does not have. The second table, of how a send grows, is kept in Benchmarks/Growth.txt
#   measure.sh inspector                   cost of an inspector for a store of the main actor: a send if it is not linked, if it is and observes
#                                          nothing, after it observed, while it observes, and while a page follows; and the bytes of each kept
#                                          action. Compare times, which are processor time, within one run.
#   measure.sh postgres                    commits a second through PostgresLog, and through its statements written by hand in C, also without
#                                          the check that the previous commit is there, in turn: medians of ROUNDS (5) of SECONDS_EACH (2)
#   measure.sh cluster [NAME]              time for a node to take over 10,000 rooms of a dead node (takeOver), memory of 100,000 passive rooms
#                                          (passiveRooms, on Linux), commands to own stores and through the inbox (commands, nodes), heartbeats,
#                                          and how late reminders are (reminders), with the servers of Scripts/with-postgres.sh
#   measure.sh check                       situations, steps a second and bytes a situation of three models, by `check` in release and by Spin
#                                          (Debian's package `spin`), whose numbers of situations have to be equal; and the steps and the time
#                                          to a defect, by `check` and by Hypothesis (from PyPI); and sessions minimized. Seconds are
#                                          processor time.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/tools.sh

measure_build() {
    consumers=("$@")
    [ "${#consumers[@]}" -gt 0 ] || consumers=(CoreOnly Macros)

    printf '%-12s %-10s %10s %10s %10s %12s\n' consumer build seconds processor packages 'stripped KB'
    for consumer in "${consumers[@]}"; do
        for configuration in debug release; do
            scratch=$(mktemp -d)
            options=(--package-path "Consumers/$consumer" --scratch-path "$scratch")
            # Fetching is not building: it depends on the network.
            swift package "${options[@]}" resolve > /dev/null 2>&1
            TIMEFORMAT='%R %U %S'
            used=$({ time swift build "${options[@]}" -c "$configuration" > "$scratch/log" 2>&1; } 2>&1) || {
                cat "$scratch/log" >&2
                exit 1
            }
            strip -o "$scratch/stripped" "$scratch/$configuration/Consumer"
            packages=$(ls "$scratch/checkouts" 2> /dev/null | wc -l)
            printf '%s\n' "$used" | awk -v c="$consumer" -v b="$configuration" -v p="$packages" \
                -v k="$(wc -c < "$scratch/stripped")" \
                '{ printf "%-12s %-10s %10.1f %10.1f %10d %12.0f\n", c, b, $1, $2 + $3, p, k / 1000 }'
            rm -rf "$scratch"
        done
    done
}

measure_incremental() {
    if [ -z "${TRIBUTARY_URL:-}" ]; then exec Scripts/check-consumers.sh modular-app Scripts/measure.sh incremental "$@"; fi
    rounds=${1:-3}
    app=Consumers/ModularApp
    search=$app/Features/Search/Sources/Search/Search.swift
    book=$app/Features/Domain/Sources/Domain/Book.swift
    backup=$(mktemp -d)
    cp "$search" "$backup/Search.swift"
    cp "$book" "$backup/Book.swift"
    restore() { cp "$backup/Search.swift" "$search"; cp "$backup/Book.swift" "$book"; }
    trap 'restore; rm -rf "$backup" "$app"/Apps/*/Package.resolved' EXIT

    # The folder of Scripts/check-consumers.sh modular-app, where most is there already.
    build() { swift build --package-path "$app/Apps/$1" --scratch-path "$app/.build/packages" "${@:2}" 2>&1; }

    change() {
        case $1 in
        "nothing") ;;
        "a body in Search") sed -i "s/state.found = books/state.found = Array(books.prefix(10$round))/" "$search" ;;
        "an internal method of Search")
            printf 'extension Search.State { func has%s(_ text: String) -> Bool { self.text == text } }\n' "$round" >> "$search" ;;
        "a public method of Search")
            printf 'extension Search.State { public func has%s(_ text: String) -> Bool { self.text == text } }\n' "$round" >> "$search" ;;
        "a public method of Domain")
            printf 'extension Book { public func has%s(_ text: String) -> Bool { title == text } }\n' "$round" >> "$book" ;;
        *) echo "There is no change '$1'." >&2; exit 1 ;;
        esac
    }

    printf '%-8s %-32s %10s %10s  %s\n' app "change to" seconds modules which
    for name in Reader Kiosk; do
        # What is planned for one app must not be taken for the other's.
        build "$name" --disable-build-manifest-caching >/dev/null
        for kind in "nothing" "a body in Search" "an internal method of Search" "a public method of Search" \
            "a public method of Domain"; do
            best=
            for round in $(seq "$rounds"); do
                change "$kind"
                start=$(date +%s.%N)
                log=$(build "$name") || { printf '%s\n' "$log" >&2; exit 1; }
                seconds=$(awk -v s="$start" -v e="$(date +%s.%N)" 'BEGIN { printf "%.1f", e - s }')
                modules=$(printf '%s\n' "$log" | sed -nE 's/^\[[0-9]+\/[0-9]+\] (Compiling|Emitting module) ([A-Za-z]+).*/\2/p' |
                    sort -u | tr '\n' ' ')
                if [ -z "$best" ] || awk "BEGIN { exit !($seconds < $best) }"; then best=$seconds; fi
                restore
                build "$name" >/dev/null
            done
            printf '%-8s %-32s %10s %10s  %s\n' "$name" "$kind" "$best" "$(wc -w <<< "$modules")" "$modules"
        done
    done
}

measure_journal() {
    program=$(built core release JournalFigures)/JournalFigures
    if [ -n "${DISK_MILLISECONDS:-}" ]; then
        slow=$(mktemp -d)
        trap 'rm -rf "$slow"' EXIT
        cat > "$slow/disk.c" <<'SLOW'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

int fdatasync(int file) {
    usleep(MILLISECONDS * 1000);
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
SLOW
        clang -shared -fPIC -DMILLISECONDS="$DISK_MILLISECONDS" -o "$slow/disk.so" "$slow/disk.c"
        export LD_PRELOAD=$slow/disk.so
    fi
    "$program" "$@"
}

measure_instructions() {
    command -v valgrind > /dev/null || { echo "valgrind is not installed." >&2; exit 1; }
    local package=Benchmarks scenario more few many
    swift build --package-path $package -c release --product ScenarioRunner --quiet
    count() {
        SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
            $package/.build/release/ScenarioRunner --count "$1" "$2" 2>&1 | awk '/Collected/ { print $4 }'
    }
    for scenario in "$@"; do
        # Each count is run twice, once to warm up; the difference of two counts leaves out what is done once.
        more=3000
        # Other threads begin effects once, and take now more for it, now less: told by more runs, that is little.
        case $scenario in effect/*) more=30000 ;; esac
        few=$(count 1000 "$scenario")
        many=$(count $((1000 + more)) "$scenario")
        printf '%-34s %8d instructions\n' "$scenario" $(((many - few) / (2 * more)))
    done
}

measure_inspector() {
    command -v valgrind > /dev/null || { echo "valgrind, which counts instructions, is not installed." >&2; exit 1; }
    python_with websockets
    folder=$(built inspector release BareFigures InspectorFigures)

    instructions() {
        local count=20000
        valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*sendActions*' "$folder/$1" "$2" --count $count 2>&1 \
            | awk -v count=$count '/Collected/ { print int($4 / count + 0.5) }'
    }
    value() { awk -v name="$1" '$1 == name { print $2 }' <<< "$2"; }
    line() { printf '%-28s %13s %13s %13s\n' "$@"; }

    line "a send" instructions nanoseconds allocations
    for way in "BareFigures none not linked" "InspectorFigures none linked, looks at nothing" \
        "InspectorFigures ended looked, and ended" "InspectorFigures attached looks, no page"; do
        read -r program name title <<< "$way"
        measured=$("$folder/$program" "$name")
        # Below valgrind the stack cannot be read as the inspector reads it.
        [ "$name" = attached ] && counted=- || counted=$(instructions "$program" "$name")
        line "$title" "$counted" "$(printf %.1f "$(value nanoseconds "$measured")")" \
            "$(printf %.3f "$(value allocations "$measured")")"
    done
    watched=$("$python" Tests/InspectorPage/follow.py "$folder/InspectorFigures" watched)
    line "looks, a page follows" - "$(printf %.1f "$(value nanoseconds "$watched")")" -
    awk -v actions="$(value actions "$watched")" -v pictures="$(value pictures "$watched")" -v otherwise="$(value otherwise "$watched")" 'BEGIN {
        if (pictures == 0) { print "The page got no picture."; exit 1 }
        printf "\nThe page got %d pictures in 5 s, of %d actions; the main actor took %.2f ms for each.\n", pictures, actions, otherwise / pictures
    }'
    for count in 1000 10000 99000 1000000; do
        echo "$("$folder/InspectorFigures" attached --kept $count) bytes an action after $count more"
    done
}

measure_postgres() {
    [ -n "${TRIBUTARY_POSTGRES_ALONE:-}" ] || exec Scripts/with-postgres.sh Scripts/measure.sh postgres
    rounds=${ROUNDS:-5} seconds=${SECONDS_EACH:-2}
    package=.build/cluster
    library=$(built cluster release ByLibrary)/ByLibrary
    hand=$package/ByHand
    "$(command -v clang || xcrun --find clang)" -O2 -Wall -o "$hand" Benchmarks/Postgres/ByHand.c -lpq -lpthread

    # Makes the tables.
    "$library" "$TRIBUTARY_POSTGRES_ALONE" warm 2 0.1 > /dev/null
    "$library" "$TRIBUTARY_POSTGRES_SERVERS target_session_attrs=read-write" warm 2 0.1 quorum > /dev/null
    median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
    printf '%-10s %9s %12s %12s %12s %7s\n' servers 'in flight' unchecked 'by hand' PostgresLog ratio
    for servers in one quorum; do
        if [ "$servers" = one ]; then place=$TRIBUTARY_POSTGRES_ALONE mode=
        else place="$TRIBUTARY_POSTGRES_SERVERS target_session_attrs=read-write" mode=quorum; fi
        for flight in 2 64 2048; do
            : > "$package/by-hand" && : > "$package/by-library" && : > "$package/unchecked"
            for ((round = 0; round < rounds; round++)); do
                "$hand" "$place" "hand/$servers/$flight/$round" "$flight" "$seconds" >> "$package/by-hand"
                "$hand" "$place" "unchecked/$servers/$flight/$round" "$flight" "$seconds" unchecked >> "$package/unchecked"
                # shellcheck disable=SC2086
                "$library" "$place" "library/$servers/$flight/$round" "$flight" "$seconds" $mode >> "$package/by-library"
            done
            one=$(median < "$package/by-hand") other=$(median < "$package/by-library") unchecked=$(median < "$package/unchecked")
            printf '%-10s %9d %12d %12d %12d %6d%%\n' "$servers" "$flight" "$unchecked" "$one" "$other" $((100 * other / one))
        done
    done
}

measure_check() {
    need spin spin
    figures=$(built testing release CheckFigures)/CheckFigures
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    # Prints situations, steps, processor time, and bytes.
    by_check() {
        TIMEFORMAT=%U
        # shellcheck disable=SC2086
        { time "$figures" $1 > "$folder/told"; } 2> "$folder/seconds"
        awk -v seconds="$(cat "$folder/seconds")" '{ print $1, $2, seconds, $5 * $1 }' "$folder/told"
    }
    value() { awk -v text="$1" 'index($0, text) { print $1 }' "$folder/told"; }
    by_spin() {
        cp "Benchmarks/Checking/${1% *}.pml" "$folder/model.pml"
        (cd "$folder" && spin -a model.pml > /dev/null && clang -w -O2 -DSAFETY -DNOREDUCE -o pan pan.c)
        TIMEFORMAT=%U
        { time "$folder/pan" -m10000000 -w24 > "$folder/told"; } 2> "$folder/seconds"
        echo "$(value 'states, stored') $(value transitions) $(cat "$folder/seconds") $(value 'actual memory usage for states')e6"
    }
    # What the program takes for five situations is not theirs.
    base=$(by_check 'independent 2' | awk '{ print $4 }')
    printf '%-16s %-6s %11s %11s %8s %11s %6s\n' model by situations steps seconds 'per second' bytes
    for model in 'independent 16' 'commit 7' 'checkout 13'; do
        ours=$(by_check "$model") spins=$(by_spin "$model")
        printf '%s\n' "check $base $ours" "spin 0 $spins" | awk -v model="$model" '{
            printf "%-16s %-6s %11d %11d %8.2f %11d %6d\n", model, $1, $3, $4, $5, $4 / $5, ($6 - $2) / $3 }'
        [ "${ours%% *}" = "${spins%% *}" ] || { echo "The numbers of situations differ." >&2; exit 1; }
    done
    echo "12 effects, recorded: $(by_check 'independent 12' | awk '{ print $3 }') s; with real tasks:\
 $("$figures" real 12 | awk '{ print $3 " s, " $2 " runs" }')"
    echo "checkout with a double charge, all of it: $(by_check 'checkout 3' | awk '{ print $2 " steps, " $3 " s" }')"
    "$figures" minimize 40 | awk '{ print $1 " actions minimized to " $2 ", by " $3 " runs: " $4 " s" }'
    python_with 'hypothesis>=6.170,<7'
    echo "Hypothesis, until it finds the double charge: $("$python" Benchmarks/Checking/machine.py)"
}

measure_cluster() {
    TRIBUTARY_CLUSTER_SERVERS=figures Scripts/with-postgres.sh swift test -c release -Xswiftc -enable-testing \
        --package-path "$(Scripts/packages.sh cluster)" --filter "ClusterFigures/${1:-}"
}

measure_peers() {
    local repository=$PWD scratch=${SCRATCH:-$PWD/Benchmarks/.build/peers} dependencies="" products="" rows="" sources
    sources=$scratch/Sources/Compare
    rm -rf "$sources"
    mkdir -p "$sources"
    # Adds a library: its name, its checkout if that is given, and its product. Its source is in Benchmarks/Peers.
    add() {
        local name=$1 path=$2 product=${3:-$1}
        if [ -z "$path" ]; then
            echo "$name is left out: no path to it was given."
            return
        fi
        path=$(cd "$path" && pwd)
        dependencies+=".package(name: \"$name\", path: \"$path\"), "
        products+=".product(name: \"$product\", package: \"$name\"), "
        rows+="rows.append(await measure$name())"$'\n'
        [ "$path" = "$repository" ] || echo "$name $(git -C "$path" describe --tags --always)"
        cp "Benchmarks/Peers/$name.swift" "$sources/"
    }
    add Tributary "$repository" TributaryCore
    add ReSwift "${RESWIFT:-}"
    add Mobius "${MOBIUS:-}" MobiusCore
    add Actomaton "${ACTOMATON:-}"
    add OneWay "${ONEWAY:-}"
    cp Benchmarks/Peers/Measuring.swift "$sources/"
    printf 'var rows: [Row] = []\n%sprintTables(rows)\n' "$rows" > "$sources/main.swift"
    cat > "$scratch/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "compare",
    platforms: [.macOS("15.4")],
    dependencies: [$dependencies],
    targets: [.executableTarget(name: "Compare", dependencies: [$products])]
)
SWIFT
    swift build --package-path "$scratch" -c release --quiet
    "$scratch/.build/release/Compare"
}

measure_thresholds() {
    local folder=Benchmarks/Thresholds/6.3 update=${1:-} runner=Benchmarks/.build/release/ScenarioRunner core=Consumers/CoreOnly
    # Compares what is counted with a file of thresholds, in which lines by hand have none. One more is allowed of many effects at once,
    # because chance decides how many of their tasks exist at the same time, and of instructions, which are rounded down.
    #
    #     compare UNIT TOLERANCE_IN_PER_CENT < COUNTED
    compare() {
        if [ "$update" = --update ]; then
            awk '$1 !~ "/by-hand" { print $1, $2 }' > "$folder/$1.txt"
            return
        fi
        awk -v unit="$1" -v tolerance="$2" '
            FILENAME != "-" { limit[$1] = $2; next }
            $1 ~ "/by-hand" { next }
            !($1 in limit) { print $1 ": there is no threshold for it"; failed = 1; next }
            $2 > limit[$1] * (1 + tolerance / 100) + ($1 ~ "/at-once/" || unit == "instructions") { print $1 ": " $2 " " unit ", the threshold is " limit[$1]; failed = 1 }
            { seen += 1 }
            END { if (!seen) { print "No scenario ran."; failed = 1 } else print seen " " unit " compared."; exit failed }
        ' "$folder/$1.txt" -
    }
    # Pinned to one processor, because how threads take turns decides how many of many effects wait at the same time, and how often one
    # wakes another.
    pinned() {
        if command -v taskset > /dev/null; then set -- taskset -c "$(taskset -cp $$ | grep -oE '[0-9]+$')" "$@"; fi
        "$@"
    }
    swift build -c release --package-path Benchmarks --product ScenarioRunner --quiet
    pinned $runner --allocations | compare allocations 0
    pinned $runner --memory | compare bytes 1
    pinned $runner --ratios effect/at-once/10000 effect/start-and-cancel/10000 effect/main/at-once/10000 journal/burst/1000 \
        | compare hundredths 50

    # A program of the core alone, without its symbols. A plan that was made before a file went is not used.
    swift build -c release --package-path $core --disable-build-manifest-caching --quiet
    strip -o Benchmarks/.build/stripped "$(swift build -c release --package-path $core --show-bin-path)/Consumer"
    echo "CoreOnly/stripped $(($(wc -c < Benchmarks/.build/stripped) / 1000))" | compare kilobytes 1

    # The few per cent are for the processor, by which the system's own copying of memory differs.
    if [ "$(uname -m)" != x86_64 ]; then
        echo "Instructions were not compared: the thresholds are for x86_64, and this is $(uname -m)."
    elif ! command -v valgrind > /dev/null; then
        echo "Instructions were not compared: valgrind, which counts them, is not installed."
    else
        # One way through each part of the library.
        mapfile -t scenarios < <(awk '{ print $1 }' $folder/instructions.txt)
        measure_instructions "${scenarios[@]}" | compare instructions 4
    fi

    # The table of the README says what the thresholds say.
    awk -F'|' '
        FILENAME !~ "README" { split($0, words, " "); limit[words[1]] = words[2]; next }
        /^\| `/ {
            split($2, words, "`")
            stated = $3
            gsub(/[ ,]/, "", stated)
            if (!(words[2] in limit) || stated !~ /^[0-9]+$/) next
            seen += 1
            if (stated != limit[words[2]]) { print "README.md: " words[2] " takes " limit[words[2]] ", not " stated; failed = 1 }
        }
        END { if (seen < 10) { print "README.md: " seen + 0 " instructions were found."; failed = 1 }; exit failed }
    ' $folder/instructions.txt Benchmarks/README.md
}

case ${1:-} in
build | incremental | journal | instructions | thresholds | peers | inspector | postgres | cluster | check) "measure_$1" "${@:2}" ;;
*) sed -n 's/^#   /    /p' "$0" >&2; exit 2 ;;
esac
