#!/usr/bin/env bash
# What the compiler says of typical mistakes in code that uses the library: each is told in its line, and names what was
# misspelled. The mistakes are in Tests/CompilerMessages, each with a comment `// error: …` of what must be said there;
# `// poor: …` where the right place is told, but not what is wrong (see the README there).
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --target Tributary >/dev/null
swift build --target TributaryTesting >/dev/null
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
# Where the types are wrong, the compiler does not look further: hence two calls.
flow=$folder/Flow.swift
types=()
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
