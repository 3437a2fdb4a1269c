// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects that an action started, and those that followed from them.
///
/// The task of an action without effects is empty and costs nothing. Dropping a task changes nothing.
public struct StoreTask: Sendable {
    @usableFromInline let group: EffectGroup?

    @usableFromInline
    package init(group: EffectGroup?) { self.group = group }

    /// Waits until all effects that the action started have ended, and all that their actions started.
    ///
    /// If the waiting task is cancelled, the effects are cancelled.
    public func finish() async {
        guard let group, !group.isFinished else { return }
        await withTaskCancellationHandler {
            await group.finish()
        } onCancel: {
            group.cancel()
        }
    }

    /// Waits until the action, and what it sent at once, is durable: written down by what records the store.
    ///
    /// Where nothing is recorded, it returns at once. Effects need not have ended.
    ///
    /// - Throws: A `CommitError` if the action was dropped because the store is closed, or could not be written down.
    public func committed() async throws(CommitError) { try await group?.commits?.wait() }

    /// Cancels the effects.
    ///
    /// What they still send is dropped.
    public func cancel() { group?.cancel() }

    /// Whether the effects were cancelled through this task.
    public var isCancelled: Bool { group?.isCancelled ?? false }
}
