#!/usr/bin/env bash
# Runs a command on ModularApp, whose packages then fetch this working copy of Tributary by a git URL.
#
#     Scripts/modular-app.sh swift test --package-path Consumers/ModularApp/Features/Search
#
# The URL is that of a clone in ModularApp's own build folder, which holds the working copy as it is, committed or
# not, on a branch `main`. Nothing is written elsewhere; the packages' `Package.resolved`, which git ignores, are
# removed.
set -euo pipefail
cd "$(dirname "$0")/.."
clones=$PWD/Consumers/ModularApp/.build/clones

rm -rf "$clones/new"
mkdir -p "$clones/new"
# What git would commit here: files it knows or would take up, without those that were deleted.
git ls-files -z --cached --others --exclude-standard -- . ':!Consumers' |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar --create --null --files-from - | tar --extract --directory "$clones/new"
repository() { git -C "$clones/new" -c user.name=working-copy -c user.email=working-copy@example.com "$@"; }
repository init --quiet --initial-branch main
repository add --all
# Another content has another URL, because SwiftPM keeps to the commit of a branch that it has fetched once.
content=$(repository write-tree)
clone=$clones/$content/tributary
if [ ! -e "$clone" ]; then
    repository -c commit.gpgsign=false commit --quiet --message "The working copy"
    find "$clones" -mindepth 1 -maxdepth 1 ! -name new -exec rm -rf {} +
    rm -f Consumers/ModularApp/*/*/Package.resolved
    mkdir "$clones/$content"
    mv "$clones/new" "$clone"
fi
rm -rf "$clones/new"

export TRIBUTARY_URL=file://$clone
"$@"
