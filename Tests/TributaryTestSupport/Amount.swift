// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How many seeds, rounds, or levels a test tries: all in release, as in `Scripts/check-consumers.sh traits`, and fewer in debug, where
/// each takes several times as long.
package func amount(_ all: Int, inDebug few: Int) -> Int {
    #if DEBUG
    few
    #else
    all
    #endif
}
