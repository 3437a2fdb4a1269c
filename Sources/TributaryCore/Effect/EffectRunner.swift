// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Performs effects for one machine: takes them apart, performs the commands of their table, and starts the tasks.
///
/// An effect begins when it is performed, but its task starts only when the action is done. So work for a child that the
/// same action removed never starts.
///
/// Unchecked Sendable: it belongs to its machine's actor. Running effects retain it, but on other threads they only use the
/// dependencies, the actor, which is set before the first of them, and the list of ended effects, which a lock guards.
@usableFromInline final class EffectRunner: DependencyHolder, @unchecked Sendable {
    /// The dependencies of the machine; code in its effects reads them.
    let dependencies: Dependencies

    // The flags stand together, behind that of the dependencies: apart, each would take eight bytes of every store.
    private let hasEndedFlag = Atomic(false)
    private var isPerforming = false
    private var isStarting = false
    private var isClosed = false

    let status: MachineStatus

    /// The actor that owns the machine, while there is one.
    weak var actor: (any Actor)?

    /// The machine, once it has effects; they do not keep it alive.
    weak var machine: (any EffectMachineOwner)?

    /// The effects that have ended of which the machine has not taken note; `nil` when it is gone.
    private let ended = Mutex<Queue<EffectRecord>?>(Queue())

    /// Makes the executors of effects.
    ///
    /// Without it, effects run where the program's tasks run.
    var makeExecutor: EffectExecutorMaker?

    // Not checked for exclusive access: the runner belongs to one actor, and the program's code that the table calls may use the
    // machine, but its requests wait: see `change`.
    @exclusivity(unchecked) var table = EffectMachine()

    /// The effects that have begun, and start when the action is done.
    ///
    /// Not checked for exclusive access: it is asked after each action, and changed by functions that run no other code.
    @exclusivity(unchecked) private var begun = Queue<EffectRecord>()

    /// The commit that new effects wait for (law 13), in a machine that is recorded.
    var commit: EffectGroup?
    private var held: [EffectRecord] = []

    /// Gets the events of effects, for inspections.
    var watch: ((EffectEvent) -> Void)?

    /// The root of the pieces of state that effects live with, once there are effects.
    var root: EffectLifetime?

    init(dependencies: Dependencies, status: MachineStatus) {
        self.dependencies = dependencies
        self.status = status
    }

    /// Whether effects have ended that are still counted.
    ///
    /// Read in each turn.
    @usableFromInline var hasEndedEffects: Bool { hasEndedFlag.load(ordering: .relaxed) }

    /// The operations that run, in the order in which they began.
    var running: [EffectDescription] {
        table.operations().compactMap { $0.hasEnded || $0.isCancelled ? nil : $0.description }
    }

    // MARK: Asking the table

    /// Uses the table or the tree of lifetimes, which hash, compare, and release identifiers of the program.
    ///
    /// That code may use the machine (law 14). Its requests wait until nothing is half done here, and are performed then,
    /// unless a turn is running.
    func performing<Result>(_ body: () -> Result) -> Result {
        let phase = status.phase
        guard phase != .performing else { return body() }
        status.phase = .performing
        defer {
            status.phase = phase
            if phase == .idle, status.isAttended { machine?.endReading(in: phase) }
        }
        return body()
    }

    /// Changes the table, and performs its commands.
    func change<Result>(_ body: (inout EffectMachine) -> Result) -> Result {
        performing {
            defer { performCommands() }
            return body(&table)
        }
    }

    /// Not inlined: each change of the table would have a copy.
    @inline(never)
    private func performCommands() {
        while case let commands = table.takeCommands(), !commands.isEmpty {
            for command in commands {
                switch command {
                case .cancel(let operation): stop(operation)
                case .open(let gate): gate.leave()
                case .goOn(let sequence): table.unfinished.append((nil, sequence.inside))
                case .release: break
                }
            }
        }
    }

    func stop(_ effect: EffectRecord) { if effect.cancel(byMachine: true) { tellEnd(of: effect) } }

    /// Reports the end of an effect to inspections.
    private func tellEnd(of effect: EffectRecord) {
        guard let watch else { return }
        let number = effect.description.number
        watch(effect.isCancelled ? .cancelled(number) : .ended(number))
    }

    /// Cancels everything that runs or waits.
    func cancelAll() { change { $0.cancelAll() } }

    /// Takes note of the effects that have ended.
    func removeEnded() {
        guard hasEndedEffects else { return }
        hasEndedFlag.store(false, ordering: .relaxed)
        while let effect = ended.withLock({ $0?.popFirst() }) { noteEnd(of: effect) }
    }

    // MARK: Taking effects apart

    /// Takes an effect apart, without starting anything yet.
    func perform(_ operation: EffectOperation?, in context: consuming EffectContext) {
        guard let operation else { return endPart(of: context.parent) }
        let rest = table.unfinished.count
        takeApart(operation, in: context)
        goOn(beyond: rest)
    }

    /// Takes an effect apart, and appends parts that come later to the unfinished ones.
    private func takeApart(_ operation: EffectOperation?, in context: consuming EffectContext) {
        let outer = isPerforming
        isPerforming = true
        var next = operation ?? nextPart(of: context.parent)
        while let operation = next { next = step(operation, in: &context) }
        isPerforming = outer
    }

    /// Takes apart all unfinished effects beyond a position.
    ///
    /// It is a loop rather than a recursion: effects may be nested as deep as a program likes.
    private func goOn(beyond base: Int) {
        while table.unfinished.count > base {
            let (operation, context) = table.unfinished.removeLast()
            takeApart(operation, in: context)
        }
    }

    /// Continues sequences whose parts have ended, unless a caller does.
    func goOn() { if !isPerforming { goOn(beyond: 0) } }

    /// Removes and returns the next part of a sequence, or ends the sequence.
    private func nextPart(of sequence: EffectRecord?) -> EffectOperation? {
        guard let sequence else { return nil }
        if sequence.context.canceller?.isCancelled != true, let next = sequence.rest.popFirst() {
            // Not only empty: the storage has the parts that have begun.
            if sequence.rest.isEmpty { sequence.rest = [] }
            return next
        }
        change {
            sequence.rest = []
            $0.endPart(of: sequence)
        }
        return nil
    }

    /// Performs the first step of an operation, and returns the next operation in the context.
    private func step(_ operation: EffectOperation, in context: inout EffectContext) -> EffectOperation? {
        guard let kind = operation.kind else {
            send(operation, in: context)
            endPart(of: context.parent)
            return nil
        }
        switch kind {
        case .work(let work):
            begin(work, in: context)
            return nil
        case .merge(let operations):
            context.parent?.pending += operations.count - 1
            for operation in operations.reversed() { table.unfinished.append((operation, context)) }
            return nil
        case .concatenate(let operations):
            context.isAwaited = true
            return sequence(operations[...], in: &context)
        case .cancel(let identifier):
            change { $0.cancel(identifier, within: context.place) }
            endPart(of: context.parent)
            return nil
        case .cancellable(let operation, let identifier, let cancelsInFlight, let belongsToState):
            if cancelsInFlight { change { $0.cancel(identifier, within: context.place) } }
            if belongsToState { context.belongsToState = true }
            if case .work(let work)? = operation.kind {
                begin(work, in: context, under: identifier)
                return nil
            }
            context.parent = begin(EffectRecord(.named, in: context, under: identifier))
            return operation
        case .limited(let operation, let identifier, let policy, let window):
            return limit(operation, identifier, policy, window, in: &context)
        case .delayed(let operation, let timer): return delay(operation, timer, in: &context)
        case .timed(let operation, let timer, let action):
            time(timer, sending: action, in: &context)
            return operation
        case .retried(let operation, let retry):
            context.retries = EffectChain(retry, context.retries)
            return operation
        case .embedded(let operation, let embedding, let link, let element):
            if let link { enter(link, element, in: &context) }
            context.way = EffectChain(embedding, context.way)
            return operation
        case .depending(let operation, let dependencies):
            context.dependencies = dependencies
            return operation
        case .deferred(let make):
            let operation = make()
            if operation == nil { endPart(of: context.parent) }
            return operation
        case .heldByCompanion(let operation):
            context.holder = context.holder ?? context.group
            // It comes to an end, so that `flush` can wait for it.
            context.group = EffectGroup(deferredIn: context.holder)
            return operation
        }
    }

    /// A part of an effect has ended that had nothing to do.
    func endPart(of parent: EffectRecord?) {
        if let parent { change { $0.endPart(of: parent) } }
    }

    /// Keeps an effect that has ended until the machine takes note of it, which spares it the way to the actor.
    func insertEnded(_ effect: EffectRecord) {
        ended.withLock { $0?.append(effect) }
        hasEndedFlag.store(true, ordering: .releasing)
    }

    /// An operation has ended between two turns, and the next effects begin.
    func end(_ effect: EffectRecord) {
        let whole = effect.isActive && !effect.isCancelled ? effect.parent : nil
        noteEnd(of: effect)
        if let whole, whole.clock === effect { whole.late?() }
        startBegun()
    }

    private func noteEnd(of effect: EffectRecord) {
        if effect.isActive { tellEnd(of: effect) }
        change {
            // Nothing follows a wait that was cancelled, or that failed.
            if effect.wait != nil, effect.isCancelled { effect.parent?.rest = [] }
            $0.end(effect)
        }
    }

    /// Sends an action on behalf of the piece of state that an effect lives with.
    func send(_ operation: EffectOperation, in context: EffectContext) {
        guard let machine, let operation = embed(operation, by: context.way) else { return }
        machine.receive(operation, group: context.group, cause: context.cause, from: context.place)
    }

    /// Lets the effects in a context live with the state of a child.
    func enter(_ link: StateLink, _ element: AnyHashable?, in context: inout EffectContext) {
        guard let parent = context.place ?? root else { return }
        let place = performing { link.lifetime(under: parent, element: element) }
        guard place !== root else { return context.place = nil }
        context.place = place
        // Also between turns: the next action may remove the state.
        status.isAttended = true
    }

    /// Begins effects one after another; returns the first.
    func sequence(
        _ operations: ArraySlice<EffectOperation>,
        in context: inout EffectContext
    ) -> EffectOperation? {
        let sequence = begin(EffectRecord(.whole, in: context))
        sequence.rest = operations.dropFirst()
        context.parent = sequence
        return operations.first
    }

    /// Registers an effect.
    @discardableResult
    func begin(_ record: EffectRecord) -> EffectRecord {
        change { $0.begin(record) }
        return record
    }

    /// Begins an operation; `startBegun` starts it.
    ///
    /// - Parameters:
    ///   - work: The operation.
    ///   - context: The context of its request.
    ///   - identifier: Its cancellation identifier.
    ///   - isTold: Whether the parent in the context waits for it.
    /// - Returns: The effect, if it has begun.
    @discardableResult
    func begin(
        _ work: EffectWork,
        in context: EffectContext,
        under identifier: AnyHashable? = nil,
        isTold: Bool = true
    ) -> EffectRecord? {
        // An effect that a closing store still begins ends at once.
        guard !isClosed else { return nil }
        // Done here too, because many effects may begin without a turn, and ended ones should not accumulate.
        removeEnded()
        // An effect whose state was removed ends, too, and so does one of a machine that has no actor.
        guard context.place?.ended == nil, actor != nil else {
            if isTold { endPart(of: context.parent) }
            return nil
        }
        table.operationCount += 1
        let effect = begin(
            EffectRecord(in: context, under: identifier, isTold: isTold, work: work, runner: self)
        )
        effect.enterGroups()
        watch?(.began(effect.description))
        if let commit, !commit.isDurable {
            // The task that reports the commit has another context, or none.
            (effect.commit, effect.sender) = (commit, machine?.carrier?.current)
            held.append(effect)
        } else {
            begun.append(effect)
        }
        return effect
    }

    // MARK: Starting

    /// Starts the effects that have begun, and drops those that were cancelled since.
    ///
    /// An effect that is dropped may let others begin; those are started here, too.
    func startBegun() {
        guard !isStarting else { return }
        goOn()
        isStarting = true
        defer { isStarting = false }
        while let next = begun.popFirst() {
            if next.isActive {
                start(next)
            } else {
                // Also while a caller takes effects apart: those after the dropped one begin first.
                let rest = table.unfinished.count
                change { $0.end(next) }
                goOn(beyond: rest)
                next.leaveGroups()
            }
        }
    }

    /// Starts an effect, in the context of its action if it has waited.
    private func start(_ effect: EffectRecord) {
        guard effect.commit.take() != nil, let carrier = machine?.carrier else {
            return effect.start(on: makeExecutor?(effect.description))
        }
        carrier.resume(effect.sender.take()) { effect.start(on: makeExecutor?(effect.description)) }
    }

    /// Lets the effects start whose commit is durable, or drops all that wait for one: `startBegun` does so.
    func releaseHeld(dropsAll: Bool = false) {
        let count = held.prefix { dropsAll || $0.commit?.isDurable == true }.count
        for effect in held.prefix(count) { begun.append(effect) }
        held.removeFirst(count)
    }

    /// Cancels everything, begins nothing more, and reports the effects that have never begun.
    func close(of state: Any.Type) {
        isClosed = true
        removeEnded()
        reportWaiting(of: state)
        cancelAll()
        // Effects that have begun but not started are dropped, so that nothing waits for them.
        startBegun()
        releaseHeld(dropsAll: true)
        startBegun()
    }

    /// The machine is gone, and its state: cancels everything, and ends all waits for effects.
    ///
    /// Safe on any thread, because the machine has no other owner.
    func abandon() {
        isClosed = true
        let last = ended.withLock { $0.take() }
        withExtendedLifetime(last) {}
        // They retain this runner.
        let waiting = Array(begun.all) + held
        (begun, held) = (Queue(), [])
        for effect in waiting { effect.leaveGroups() }
        for record in table.removeAll() { record.cancel() }
        root?.removeAll()
    }
}

/// The context of an effect: its piece of state, its groups, and the path of its actions to the store.
struct EffectContext {
    /// The record of the effect that this is a part of.
    var parent: EffectRecord?

    /// Whether the end of the effect has to be reported at once, because another effect follows it.
    var isAwaited = false

    /// The piece of state that the effect lives with; `nil` for the whole state.
    var place: EffectLifetime?

    /// The embeddings of its actions, the innermost first.
    var way: EffectChain<EffectEmbedding>?

    /// The policies by which its operations are retried, the innermost first.
    var retries: EffectChain<RetryPolicy>?

    /// The dependencies of the innermost subtree that overrides its store's.
    var dependencies: Dependencies?

    /// The group that waits for the effect, or that of the deferred work that it is a part of.
    var group: EffectGroup?

    /// The group that may cancel the effect if it belongs to a piece of state or a companion, and not to an action.
    var holder: EffectGroup?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?

    /// Whether only the end of the state ends the effect, and not the task of the action that began it.
    var belongsToState = false

    /// The group that may cancel the effect.
    var canceller: EffectGroup? { belongsToState ? holder : group }

    /// Becomes the context of an operation.
    mutating func enter(_ work: EffectWork) {
        // Deferred work comes to an end. A stream lasts until it is cancelled, so it is no part of deferred work.
        if work.isStream || belongsToState { group = group?.base }
        holder = canceller
        // A wait is not the program's, and does not fail.
        if work.wait != nil { retries = nil }
        // No group waits for a window to close.
        if work.wait == .window { (group, holder) = (nil, nil) }
    }
}

/// The part of a machine that its effects use.
protocol EffectMachineOwner: AnyObject {
    /// Carries contexts with actions, if configured.
    var carrier: (any ContextCarrier)? { get }

    /// Processes the actions that other threads have sent.
    func openInbox()

    /// Processes an action that an effect sent.
    func receive(_ operation: EffectOperation, group: EffectGroup?, cause: Int?, from sender: EffectLifetime?)

    /// Continues the work of the machine, and performs the requests that came meanwhile.
    func endReading(in phase: MachinePhase)
}
