#!/usr/bin/env bash
# The compiler's help for code that uses the library: its messages, and its time.
#
#   check-compiler.sh [messages | time]
#
# `messages`: each typical mistake of Tests/CompilerMessages is reported in its line with the text of its comment `// error: …`, or, if only
# the place is right, `// poor: …` (see the README there).
#
# `time`: a body of many children of any kind, correct or with one misspelled name in the middle, costs at most twice the processor time of
# the same number of `Scope`s, the least of three runs. An overload that is chosen by the type of a key path makes it exponential.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --target Tributary > /dev/null
swift build --target TributaryTesting > /dev/null
products=$(swift build --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=Tests/CompilerMessages

# What was said, as lines of `FILE:LINE:MESSAGE`.
said() {
    swiftc -frontend "$@" -o /dev/null -module-name Mistakes -parse-as-library -swift-version 6 \
        -diagnostic-style llvm -I "$products/Modules" \
        -load-plugin-executable "$products/TributaryMacros-tool#TributaryMacros" > "$work/said" 2>&1 || true
    grep -E "^(.*/)?$folder/[^/]*\.swift:[0-9]+:[0-9]+: (error|warning):" "$work/said" \
        | sed -E 's#^.*/([^/]*\.swift):([0-9]+):[0-9]+: (error|warning): #\1:\2:#' \
        || { cat "$work/said" >&2; return 1; }
}
check_messages() {
    # Where the types are wrong, the compiler does not look further: hence two calls.
    local flow=$folder/Flow.swift
    local types=() file
    for file in "$folder"/*.swift; do [ "$file" = "$flow" ] || types+=("$file"); done
    {
        said -typecheck "${types[@]}"
        said -emit-sil "$folder/Feature.swift" "$flow"
    } > "$work/messages"

    awk -v messages="$work/messages" '
        FILENAME == messages {
            place = $0; sub(/\.swift:[0-9]+:.*/, "", place)
            line = $0; sub(/^[^:]*:/, "", line); sub(/:.*/, "", line)
            text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
            said[place ".swift:" line] = said[place ".swift:" line] "\n    " text
            next
        }
        / \/\/ (error|poor): / {
            file = FILENAME; sub(/.*\//, "", file)
            wanted = $0; sub(/.* \/\/ (error|poor): /, "", wanted)
            if ($0 ~ / \/\/ poor: /) poor++
            key = file ":" FNR
            expected[key] = 1; count++
            if (index(said[key], wanted) == 0) {
                printf "%s is not told \"%s\", but:%s\n", key, wanted, said[key]; failed = 1
            }
        }
        END {
            for (key in said) if (said[key] != "" && !(key in expected)) {
                printf "%s has no mistake, and is told:%s\n", key, said[key]; failed = 1
            }
            if (count < 20) { printf "There are only %d mistakes.\n", count; failed = 1 }
            if (failed) exit 1
            printf "%d mistakes are told in their lines; what is wrong is named in all but %d.\n", count, poor
        }' "$work/messages" "${types[@]}" "$flow"
}

counts=(8 15 40)
kinds=(ifLet ifCaseLet destination forEach stack mixed onChange)
limit_in_percent=200
timeout_in_seconds=20


# One line for each of the children there are at most, in which `@` is the number of the child.
each() { for ((i = 1; i <= 40; i++)); do printf '%s\n' "${1//@/$i}"; done; }
paths() {
    printf 'public struct AllCasePaths: Sendable {\n'
    each "$1"
    printf '}\npublic static let allCasePaths = AllCasePaths()\n}\n'
}
child() {
    local kind=$1 i=$2 misspelled=$3
    case $kind in
    Scope) printf 'Scope(state: \\.child%s, action: \\.child%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i" ;;
    ifLet) printf '.ifLet(\\.sheet%s, action: \\.child%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i" ;;
    ifCaseLet)
        printf '.ifCaseLet(\\.screen.screen%s, action: \\.child%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i"
        ;;
    # A case of an optional enum.
    destination)
        printf '.ifCaseLet(\\.destination.screen%s, action: \\.child%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i"
        ;;
    forEach) printf '.forEach(\\.rows%s, action: \\.rows%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i" ;;
    stack) printf '.forEach(stack: \\.pages%s, action: \\.pages%s%s) { Child%s() }\n' "$i" "$i" "$misspelled" "$i" ;;
    onChange)
        printf '.onChange(of: \\.child%s.id, update: { old, new, state in state.number%s = new - old })\n' \
            "$i" "$misspelled"
        ;;
    mixed)
        local each=(ifLet ifCaseLet forEach stack)
        child "${each[i % 4]}" "$i" "$misspelled"
        ;;
    esac
}

body() {
    local kind=$1 count=$2 misspelled=$3
    printf 'import TributaryCore\nimport Parts\n'
    printf 'struct Body: Reducer {\nvar body: some Reducer<Whole, Event> {\n'
    [ "$kind" = Scope ] || printf 'EmptyReducer<Whole, Event>()\n'
    for ((i = 1; i <= count; i++)); do
        if [ "$i" -eq $((count / 2)) ]; then child "$kind" "$i" "$misspelled"; else child "$kind" "$i" ""; fi
    done
    printf '}\n}\n'
}

# Prints the milliseconds that the compiler takes for a body; fails where it does not say what it should.
measure() {
    local kind=$1 count=$2 misspelled=$3 least=999999 file=$work/Body.swift
    body "$@" > "$file"
    for _ in 1 2 3; do
        local times
        times=$({ TIMEFORMAT='%U %S'
            time timeout "$timeout_in_seconds" swiftc -frontend -typecheck -swift-version 6 \
                -I "$products/Modules" -I "$work" "$file" > "$work/said" 2>&1 || true; } 2>&1)
        times=$(awk '{ print int(($1 + $2) * 1000) }' <<< "$times")
        [ "$times" -ge "$least" ] || least=$times
        [ "$least" -lt $((timeout_in_seconds * 900)) ] || break
    done
    local said
    said=$(grep -E '^[^ ].*error:' "$work/said" || true)
    if [ -z "$misspelled" ] && [ -n "$said" ]; then printf '%s\n' "$said" >&2; return 1; fi
    if [ -n "$misspelled" ] && ! grep -q "has no member '.*$misspelled'" <<< "$said"; then
        printf 'A misspelled name among %s × %s is not named:\n%s\n' "$count" "$kind" "$said" >&2
        least=$((timeout_in_seconds * 1000))
    fi
    printf '%s\n' "$least"
}

check_time() {
    local failed=0 count kind reference right wrong time
    {
        printf 'public import TributaryCore\n'
        each 'public struct Child@: Reducer { public struct State: Identifiable { public var id = 0; public init() {} }
              public enum Action { case go, stop(Int) }; public init() {}
              public var body: some Reducer<State, Action> { EmptyReducer() } }'
        printf 'public enum Screen: CasePathable {\n'
        each 'case screen@(Child@.State)'
        paths 'public var screen@: CasePath<Screen, Child@.State> {
               CasePath(embed: Screen.screen@) { if case .screen@(let value) = $0 { value } else { nil } } }'
        printf 'public enum Event: CasePathable {\n'
        each 'case child@(Child@.Action), rows@(IdentifiedAction<Int, Child@.Action>),
              pages@(StackAction<Child@.State, Child@.Action>)'
        paths 'public var child@: CasePath<Event, Child@.Action> {
               CasePath(embed: Event.child@) { if case .child@(let value) = $0 { value } else { nil } } }
               public var rows@: CasePath<Event, IdentifiedAction<Int, Child@.Action>> {
               CasePath(embed: Event.rows@) { if case .rows@(let value) = $0 { value } else { nil } } }
               public var pages@: CasePath<Event, StackAction<Child@.State, Child@.Action>> {
               CasePath(embed: Event.pages@) { if case .pages@(let value) = $0 { value } else { nil } } }'
        printf 'public struct Whole { public var screen = Screen.screen1(Child1.State()); public var number = 0
              public var destination: Screen?\n'
        each 'public var child@ = Child@.State(); public var sheet@: Child@.State?
              public var rows@: IdentifiedArray<Int, Child@.State> = []; public var pages@ = Stack<Child@.State>()'
        printf '}\n'
    } > "$work/Parts.swift"
    swiftc -emit-module -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
        -module-name Parts -emit-module-path "$work/Parts.swiftmodule" -I "$products/Modules" "$work/Parts.swift"
    printf '%-10s %5s %12s %12s %12s\n' children count Scope/ms right/ms misspelled/ms
    for count in "${counts[@]}"; do
        reference=$(measure Scope "$count" "")
        for kind in "${kinds[@]}"; do
            right=$(measure "$kind" "$count" "")
            wrong=$(measure "$kind" "$count" Misspelled)
            printf '%-10s %5d %12d %12d %12d\n' "$kind" "$count" "$reference" "$right" "$wrong"
            for time in "$right" "$wrong"; do
                if [ $((time * 100)) -gt $((reference * limit_in_percent)) ]; then
                    printf '%s × %s takes more than %s %% of the time of as many `Scope`s.\n' \
                        "$count" "$kind" "$limit_in_percent" >&2
                    failed=1
                fi
            done
        done
        # What takes long with few takes longer with many.
        [ "$failed" -eq 0 ] || exit 1
    done
}

case ${1:-} in
"")
    check_time
    check_messages
    ;;
messages) check_messages ;;
time) check_time ;;
*) echo "usage: Scripts/check-compiler.sh [messages | time]" >&2; exit 2 ;;
esac
