// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Performs effects for one machine: does what the ledger says, and starts the tasks.
///
/// It belongs to its machine's actor. An effect begins when it is performed, but its task starts only when the action
/// is done. So work for a child that the same action removed never starts.
@usableFromInline
final class EffectRunner {
    let port: EffectPort

    /// Where the machine runs; `nil` if it belongs to no actor.
    @exclusivity(unchecked) private var home: EffectHome?

    /// The actor that owns the machine, while there is one.
    var actor: (any Actor)? {
        get { home?.actor }
        set { home = newValue.map(EffectHome.init) }
    }

    // Not checked for exclusive access, here and below, are properties that are read and written as a whole: no other
    // code runs meanwhile, and the runner belongs to one actor.

    /// Makes the executors of effects.
    ///
    /// Without it, effects run where the program's tasks run.
    @exclusivity(unchecked) var makeExecutor: EffectExecutorMaker?

    /// What the machine is doing; valid while the machine lives.
    let status: UnsafeMutablePointer<MachineStatus>

    /// The machine, once it has effects that go on by themselves between its turns.
    weak var owner: (any EffectOwner)?
    private var ledger = EffectLedger()
    @exclusivity(unchecked) var begun: [Begun?] = []
    private var gates: [EffectNumber: EffectGate] = [:]

    /// The effects that wait for their time or their place, by the number of the wait.
    var waiting: [EffectNumber: WaitingEffect] = [:]

    /// The deferred work that effects which begin now are a part of.
    @exclusivity(unchecked) var deferral: EffectGroup?
    @exclusivity(unchecked) private var isClosed = false
    @exclusivity(unchecked) private var isStarting = false

    /// What waits for commits, in a machine that is recorded.
    @exclusivity(unchecked) var holding: EffectHolding?

    /// Hears of effects, for whoever inspects the machine.
    var watch: ((EffectEvent) -> Void)?

    init(dependencies: Dependencies, status: UnsafeMutablePointer<MachineStatus>) {
        port = EffectPort(dependencies: dependencies)
        self.status = status
    }

    deinit {
        // The machine is gone, and with it their state; whoever waits for them need not wait longer.
        for waiting in holding?.held ?? [] { waiting.effect.leaveGroups() }
    }

    /// Whether the ledger counts no effects; it may count some that have ended.
    var isIdle: Bool { ledger.isEmpty }

    /// Whether effects have ended that the ledger still counts.
    @usableFromInline var hasEndedEffects: Bool { port.hasEnded }

    /// How many effects are kept, whether they have ended or not.
    var keptCount: Int { max(ledger.count, port.keptCount) }

    /// Begins an effect; `startBegun` starts it.
    ///
    /// - Parameters:
    ///   - work: The operation.
    ///   - failure: An error to handle instead of doing the work.
    ///   - identifiers: The identifiers by which it can be cancelled.
    ///   - lifetime: The piece of state that it lives with.
    ///   - group: The group that waits for it.
    ///   - holder: What may cancel it, beside its state and its identifiers.
    ///   - cause: The entry of the action that it follows from, where entries are recorded.
    ///   - way: Delivers its actions.
    ///   - completion: Called when it has ended, also when it was cancelled.
    /// - Returns: The effect's number, if it has begun.
    @discardableResult
    func begin<Action>(
        _ work: EffectWork<Action>,
        failure: (any Error)? = nil,
        identifiers: [AnyHashable] = [],
        lifetime: EffectLifetime,
        group: EffectGroup?,
        holder: EffectHolder = .group,
        cause: Int? = nil,
        way: EffectWay<Action>,
        completion: EffectCompletion? = nil
    ) -> EffectNumber? {
        guard
            let place = enter(
                site: work.site,
                identifiers: identifiers,
                lifetime: lifetime,
                group: group,
                holder: holder,
                cause: cause,
                completion: completion
            )
        else { return nil }
        let effect = WorkEffect(
            work,
            way: way,
            failure: failure,
            place: place,
            completion: completion.map { ending(place.number, $0) }
        )
        port.insert(effect)
        effect.enterGroups()
        watch?(.began(effect.description))
        begun.append(Begun(effect: effect, completion: completion, commit: holding?.openCommit ?? 0))
        return place.number
    }

    /// Registers an effect that begins.
    ///
    /// - Returns: What it belongs to, or `nil` if it ends at once.
    private func enter(
        site: SourceSite?,
        identifiers: [AnyHashable],
        lifetime: EffectLifetime,
        group: EffectGroup?,
        holder: EffectHolder,
        cause: Int?,
        completion: EffectCompletion?
    ) -> EffectPlace? {
        // An effect that a closing store still begins ends at once.
        guard !isClosed, !port.hasClosed else { return nil }
        // Done here too, because many effects may begin without a turn: ended ones are not kept beside those that
        // begin.
        removeEnded()
        // An effect whose state has gone away ends at once.
        guard lifetime.isRoot || lifetime.ended == nil else {
            completion?()
            return nil
        }
        guard let home, home.actor != nil else {
            port.reporter.report(.effectWithoutActor(at: site))
            completion?()
            return nil
        }
        return EffectPlace(
            number: beginWhole(identifiers: identifiers, lifetime: lifetime),
            home: home,
            port: port,
            group: group,
            deferral: deferral,
            holder: holder,
            cause: cause
        )
    }

    /// Starts the effects that have begun, and drops those that were cancelled since.
    ///
    /// An effect that is dropped may let others begin; those are started here, too.
    func startBegun() {
        guard !begun.isEmpty, !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        var index = 0
        while index < begun.count {
            // Taken out, so that what is released here is not in the list any more: it may run any code.
            let next = begun[index].take()
            index += 1
            guard let next else { continue }
            if next.commit > 0, holding?.hold(next) == true { continue }
            if ledger.contains(next.effect.number) {
                start(next.effect)
            } else {
                holding?.carriage?.drop(next.effect.number)
                next.completion?()
                next.effect.leaveGroups()
            }
        }
        begun.removeAll(keepingCapacity: index <= 64)
    }

    /// Begins an effect with parts, so that it can be cancelled between two of them.
    func beginWhole(identifiers: [AnyHashable], lifetime: EffectLifetime) -> EffectNumber {
        performing { ledger.begin(identifiers: identifiers, lifetime: lifetime) }
    }

    /// Asks whether an effect under a policy may begin, and cancels the effects that have to make room.
    func request(
        _ identifier: AnyHashable,
        for purpose: EffectPurpose,
        policy: EffectPolicy,
        identifiers: [AnyHashable],
        lifetime: EffectLifetime
    ) -> EffectAdmission {
        removeEnded()
        let admission = performing {
            ledger.request(
                identifier,
                for: purpose,
                policy: policy,
                identifiers: identifiers,
                lifetime: lifetime
            )
        }
        switch admission {
        case .begins(_, let commands), .waits(_, let commands): perform { commands }
        case .refused: break
        }
        return admission
    }

    /// Makes a gate that opens when an effect that waits may begin.
    func gate(for number: EffectNumber) -> EffectGate {
        let gate = EffectGate()
        gates[number] = gate
        return gate
    }

    /// Whether an effect has neither ended nor been cancelled.
    func isActive(_ number: EffectNumber) -> Bool { ledger.contains(number) }

    /// Removes an effect that has ended by itself.
    func end(_ number: EffectNumber) {
        if let effect = port.remove(number) { tellEnd(of: effect) }
        perform {
            if !waiting.isEmpty { waiting[number] = nil }
            return ledger.end(number)
        }
    }

    /// Tells the ledger which effects have ended since it was last told.
    func removeEnded() {
        guard port.hasEnded else { return }
        port.takeEnded { effect in
            tellEnd(of: effect)
            perform {
                if !waiting.isEmpty { waiting[effect.number] = nil }
                return ledger.end(effect.number)
            }
        }
    }

    func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime) {
        perform { ledger.cancel(identifier, within: lifetime) }
    }

    func cancel(_ lifetime: EffectLifetime) { perform { ledger.cancel(lifetime) } }

    /// Whether every part of an effect has ended, so that its completion is on the way.
    func isEnding(_ number: EffectNumber) -> Bool {
        let parts = performing { ledger.parts(of: number) }.compactMap(port.effect)
        return !parts.isEmpty && parts.allSatisfy(\.hasEnded)
    }

    /// Cancels an effect with all its parts.
    ///
    /// - Returns: The parts that were running.
    @discardableResult
    func cancel(_ number: EffectNumber) -> [RunningEffect] { perform { ledger.cancel(number) } }

    /// Cancels everything that runs or waits.
    func cancelAll() { perform { ledger.cancelAll() } }

    /// Cancels everything, begins nothing more, and reports what has never begun.
    func close(of state: Any.Type) {
        isClosed = true
        removeEnded()
        reportWaiting(of: state)
        cancelAll()
        // Effects that have begun but not started are dropped, so that nothing waits for them.
        startBegun()
        release(upTo: .max)
    }

    /// Does what the ledger says.
    @discardableResult
    private func perform(_ ask: () -> EffectCommands) -> [RunningEffect] {
        performing { perform(ask()) }
    }

    @discardableResult
    private func perform(_ commands: EffectCommands) -> [RunningEffect] {
        let cancelled = cancel(commands.cancel)
        for number in commands.open { gates.removeValue(forKey: number)?.open() }
        return cancelled
    }

    @discardableResult
    private func cancel(_ numbers: [EffectNumber]) -> [RunningEffect] {
        guard !numbers.isEmpty else { return [] }
        if !gates.isEmpty { for number in numbers { gates[number] = nil } }
        if !waiting.isEmpty { for number in numbers { waiting[number] = nil } }
        var cancelled = port.remove(numbers)
        cancelled.removeAll { !$0.cancelForLedger() }
        if watch != nil { for effect in cancelled { tellEnd(of: effect) } }
        return cancelled
    }
}
