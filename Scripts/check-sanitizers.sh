#!/usr/bin/env bash
# Runs the tests of the core under the address sanitizer and the thread sanitizer, or under the ones that are named:
# `Scripts/check-sanitizers.sh thread`. The core is built as a package of its own, without the macros and the packages
# they need, which this script does not wait for.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/packages.sh core "$PWD/.build/sanitizers")

# Instrumented frames are larger, and some tests nest deep: threads get the stack that the shell has.
ulimit -s 65520
# Swift points to what it keeps for weak references with shifted pointers. The detection of leaks does not follow those,
# and takes every such object that lives at the end for lost; `ReleaseLawTests` counts objects instead.
export ASAN_OPTIONS=detect_leaks=0
# The thread sanitizer does not see the locks of the Synchronization module on Linux, and takes what two threads do within
# one for a race. The pattern is how a closure is named whose argument is a lock's state (`inout sending`).
# A continuation that was put away within a lock, and is taken out and resumed by another thread, is another such case: that
# of a group, and of its waiters.
printf 'race:zYuYTXEfU_\nrace:11EffectGroupC6resume\nrace:11EffectGroupC6Waiter\n' > "$package/thread-suppressions"
export TSAN_OPTIONS=suppressions=$package/thread-suppressions

[ $# -gt 0 ] || set -- address thread
for name in "$@"; do
    printf 'The %s sanitizer\n' "$name"
    swift test --package-path "$package" --scratch-path "$package/.build-$name" --sanitize="$name"
done
