#!/usr/bin/env bash
# Plays a newcomer: a fresh clone, the README's commands and its whole manifest, and the tutorial from an empty folder, each
# exactly as the page shows it. `--tutorial` plays the tutorial alone. It takes half an hour from nothing, most of it builds and
# the whole of `swift test`. The header of SQLite may be removed before: the README's lines install it.
#
# The manifests depend on the path of the clone. The tutorial's program has to print exactly the block on the page.
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
# The programs get the end of their input at once.
as_root=sudo
[ "$(id -u)" != 0 ] || as_root=
grep '^sudo apt-get' README.md | while read -r line; do
    printf '$ %s\n' "$line"
    start=$SECONDS
    bash -c "${line/#sudo/$as_root}" < /dev/null > "$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
    printf '%d s\n' $((SECONDS - start))
done
echo "The README and the tutorial work from a fresh clone."
