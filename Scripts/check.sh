#!/usr/bin/env bash
# The checks.
#
#   check.sh                   the quick ones, for every change: they need neither the macros nor the packages of the macros
#   check.sh --all             all, which have to pass before anything lands
#   check.sh --part NAME       one part of them, as the workflows run them on machines of their own
#
#   check.sh core [ARGUMENT…]  tests of the core alone; the arguments are those of `swift test`, such as `--filter` and `-c release`
#   check.sh tests [ARGUMENT…] all tests. A summary that counts known issues fails: a test catches an expected failure and compares its text
#   check.sh sanitizers [address] [thread]
#                              tests of the core, the journal, the cluster and TributaryTesting under sanitizers
#   check.sh inspector [WORD…] the inspector's page in Chromium, against a program that is inspected; WORDs choose tests by name.
#                              `--pictures` writes Documentation/Pictures anew; INSPECTED=PROGRAM spares the build
#   check.sh mcp [WORD…]       `tributary-mcp`, with the client of the Model Context Protocol from PyPI: every tool over a living program, a
#                              journal and a session file, and protocol errors. EXAMPLES=FOLDER, where the examples are built, also drives the
#                              newsroom, and finds 20 planted defects in the examples. BINARIES=FOLDER spares the build. ACTIONS=1000000
#                              CONFIGURATION=release asks an optimized program about so many actions instead of 20,000, and `many` prints
#                              how long each tool takes
#   check.sh examples          the examples build, pass their tests, and behave as their README states: in scripts, in terminals, over a network,
#                              after servers were killed, and in Chromium. `examples end-to-end [ARGUMENT…]` runs the end-to-end tests alone, with
#                              arguments of pytest such as `-k chat`; `examples pictures` takes the pictures of the chat's page anew; `examples
#                              screens [FILTER]` writes the screens that tests compare, and their pictures, anew: look at the changes
#   check.sh chat-cluster      three of the chat's servers over one PostgreSQL of three servers, and 200 clients that talk, while servers are
#                              killed, stopped and started again, and the primary of the database is killed: every acknowledged message is
#                              there once, and everybody hears all messages of a room in one order
#
# With `--all`, two lanes of parts run side by side, because half of the steps keep only one processor busy. No folder is built by both. After
# a failure, the other lane stops at the end of its step. Lines begin with their lane. What has limits of time is last and alone.
set -euo pipefail
cd "$(dirname "$0")/.."
first_lane=(sources package release)
second_lane=(consumers examples inspector platforms thresholds)
# Options for the examples; the parts build them with the consumers, so that swift-syntax is compiled once for both.
read -ra examples <<< "--package-path Examples ${EXAMPLES_BUILT:---traits Inspector}"

core() ( exec swift test --package-path "$(Scripts/packages.sh core)" "$@" )

tests() (
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    swift test "$@" 2>&1 | tee "$log"
    if grep -E '[0-9]+ known issue' "$log"; then echo "The tests leave known issues." >&2; exit 1; fi
    if find .build* -maxdepth 3 -name TributaryCore-tool.build -newer "$log" 2> /dev/null | grep .; then
        echo "The core is compiled a second time, for the host: a test of this package depends on the macros. See Tests/Macros." >&2
        exit 1
    fi
)

# CONTRIBUTING.md states the reasons for these settings.
sanitizers() (
    swift build --product TributaryMacros
    package=$(Scripts/packages.sh sanitizers)
    ulimit -s 65520
    # The names of a closure whose argument is the state of a lock (`inout sending`), also one that throws, and of those of `EffectGroup`.
    printf 'race:zYuYTXEfU\nrace:zYuKYTXEfU\nrace:11EffectGroupC5leave\nrace:11EffectGroupC6finish\nrace:11EffectGroupC11endArriving\n' > "$package/thread-suppressions"
    export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$package/thread-suppressions
    [ $# -gt 0 ] || set -- address thread
    for name; do
        echo "The $name sanitizer"
        swift test --package-path "$package" --scratch-path "$package/.build-$name" --sanitize="$name"
    done
)

inspector() (
    source Scripts/tools.sh
    INSPECTED=${INSPECTED:-$(built inspector debug Inspected)/Inspected}
    export INSPECTED
    python_with_browser
    if [ "${1:-}" = --pictures ]; then exec "$python" Scripts/pictures.py inspector; fi
    names=$(printf ' or %s' "$@")
    "$python" -m pytest -v -s -p no:cacheprovider Tests/InspectorPage -k "${names# or }"
)

mcp() (
    source Scripts/tools.sh
    BINARIES=${BINARIES:-$(built inspector "${CONFIGURATION:-debug}" tributary-mcp Inspected)}
    python_with 'mcp>=2.3,<3'
    export BINARIES
    words=()
    for word; do words+=(-k "$word"); done
    "$python" Tests/QuestionClient/questions.py ${words[@]+"${words[@]}"}
    [ $# -gt 0 ] || [ -z "${EXAMPLES:-}" ] || "$python" Tests/QuestionClient/questions.py planted
)

examples() (
    mode=${1:-all}
    [ $# = 0 ] || shift
    case $mode in
    all)
        swift build "${examples[@]}"
        swift test "${examples[@]}"
        ;;
    end-to-end | pictures) ;;
    screens)
        UPDATE_SCREENS=1 swift test "${examples[@]}" --filter "${1:-ScreensTests|HintsTests}"
        git status --short -- 'Examples/**/Screens' Examples/Documentation/Pictures
        exit
        ;;
    *) usage ;;
    esac
    export EXAMPLES_BINARIES=${EXAMPLES_BINARIES:-$(swift build "${examples[@]}" --show-bin-path)}
    [ -x "$EXAMPLES_BINARIES/standups" ] || { echo "Build the examples first: swift build --package-path Examples --traits Inspector" >&2; exit 1; }
    source Scripts/tools.sh
    python_with_browser
    if [ "$mode" = pictures ]; then exec "$python" Scripts/pictures.py chat; fi
    "$python" -m pytest -q -p no:cacheprovider Examples/Tests/EndToEnd "$@"
)

chat-cluster() (
    source Scripts/tools.sh
    python_with websockets
    CHAT_FOLDER=$(mktemp -d)
    export CHAT_FOLDER python
    trap 'rm -rf "$CHAT_FOLDER"' EXIT
    # Built there, where libpq is installed.
    Scripts/with-postgres.sh bash -euc '
        server=(swift build --package-path Examples ${EXAMPLES_BUILT:---enable-all-traits} --product chat-server)
        "${server[@]}" --quiet
        CHAT_PROGRAMS=$("${server[@]}" --show-bin-path) exec "$python" Examples/Tests/ChatCluster/talking.py
    ' || { tail -n 40 "$CHAT_FOLDER"/*.log >&2; exit 1; }
)

usage() { sed -n 's/^#   /    /p' Scripts/check.sh >&2; echo "The parts are: quick frames history ${first_lane[*]} ${second_lane[*]}" >&2; exit 2; }

step() {
    [ ! -e "${stop:-}" ] || { echo "Stopped, because the other lane failed."; exit 1; }
    printf '\n== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '== %s: %d s\n' "$*" $((SECONDS - start))
}

run() {
    export TRIBUTARY_WARNINGS_AS_ERRORS=1
    case $1 in
    # Without the tests of the core: the part `package` runs them, too.
    sources)
        step Scripts/sources.py
        step python3 Scripts/mutations.py check
        step Scripts/core.py
        step Scripts/explore.sh kills
        step Scripts/documentation.py
        ;;
    quick)
        run sources
        step core
        ;;
    package)
        step Scripts/compiler.py
        step tests
        ;;
    platforms)
        step Scripts/check-platforms.sh api
        # The others have what these have, by the versions in the manifest; the workflow Thorough checks all, and the tests.
        WITHOUT_TESTS=1 step Scripts/check-platforms.sh macOS Wasm Windows
        ;;
    thresholds) step Scripts/measure.sh thresholds ;;
    release) step Scripts/check-consumers.sh traits ;;
    examples)
        export EXAMPLES_BUILT="--traits Inspector,Postgres --scratch-path Consumers/ModularApp/.build/packages --disable-build-manifest-caching"
        step Scripts/check.sh examples
        step Scripts/check.sh chat-cluster
        EXAMPLES=Consumers/ModularApp/.build/packages/debug step mcp
        ;;
    inspector) step inspector "not ManyActionsTests" ;;
    frames) step inspector ManyActionsTests ;;
    consumers)
        step Scripts/check-consumers.sh # which compiles swift-syntax for what follows
        step tests --package-path Tests/Macros --disable-build-manifest-caching --scratch-path "$PWD/Consumers/ModularApp/.build/packages"
        ;;
    history) step Scripts/explore.sh history 1 1 ;;
    *) usage ;;
    esac
}

# Runs parts, and begins each line that they print with a name.
lane() {
    local name=$1 part
    (
        trap '[ $? = 0 ] || [ -e "$stop" ] || echo "$name" > "$stop"' EXIT
        for part in "${@:2}"; do run "$part"; done
        touch "$work/$name.passed"
    ) 2>&1 | sed -u "s/^/$name| /" | tee "$work/$name"
}

case "$#:${1:-}" in
0:)
    run quick
    printf '\nThe quick checks passed in %d s; Scripts/check.sh --all does the others.\n' "$SECONDS"
    ;;
1:--all)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    stop=$work/stop
    lane 1 "${first_lane[@]}" &
    lane 2 "${second_lane[@]}" &
    wait
    if [ ! -e "$work/1.passed" ] || [ ! -e "$work/2.passed" ]; then
        # Again at the end, where the other lane's lines do not hide it.
        failed=$(cat "$stop")
        grep -E '✘|rror:|FAIL|Traceback|threshold|^.\| ==' "$work/$failed" | tail -n 50 || true
        tail -n 40 "$work/$failed"
        printf '\nA check failed in lane %s after %d s.\n' "$failed" "$SECONDS" >&2
        exit 1
    fi
    run frames
    TRIBUTARY_BUILT=$PWD/.build/release-tests/release run history # as the part `release` has built it
    printf '\nAll checks passed in %d s.\n' "$SECONDS"
    ;;
2:--part) run "$2" ;;
*:core | *:tests | *:sanitizers | *:inspector | *:mcp | *:examples | *:chat-cluster) "$@" ;;
*) usage ;;
esac
