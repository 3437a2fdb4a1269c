// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The backing of a store: a part of a machine's state, and the path of its actions to that machine.
///
/// A machine is the whole, a `ScopedPart` a part of another; both look the same to `Store`. It belongs to the
/// machine's actor.
protocol StorePart<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    /// The machine of the part, for operations that do not depend on the types of the part.
    var machine: any PartMachine { get }

    /// Whether the part is a whole store, which may be closed.
    var isWhole: Bool { get }

    /// The scope, which its observations keep alive; `nil` for a machine.
    var scope: AnyObject? { get }

    /// The place of the part in the tree of observers; it exists while it is retained.
    var observers: ObserverTree { get }

    /// A weak reference for code that keeps neither the part nor the machine alive.
    var way: StoreWay<State, Action> { get }

    /// Passes the part to a closure.
    ///
    /// Returns whether the part is present.
    func read(_ body: (State) -> Void) -> Bool

    /// Whether the part may be removed while the machine exists.
    var mayGo: Bool { get }

    /// Stores the current part, to be shown after its removal.
    func keep()

    func send(contentsOf actions: [Action]) -> StoreTask

    /// Attaches a companion to this part; its token may retain the part.
    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken

    /// Mounts a reducer on this part.
    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken

    /// Starts an effect that belongs to no action.
    func start(_ effect: Effect<Action>) -> StoreTask

    /// Waits for all effects.
    nonisolated(nonsending) func finish() async

    /// Starts delayed effects immediately, and waits for them.
    nonisolated(nonsending) func flush() async
}

extension StorePart {
    /// A weak view of this part.
    var handle: StoreHandle<State, Action> { StoreHandle(inbox: machine.makeInbox(), way: way) }

    func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(Observer.function(state, select, isDuplicate, onChange))
    }

    func observe<Value>(
        _ path: KeyPath<State, Value>,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let offset = MemoryLayout<State>.offset(of: path)
        return observe(Observer.function(state, { $0[keyPath: path] }, at: offset, isDuplicate, onChange))
    }

    /// Attaches companions that are made here, and starts all of them before any action is reduced that one of them sent.
    func attach(
        @CompanionBuilder<State, Action> _ make: () -> [any Companion<State, Action>]
    ) -> ObservationToken {
        let companions = machine.dependencies.making(make)
        return machine.asOneTurn {
            ObservationToken(companions.map { attach($0.attachment(to: handle), keepingScope: false) })
        }
    }

    /// The values of an observation, until the store ends.
    func values<Value: Sendable>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        _ policy: AsyncStream<Value>.Continuation.BufferingPolicy
    ) -> AsyncStream<Value> {
        machine.stream(policy) { continuation in
            observe(select, isDuplicate: isDuplicate) { continuation.yield($0) }
        }
    }

    /// The actions of the part, until the store ends.
    func actions() -> AsyncStream<ActionRecord<State, Action>> where State: Sendable, Action: Sendable {
        machine.stream(.unbounded) { continuation in
            attach(Attachment(onAction: { continuation.yield($0) }), keepingScope: true)
        }
    }

    /// Observes the part by a function with its type.
    func observe(_ function: @escaping Observer.Function) -> ObservationToken {
        machine.observe(in: observers, retaining: scope, function)
    }

    func close(at site: SourceSite) {
        isWhole ? machine.close(at: site) : machine.reporter.report(.scopeClosed(State.self, at: site))
    }

    /// Shows the part to a closure; stops the program if it was removed.
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        var result: Result?
        var failure: (any Error)?
        let isThere = read { state in
            do { result = try body(state) } catch { failure = error }
        }
        if let failure { return try { throw failure }() }
        guard isThere, let result else { stopMissingState() }
        return result
    }

    /// The part; stops the program if it was removed.
    var state: State {
        withState { $0 }
    }

    func stopMissingState() -> Never {
        machine.reporter.stop(
            Diagnostic(
                .scopeStateGone,
                message: "The state of a scope, \(typeName(State.self)), was read after it went away.",
                remedy: """
                    Ask the parent for the scope again: it returns `nil` if the state is absent. Then release your \
                    scope.
                    """
            )
        )
    }
}

/// The address of a state that is always present: a whole state, or a property of one that is stored inline.
///
/// So a property is read by one load through any number of scopes. The pointer is valid as long as the machine
/// exists: it allocates the state once, and frees it when it is released. The owner of a place keeps the machine alive,
/// and uses the place only on the machine's actor.
@usableFromInline struct StatePlace<State> {
    @usableFromInline let address: UnsafeMutablePointer<State>

    /// The phase of the machine: while a reducer has the state, no code reads it here.
    @usableFromInline let status: MachineStatus

    /// Whether the state can be read.
    @inlinable var isReadable: Bool { status.phase != .reducing }

    /// The place of a part of the state, if the part is always present and stored inline.
    func place<Part>(of lens: Lens<State, Part>) -> StatePlace<Part>? {
        guard let offset = lens.offset else { return nil }
        // There is an offset only for a property that is stored inline, so `Part` is at this address.
        let part = UnsafeMutableRawPointer(address).advanced(by: offset).assumingMemoryBound(to: Part.self)
        return StatePlace<Part>(address: part, status: status)
    }

    /// Passes the state to a closure in place; actions that the closure sends are queued.
    ///
    /// - Parameters:
    ///   - body: Reads the state, which no reducer has meanwhile.
    ///   - resume: Lets the machine, which was idle, run the actions that were sent meanwhile.
    /// - Returns: The result of the closure.
    @inlinable
    @inline(__always)
    func read<Result>(_ body: (State) throws -> Result, resume: () -> Void) rethrows -> Result {
        let (phase, wasAttended) = (status.phase, status.isAttended)
        // Whatever has to be done about the state when it is at rest again sets this.
        if phase == .idle { status.phase = .attending }
        status.isAttended = false
        defer {
            let isAsked = status.isAttended
            status.phase = phase
            status.isAttended = wasAttended || isAsked
            if isAsked, phase == .idle { resume() }
        }
        return try body(address.pointee)
    }
}
