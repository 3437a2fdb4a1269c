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

    /// Observes a value of the part; the offset is that of a property that is stored inline.
    func observe<Value>(
        _ select: @escaping (State) -> Value,
        at offset: Int? = nil,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        machine.observe(
            in: observers,
            retaining: scope,
            Observer.function(state, select, at: offset, isDuplicate, onChange)
        )
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

    func close(at site: SourceSite) {
        isWhole ? machine.close(at: site) : machine.reporter.report(.scopeClosed(State.self, at: site))
    }

    /// Shows the part to a closure; stops the program if it was removed.
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        guard let result = try result(of: body, reading: read) else { stopMissingState() }
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

/// The result of a closure that reads a state; `nil` if there is no state.
func result<State, Result>(
    of body: (State) throws -> Result,
    reading read: @escaping StateReader<State>
) rethrows -> Result? {
    var (result, failure): (Result?, (any Error)?) = (nil, nil)
    _ = read { state in
        do { result = try body(state) } catch { failure = error }
    }
    if let failure { return try { throw failure }() }
    return result
}
