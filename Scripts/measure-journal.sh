#!/usr/bin/env bash
# What a journal costs: group commit, replay, a send, and coding, as ratios of one run in release on this machine's disk.
#
#   Scripts/measure-journal.sh [commits] [replay] [send] [coding]
#
# With DISK_MILLISECONDS=4 making something durable takes that much longer (Linux): how many commits a second one store has,
# and with it the ratio of group commit, is a figure of the disk.
# Scripts/check-journal.sh counts what is lost when the program is killed.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/core-package.sh)
swift build --package-path "$package" -c release --product JournalFigures --quiet
program=$(swift build --package-path "$package" -c release --show-bin-path)/JournalFigures
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
