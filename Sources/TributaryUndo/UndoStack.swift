// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Steps of a history, the newest on top; a limit drops the oldest.
///
/// Amortized constant time at both ends: dropped entries are removed in one go when they are half of all.
struct UndoStack {
    private var steps: [UndoStep?] = []
    private var first = 0

    var count: Int { steps.count - first }

    /// The newest step that is possible; those above it are skipped.
    var top: UndoStep? {
        for case let step? in steps[first...].reversed() where step.isPossible { return step }
        return nil
    }

    mutating func push(_ step: UndoStep) { steps.append(step) }

    mutating func pop() -> UndoStep? {
        guard count > 0, let step = steps.removeLast() else { return nil }
        if count == 0 { removeAll() }
        return step
    }

    /// Puts a step above those that belong below it.
    mutating func insert(_ step: UndoStep, above isBelow: (UndoStep) -> Bool) {
        var index = steps.count
        while index > first, let other = steps[index - 1], !isBelow(other) { index -= 1 }
        steps.insert(step, at: index)
    }

    /// Removes a step.
    ///
    /// - Returns: Whether it was there.
    mutating func remove(_ step: UndoStep) -> Bool {
        guard let index = steps[first...].lastIndex(where: { $0 === step }) else { return false }
        steps.remove(at: index)
        if count == 0 { removeAll() }
        return true
    }

    /// Puts steps below those that are there.
    mutating func prepend(_ others: UndoStack) {
        guard others.count > 0 else { return }
        steps = Array(others.steps[others.first...] + steps[first...])
        first = 0
    }

    /// Drops the oldest steps beyond a limit.
    mutating func drop(to limit: Int) {
        guard count > limit else { return }
        let kept = steps.count - limit
        for position in first..<kept { steps[position] = nil }
        first = kept
        guard first > steps.count / 2 else { return }
        steps.removeFirst(first)
        first = 0
    }

    mutating func removeAll() {
        steps = []
        first = 0
    }

    mutating func removeAll(where isRemoved: (UndoStep) -> Bool) {
        steps = steps[first...].filter { step in step.map { !isRemoved($0) } ?? false }
        first = 0
    }
}
