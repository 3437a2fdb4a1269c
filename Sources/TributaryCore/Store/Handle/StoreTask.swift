// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The work that an action started, and the work that this work started in turn.
///
/// An action without effects has an empty one, which costs nothing. Dropping it changes nothing.
public struct StoreTask: Sendable {
    @usableFromInline let group: EffectGroup?

    @usableFromInline
    package init(group: EffectGroup?) { self.group = group }

    /// Waits until all effects that the action started have ended, and all that their actions started.
    ///
    /// When the waiting task is cancelled, the effects are.
    public func finish() async {
        guard let group else { return }
        await withTaskCancellationHandler {
            await group.finish()
        } onCancel: {
            group.cancel()
        }
    }

    /// Cancels the effects; what they still send is dropped.
    public func cancel() { group?.cancel() }

    /// Whether the effects were cancelled through this task.
    public var isCancelled: Bool { group?.isCancelled ?? false }
}
