#!/usr/bin/env bash
# Counts words that make sentences hard to read, in each page (*.md, without blocks of code) and in the comments of each source
# file. Fails when a count is higher than the figure in Scripts/words.txt. CONTRIBUTING, Writing, says how to replace them.
# Fails, too, when a page has a heading that Documentation/headings.txt does not mark as a topic or a task. Pages of symbols are lists.
#
#   check-words.sh            compares
#   check-words.sh --update   writes the headings, where a new one has a question mark for its mark; and the figures, for files that
#                             moved or got better, and if no sum rises
#   check-words.sh --totals   prints the sums
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A patterns=(
    [what]='\bwhat \w+' [tell]='\b(tell|tells|told)\b' [somebody]='\b(whoever|somebody|nobody)\b'
    [stands]='\b(stands|lies|hangs)\b' [there-and-back]='there and back' [beside]='\bbeside\b'
)
figures=Scripts/words.txt
headings=Documentation/headings.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One line of prose a line, after the path of its file.
# shellcheck disable=SC2016  # the program is of awk
git ls-files -z --cached --others --exclude-standard -- '*.md' 'Sources/*.swift' | sort -zu | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | xargs -0 awk '
    FNR == 1 { code = 0 }
    FILENAME ~ /\.md$/ { if ($0 ~ /^[ >]*```/) code = !code; else if (!code) print FILENAME "\t" $0; next }
    match($0, /(^|[ \t])\/\//) { print FILENAME "\t" substr($0, RSTART + RLENGTH) }
' > "$work/prose"

awk -F '\t' '$1 ~ /\.md$/ && $1 !~ /\/Symbols\// && $2 ~ /^#+ /' "$work/prose" > "$work/headings"
# The pattern counts in the text alone; a match finds its path again by the number of its line.
cut -f1 "$work/prose" > "$work/paths"
cut -f2- "$work/prose" > "$work/text"
for name in "${!patterns[@]}"; do
    { grep -noiE "${patterns[$name]}" "$work/text" || true; } | cut -d: -f1 |
        awk -v name="$name" 'NR == FNR { path[FNR] = $0; next } { count[path[$1]]++ }
            END { for (each in count) print each, name, count[each] }' "$work/paths" -
done | LC_ALL=C sort > "$work/found"

# The sum of each word, in pages and in sources.
sums() { awk '{ sum[($1 ~ /\.md$/ ? "pages" : "comments") " " $2] += $3 } END { for (each in sum) print each, sum[each] }' "$1" | sort; }

# Lines of the second file that are higher than in the first, which has none where it says nothing.
rises() {
    awk 'NR == FNR { known[$1 " " $2] = $3; next }
        $3 > known[$1 " " $2] + 0 { printf "%s: \"%s\" %d times, %d before\n", $1, $2, $3, known[$1 " " $2]; found = 1 }
        END { exit found }' "$1" "$2"
}

# Headings that are not listed, not marked, or begin with a question word.
named() {
    cut -f2- "$headings" | diff - "$work/headings" && ! grep -vP '^(topic|task)\t' "$headings" \
        && ! grep -P '\t#+ (What|Who|When|Where|Which|Why)\b.*[^?]$' "$headings"
}

case "$#:${1:-}" in
0:)
    rises "$figures" "$work/found" || { echo "Write it otherwise; or --update, if the words came from another file." >&2; exit 1; }
    named || { echo "Let each heading name a topic or a task, and mark it so in $headings; --update lists them." >&2; exit 1; }
    ;;
1:--totals) sums "$work/found" ;;
1:--update)
    awk -F '\t' 'FILENAME == ARGV[1] { mark[$2 FS $3] = $1; next } { print ($0 in mark ? mark[$0] : "?") FS $0 }' \
        "$headings" "$work/headings" > "$work/marked" && cp "$work/marked" "$headings"
    rises <(sums "$figures") <(sums "$work/found") || { echo "The sum rises." >&2; exit 1; }
    cp "$work/found" "$figures"
    ;;
*) echo "usage: Scripts/check-words.sh [--update | --totals]" >&2; exit 2 ;;
esac
