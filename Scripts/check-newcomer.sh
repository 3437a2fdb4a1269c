#!/usr/bin/env bash
# Plays a newcomer: a fresh clone, the README's commands and its whole manifest, and the tutorial from an empty folder, each as
# it stands on the page. `--tutorial` plays the tutorial alone. It takes 15 minutes from nothing, most of it builds.
#
# "URL of this repository" is replaced by the path of the clone, as nobody has been told another address yet. The tutorial's
# program has to print what the page says that it prints.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=${NEWCOMER:-$(mktemp -d)}
[ -n "${NEWCOMER:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
unset TRIBUTARY_WARNINGS_AS_ERRORS
if [ ! -e "$work/tributary" ]; then git clone --quiet "$root" "$work/tributary"; fi

play() { python3 "$root/Scripts/tutorial.py" "$@"; }

echo "== The tutorial"
folder=$work/worklog
mkdir -p "$folder"
rm -f "$folder/worklog.json"
play "$work/tributary/Sources/Tributary/Tributary.docc/Articles/getting-started.md" "$folder" "$work/tributary"
case ${1:-} in
--tutorial) exit ;;
"") ;;
*) echo "usage: Scripts/check-newcomer.sh [--tutorial]" >&2; exit 2 ;;
esac

echo "== The manifest of the README, with its feature and its test"
mkdir -p "$work/shop"
play --readme "$work/tributary/README.md" "$work/shop" "$work/tributary"

echo "== The commands of the README"
cd "$work/tributary"
printf '<rss><channel><title>News</title><item><title>One</title></item></channel></rss>\n' > FEED.xml
# Programs for a terminal get the end of their input; the server is only built.
grep -E '^(swift run|printf)' README.md | sed 's/ *#.*//' | while read -r line; do
    case $line in
    *chat*) line="swift build --package-path Examples --product ${line##* Examples }" && line=${line% --name*} ;;
    esac
    printf '$ %s\n' "$line"
    bash -c "$line" < /dev/null > "$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
done
echo "A newcomer gets on."
