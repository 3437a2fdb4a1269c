// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Runs effects, and lets actions arrive, until a condition holds or no effect can continue.
    ///
    /// - Parameters:
    ///   - outsideWork: The treatment of effects that wait for outside work; by default the property's value.
    ///   - isDone: The condition.
    nonisolated(nonsending) func settle(_ outsideWork: OutsideWork?, until isDone: () -> Bool) async {
        await scheduler.settle(.arriving, until: isDone)
        guard outsideWork ?? self.outsideWork == .awaited else { return }
        while !isDone(), !subject.runningEffects.isEmpty, !scheduler.isUpToTest, !Task.isCancelled {
            await scheduler.arrival()
            await scheduler.settle(.arriving, until: isDone)
        }
    }
}
