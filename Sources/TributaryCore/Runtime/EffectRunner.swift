// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Performs effects for one machine: takes them apart, performs the commands of their table, and starts the tasks.
///
/// It belongs to its machine's actor. An effect begins when it is performed, but its task starts only when the action
/// is done. So work for a child that the same action removed never starts.
@usableFromInline final class EffectRunner {
    let dependencies: Dependencies

    let status: MachineStatus

    /// The actor that owns the machine, while there is one.
    weak var actor: (any Actor)? { didSet { port = nil } }

    /// Where the machine is used, once it has effects.
    private var port: EffectPort?

    /// Makes the executors of effects.
    ///
    /// Without it, effects run where the program's tasks run.
    var makeExecutor: EffectExecutorMaker?

    // Not checked for exclusive access: the runner belongs to one actor, and the program's code that the table calls may use the
    // machine, but its requests wait: see `change`.
    @exclusivity(unchecked) var table = EffectMachine()

    /// The rest of effects that are being taken apart, the next one at the end; without an operation, the next part of the sequence
    /// in the context.
    private var unfinished: [(operation: EffectOperation?, context: EffectContext)] = []
    private var isPerforming = false

    /// The effects that have begun, and start when the action is done.
    private var begun = Queue<RunningEffect>()
    private var isStarting = false

    /// An empty list for the next effects that end, so that none is allocated.
    private var spareList: [RunningEffect] = []
    private var operationCount = 0

    /// The deferred work that effects which begin now are a part of.
    private(set) var deferral: EffectGroup?
    private var isClosed = false

    /// The effects that wait for commits, in a machine that is recorded.
    var holding: EffectHolding?

    /// Gets the events of effects, for inspections.
    var watch: ((EffectEvent) -> Void)?

    /// The root of the pieces of state that effects live with.
    let root: EffectLifetime

    init(of state: Any.Type, dependencies: Dependencies, status: MachineStatus) {
        root = EffectLifetime(of: state)
        self.dependencies = dependencies
        self.status = status
    }

    /// Whether there are no effects; some that there are may have ended.
    var isIdle: Bool { table.isEmpty }

    /// Whether effects have ended that are still counted.
    @usableFromInline var hasEndedEffects: Bool { port?.hasEnded == true }

    /// How many effects are kept, whether they have ended or not.
    var keptCount: Int { table.count }

    /// The operations that run, in the order in which they began.
    var running: [EffectDescription] {
        operations().compactMap { $0.hasEnded || $0.isCancelled ? nil : $0.description }
    }

    func operations(of whole: EffectRecord? = nil) -> [RunningEffect] {
        table.operations(of: whole).compactMap { $0 as? RunningEffect }
    }

    /// The context for the effects of a machine's own reducer.
    func context(
        of machine: any EffectMachineOwner,
        group: EffectGroup,
        holder: EffectGroup? = nil,
        cause: Int?
    ) -> EffectContext {
        if port == nil { port = EffectPort(actor, machine, dependencies) }
        return EffectContext(group: group, holder: holder, deferral: deferral, cause: cause)
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
            if phase == .idle, status.isAttended { port?.machine?.endReading(in: phase) }
        }
        return body()
    }

    /// Changes the table, and performs its commands.
    func change<Result>(_ body: (inout EffectMachine, inout [EffectCommand]) -> Result) -> Result {
        performing {
            var commands: [EffectCommand] = []
            let result = body(&table, &commands)
            var index = 0
            while index < commands.count {
                switch commands[index] {
                case .cancel(let record): (record as? RunningEffect).map(stop)
                case .open(let content): (content as? EffectGate)?.open()
                case .goOn(let sequence):
                    if let rest = sequence.content as? EffectRest {
                        unfinished.append((nil, rest.context))
                    } else {
                        table.endPart(of: sequence, &commands)
                    }
                case .release: break
                }
                index += 1
            }
            return result
        }
    }

    func stop(_ effect: RunningEffect) { if effect.cancel(byMachine: true) { tellEnd(of: effect) } }

    /// Reports the end of an effect to inspections.
    private func tellEnd(of effect: RunningEffect) {
        guard let watch else { return }
        let number = effect.description.number
        watch(effect.isCancelled ? .cancelled(number) : .ended(number))
    }

    func cancel(_ identifier: AnyHashable, within place: EffectLifetime?) {
        change { $0.cancel(identifier, within: place, &$1) }
    }

    func cancel(_ place: EffectLifetime) { change { $0.cancel(place, &$1) } }

    /// Cancels an effect with its parts.
    func cancel(_ effect: EffectRecord) { change { $0.cancel([effect], &$1) } }

    /// Cancels everything that runs or waits.
    func cancelAll() { change { $0.cancelAll(&$1) } }

    /// Takes note of the effects that have ended.
    func removeEnded() {
        guard let port, port.hasEnded else { return }
        var list: [RunningEffect] = []
        swap(&list, &spareList)
        port.takeEnded(&list)
        for effect in list { noteEnd(of: effect) }
        list.removeAll(keepingCapacity: list.count <= 64)
        spareList = list
    }

    // MARK: Taking effects apart

    /// Takes an effect apart, without starting anything yet.
    func perform(_ operation: EffectOperation?, in context: EffectContext) {
        guard let operation else { return endPart(of: context.parent) }
        unfinished.append((operation, context))
        goOn(beyond: unfinished.count - 1)
    }

    /// Takes apart all unfinished effects beyond a position.
    ///
    /// It is a loop rather than a recursion: effects may be nested as deep as a program likes.
    private func goOn(beyond base: Int) {
        let outer = isPerforming
        isPerforming = true
        defer { isPerforming = outer }
        while unfinished.count > base {
            var (next, context) = unfinished.removeLast()
            if next == nil { next = nextPart(of: context.parent) }
            while let operation = next { next = step(operation, in: &context) }
        }
    }

    /// Continues sequences whose parts have ended, unless a caller does.
    func goOn() { if !isPerforming { goOn(beyond: 0) } }

    /// Removes and returns the next part of a sequence, or ends the sequence.
    private func nextPart(of sequence: EffectRecord?) -> EffectOperation? {
        if let rest = sequence?.content as? EffectRest, rest.context.canceller?.isCancelled != true,
            let next = rest.remaining.popFirst()
        {
            if rest.remaining.isEmpty { sequence?.content = nil }
            return next
        }
        change {
            sequence?.content = nil
            $0.endPart(of: sequence, &$1)
        }
        return nil
    }

    /// Performs the first step of an operation, and returns the next operation in the context.
    private func step(_ operation: EffectOperation, in context: inout EffectContext) -> EffectOperation? {
        if let work = operation.work {
            begin(work, in: context)
            return nil
        }
        guard let composite = operation.composite else {
            send(operation, in: context)
            endPart(of: context.parent)
            return nil
        }
        switch composite.kind {
        case .merge(let operations):
            context.parent?.pending += operations.count - 1
            for operation in operations.reversed() { unfinished.append((operation, context)) }
            return nil
        case .concatenate(let operations):
            context.isAwaited = true
            return sequence(operations[...], in: &context)
        case .cancel(let identifier):
            cancel(identifier, within: context.place)
            endPart(of: context.parent)
            return nil
        case .cancellable(let operation, let identifier, let cancelsInFlight, let belongsToState):
            if cancelsInFlight { cancel(identifier, within: context.place) }
            if belongsToState { context.belongsToState = true }
            if operation.work != nil {
                context.identifier = identifier
            } else {
                name(identifier, in: &context)
            }
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
            context.group = context.holder ?? context.group
            context.holder = context.group
            // It comes to an end, so that `flush` can wait for it.
            context.deferral = EffectGroup()
            return operation
        }
    }

    /// A part of an effect has ended that had nothing to do.
    func endPart(of parent: EffectRecord?) {
        guard let parent else { return }
        change { $0.endPart(of: parent, &$1) }
    }

    /// An operation has ended between two turns, and the next effects begin.
    func end(_ effect: RunningEffect) {
        let whole = effect.isActive && !effect.isCancelled ? effect.parent : nil
        noteEnd(of: effect)
        if let whole, whole.clock === effect { timeOut(whole) }
        startBegun()
    }

    private func noteEnd(of effect: RunningEffect) {
        if effect.isActive { tellEnd(of: effect) }
        // Nothing follows a wait that was cancelled, or that failed.
        if effect.wait != nil, effect.isCancelled { effect.parent?.content = nil }
        change { $0.end(effect, &$1) }
    }

    /// Sends an action on behalf of the piece of state that an effect lives with.
    func send(_ operation: EffectOperation, in context: EffectContext) {
        guard let machine = port?.machine, let operation = embed(operation, by: context.way) else { return }
        deferring(context.deferral) {
            machine.receive(operation, group: context.group, cause: context.cause, from: context.place)
        }
    }

    /// Makes everything that begins within `body` a part of the given deferred work, or of none.
    func deferring<Result>(_ deferral: EffectGroup?, _ body: () -> Result) -> Result {
        let outer = self.deferral
        self.deferral = deferral
        defer { self.deferral = outer }
        return body()
    }

    /// Lets the effects in a context live with the state of a child.
    func enter(_ link: StateLink, _ element: AnyHashable?, in context: inout EffectContext) {
        let parent = context.place ?? root
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
        let sequence = begin(EffectRecord(.sequence), in: context)
        context.parent = sequence
        sequence.content = EffectRest(operations.dropFirst(), context)
        return operations.first
    }

    /// Begins something made of parts that have an identifier in common: the parent in the context from now on.
    func name(_ identifier: AnyHashable, in context: inout EffectContext) {
        context.parent = begin(EffectRecord(.named), identifier, in: context)
    }

    /// Registers an effect.
    func begin<Record: EffectRecord>(
        _ record: Record,
        _ identifier: AnyHashable? = nil,
        in context: EffectContext
    ) -> Record {
        change { table, _ in
            table.begin(record, in: context.parent, place: context.place, identifier: identifier)
        }
        return record
    }

    /// Begins an operation; `startBegun` starts it.
    ///
    /// - Parameters:
    ///   - work: The operation.
    ///   - context: The context of its request.
    ///   - isTold: Whether the parent in the context waits for it.
    /// - Returns: The effect, if it has begun.
    @discardableResult
    func begin(
        _ work: EffectWork,
        in context: EffectContext,
        isTold: Bool = true
    ) -> EffectRecord? {
        // An effect that a closing store still begins ends at once.
        guard !isClosed else { return nil }
        // Done here too, because many effects may begin without a turn, and ended ones should not accumulate.
        removeEnded()
        // An effect whose state was removed ends, too, and so does one of a machine that has no actor.
        guard context.place?.ended == nil, let port, port.actor != nil else {
            if isTold { endPart(of: context.parent) }
            return nil
        }
        operationCount += 1
        let effect = begin(
            RunningEffect(work, in: context, isTold: isTold, order: operationCount, port: port),
            context.identifier,
            in: context
        )
        effect.enterGroups()
        watch?(.began(effect.description))
        if holding?.hold(effect) != true { begun.append(effect) }
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
                change { $0.end(next, &$1) }
                goOn()
                next.leaveGroups()
            }
        }
    }

    /// Starts an effect, in the context of its action if it has waited.
    private func start(_ effect: RunningEffect) {
        guard let sent = effect.sent.take(), let carrier = holding?.carrier else {
            return effect.start(on: makeExecutor?(effect.description))
        }
        carrier.resume(sent) { effect.start(on: makeExecutor?(effect.description)) }
    }

    /// Starts the effects of a commit, and of those before it.
    func release(upTo commit: Int) {
        guard let released = holding?.release(upTo: commit), !released.isEmpty else { return }
        for effect in released { begun.append(effect) }
        startBegun()
    }

    /// Cancels everything, begins nothing more, and reports the effects that have never begun.
    func close(of state: Any.Type) {
        isClosed = true
        removeEnded()
        reportWaiting(of: state)
        cancelAll()
        // Effects that have begun but not started are dropped, so that nothing waits for them.
        startBegun()
        release(upTo: .max)
    }

    /// The machine is gone, and its state: cancels everything, and ends all waits for effects.
    ///
    /// Safe on any thread, because the machine has no other owner.
    func abandon() {
        isClosed = true
        port?.close()
        for effect in begun.all { effect.leaveGroups() }
        for effect in holding?.release(upTo: .max) ?? [] { effect.leaveGroups() }
        for record in table.removeAll() { (record as? RunningEffect)?.cancel() }
    }
}

/// The rest of an effect: the parts of a sequence that have not begun, or the action to send when the time is over.
final class EffectRest {
    var remaining: ArraySlice<EffectOperation>
    let context: EffectContext

    /// The limit of its time, if it has one.
    let timer: EffectTimer?

    init(_ remaining: ArraySlice<EffectOperation>, _ context: EffectContext, timer: EffectTimer? = nil) {
        self.remaining = remaining
        self.context = context
        self.timer = timer
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

    /// The identifier of the one operation that comes next.
    var identifier: AnyHashable?

    /// The embeddings of its actions, the innermost first.
    var way: EffectChain<EffectEmbedding>?

    /// The policies by which its operations are retried, the innermost first.
    var retries: EffectChain<EffectRetry>?

    /// The dependencies of the innermost subtree that overrides its store's.
    var dependencies: Dependencies?

    /// The group that waits for the effect.
    var group: EffectGroup?

    /// The group that may cancel the effect if it belongs to a piece of state or a companion, and not to an action.
    var holder: EffectGroup?

    /// The deferred work that it is a part of.
    var deferral: EffectGroup?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?

    /// Whether only the end of the state ends the effect, and not the task of the action that began it.
    var belongsToState = false

    /// An error that its operations handle instead of doing their work.
    var failure: (any Error)?

    /// The group that may cancel the effect.
    var canceller: EffectGroup? { belongsToState ? holder : group }

    /// The context of a part of an effect, for whose end that effect waits.
    func inside(_ parent: EffectRecord) -> EffectContext {
        var context = self
        (context.parent, context.isAwaited) = (parent, true)
        return context
    }
}
