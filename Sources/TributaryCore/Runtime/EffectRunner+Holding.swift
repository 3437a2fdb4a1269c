// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What waits for the commit of the action that asked for it (law 13).
extension EffectRunner {
    /// Starts what waited for a commit, and for those before it.
    func release(upTo commit: Int) {
        durableCommit = commit
        let count = held.firstIndex { $0.commit > commit } ?? held.count
        guard count > 0 else { return }
        begun.append(contentsOf: held[..<count])
        held.removeFirst(count)
        startBegun()
    }
}
