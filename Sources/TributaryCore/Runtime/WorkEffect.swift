// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A running effect with its work and the way of its actions.
///
/// Unchecked Sendable: `work` is changed once, when the effect has ended and nothing else reads it any more; `release` says
/// more. The way is constant.
final class WorkEffect<Action>: RunningEffect, @unchecked Sendable {
    /// What the effect does, until it has been done: what the program's operation captures is not kept longer.
    private var work: EffectWork<Action>?
    private let way: EffectWay<Action>
    private let failure: (any Error)?

    init(
        _ work: EffectWork<Action>,
        way: EffectWay<Action>,
        failure: (any Error)?,
        place: EffectPlace,
        completion: EffectCompletion?
    ) {
        self.work = work
        self.way = way
        self.failure = failure
        super.init(name: work.name, site: work.site, place: place, completion: completion)
    }

    /// Makes a task that does nothing but the work, if the work needs nothing around it.
    override func makeShortTask() -> Task<Void, Never>? {
        // Who waits for a completion is told of it on the actor, so there is something to do after the operation.
        guard name == nil, completion == nil, failure == nil, let work, work.isolation == nil,
            let operation = work.plainOperation
        else { return nil }
        // The task inherits it.
        return Dependencies.$performer.withValue(port) {
            Task(priority: work.priority) { [ending = EffectEnding(self), operation] in
                // The task has the effect as long as it runs.
                let effect = unsafeDowncast(ending.effect, to: WorkEffect.self)
                do {
                    try await operation(Send(channel: effect, way: effect.way))
                } catch {
                    await effect.handle(error)
                }
            }
        }
    }

    override func makeTask(on executor: (any EffectExecutor)?) -> Task<Void, Never> {
        if executor == nil, let isolation = work?.isolation { return makeTask(beginningOn: isolation) }
        // Without the records that a name and an executor leave in a task.
        if name == nil, executor == nil {
            return Task(priority: work?.priority) { await self.run(on: nil) }
        }
        return Task(name: name, executorPreference: executor, priority: work?.priority) {
            await self.run(on: executor)
        }
    }

    /// Makes a task whose first job is in the queue of an actor when this returns.
    ///
    /// From the global executor the job would come there later, and others before it.
    private func makeTask(beginningOn isolation: any Actor) -> Task<Void, Never> {
        typealias Isolated = (isolated any Actor) -> Task<Void, Never>
        typealias Anywhere = (any Actor) -> Task<Void, Never>
        let (name, priority) = (name, work?.priority)
        let make: Isolated = { isolation in
            Task(name: name, priority: priority) {
                // The closure captures `isolation`, and so the task is isolated as the closure is.
                await self.run(isolation: isolation, on: nil)
            }
        }
        // Called on the machine's actor, which may be another actor. That is safe: the closure touches nothing of the
        // actor but hands the reference to the task, and isolation does not change how it is called.
        return unsafeBitCast(make, to: Anywhere.self)(isolation)
    }

    private func run(isolation: isolated (any Actor)? = nil, on executor: (any EffectExecutor)?) async {
        if let work {
            await Dependencies.$performer.withValue(port) {
                await work.perform(on: isolation, with: Send(channel: self, way: way), failure: failure)
            }
        }
        await end(executor)
    }

    private func handle(_ error: any Error) async {
        await work?.handle(error, with: Send(channel: self, way: way))
    }

    /// Releases the work.
    ///
    /// Called by the effect's own task as the last that has to do with the work, of effects without a completion. Other code
    /// reads the work before the task is made, and `fail`, for effects that have a completion.
    override func release() {
        // Without its type, whose metadata would be looked up to release it.
        let done: AnyObject? = work
        work = nil
        // Only now: what the program's operation holds may run any code at its end.
        withExtendedLifetime(done) {}
    }

    override func fail(with error: any Error, by runner: EffectRunner, in place: EffectFailure) -> Bool {
        // A wait of the runtime has no operation of the program that could fail. Every effect with a time limit has a
        // completion, and so keeps its work.
        guard let work, !work.isWait else { return false }
        runner.begin(
            work,
            failure: error,
            identifiers: place.identifiers,
            lifetime: place.lifetime,
            group: group,
            cause: cause,
            way: way,
            completion: place.completion
        )
        return true
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
private final class EffectEnding: Sendable {
    let effect: RunningEffect

    init(_ effect: RunningEffect) { self.effect = effect }

    deinit { effect.operationReturned() }
}
