// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Lets effects go on, and actions arrive, until something has happened or nothing can go on.
    ///
    /// - Parameters:
    ///   - outsideWork: What to do when effects wait for something outside; by default as the store says.
    ///   - isDone: Whether it has happened.
    nonisolated(nonsending) func settle(_ outsideWork: OutsideWork?, until isDone: () -> Bool) async {
        await scheduler.settle(.arriving, until: isDone)
        guard outsideWork ?? self.outsideWork == .awaited else { return }
        while !isDone(), !subject.runningEffects.isEmpty, !scheduler.isUpToTest, !Task.isCancelled {
            await scheduler.arrival()
            await scheduler.settle(.arriving, until: isDone)
        }
    }
}
