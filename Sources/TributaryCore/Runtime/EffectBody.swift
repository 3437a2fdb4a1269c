// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one effect does, without the type of the actions it sends.
///
/// Unchecked, because it has subclasses; all of them are in this file, and constant.
class EffectBody: @unchecked Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?

    /// Whether the runtime waits here on behalf of an effect.
    ///
    /// No operation of the program runs then.
    let isWait: Bool

    /// The actor on which the work begins; `nil` if it begins on no actor.
    let isolation: (any Actor)?

    fileprivate init<Action>(describing work: EffectWork<Action>) {
        name = work.name
        priority = work.priority
        site = work.site
        isWait = work.isWait
        isolation = work.isolation
    }

    /// Does the work, or answers an error in its place.
    func perform(
        on isolation: isolated (any Actor)?,
        for channel: any EffectChannel,
        failure: (any Error)?
    ) async {
        preconditionFailure("A body is that of a type of actions.")
    }

    /// Makes a task that does nothing but the work, if the work needs nothing around it.
    ///
    /// - Parameters:
    ///   - channel: The channel for what the work sends.
    ///   - ending: Released when the work is done.
    /// - Returns: The task.
    func makeTask(for channel: any EffectChannel, releasing ending: @autoclosure () -> EffectEnding)
        -> Task<Void, Never>?
    {
        preconditionFailure("A body is that of a type of actions.")
    }
}

/// Called back by its end: the task of an effect releases it when the operation has returned.
///
/// A statement after the operation would run where the task began, and so cost every effect a change of threads back from
/// the store's actor, where its last action was delivered. What a task captures is released wherever it ends.
///
/// This is sound because Swift promises it: "After this code has run to completion, … this closure is eagerly released"
/// (`Task`, "Task closure lifetime"), also when the operation threw or its task was cancelled, and a task that was cancelled
/// before it began still runs. No code but the task ever has this object: neither `Send` nor the operation refers to it. So
/// it is released once, after the operation, by the thread that ran it or by the one that made the task if that is later;
/// what it calls is safe on any thread.
final class EffectEnding: Sendable {
    private let effect: RunningEffect

    init(_ effect: RunningEffect) { self.effect = effect }

    deinit { effect.operationReturned() }
}

/// The work of an effect, with the way of its actions.
///
/// Unchecked Sendable, because the superclass is; both properties are constant and Sendable.
final class WorkBody<Action>: EffectBody, @unchecked Sendable {
    private let work: EffectWork<Action>
    private let way: EffectWay<Action>

    init(_ work: EffectWork<Action>, _ way: EffectWay<Action>) {
        self.work = work
        self.way = way
        super.init(describing: work)
    }

    override func perform(
        on isolation: isolated (any Actor)?,
        for channel: any EffectChannel,
        failure: (any Error)?
    ) async {
        await work.perform(on: isolation, with: Send(channel: channel, way: way), failure: failure)
    }

    override func makeTask(for channel: any EffectChannel, releasing ending: @autoclosure () -> EffectEnding)
        -> Task<Void, Never>?
    {
        guard name == nil, isolation == nil, let operation = work.plainOperation else { return nil }
        return Task(priority: priority) {
            [operation, work, send = Send(channel: channel, way: way), ending = ending()] in
            do { try await operation(send) } catch { await work.handle(error, with: send) }
            _ = ending
        }
    }
}
