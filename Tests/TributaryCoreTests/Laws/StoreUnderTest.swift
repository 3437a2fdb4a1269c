// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A store of any kind, for tests of their common behavior.
///
/// Its functions go to the actor on which the store runs. Code that runs there already, because a reducer or the store
/// calls it, uses `inside`.
final class StoreUnderTest<State: Equatable & Sendable, Action: Sendable>: Sendable {
    let inside: StoreInside<State, Action>
    /// An object that is released with the store.
    let object: any AnyObject & Sendable
    private let actor: any Actor

    init(_ inside: StoreInside<State, Action>, of object: any AnyObject & Sendable, on actor: any Actor) {
        self.inside = inside
        self.object = object
        self.actor = actor
    }

    private func run<Result: Sendable>(
        _ body: @Sendable (StoreInside<State, Action>) -> Result
    ) async -> Result {
        await run(body, on: actor)
    }

    private func run<Result: Sendable>(
        _ body: @Sendable (StoreInside<State, Action>) -> Result,
        on actor: isolated any Actor
    ) -> Result {
        body(inside)
    }

    var state: State { get async { await run { $0.state() } } }

    var handle: StoreHandle<State, Action> { get async { await run { $0.handle() } } }

    @discardableResult func send(_ action: Action) async -> StoreTask {
        await run { $0.send(action) }
    }

    @discardableResult func send(contentsOf actions: [Action]) async -> StoreTask {
        await run { $0.sendGroup(actions) }
    }

    /// Reads a number of the state in place.
    func number(_ select: @escaping @Sendable (State) -> UInt) async -> UInt {
        await run { $0.number(select) }
    }

    func observe(
        _ select: @escaping @Sendable (State) -> Int,
        onChange: @escaping @Sendable (Int) -> Void
    ) async -> ObservationToken {
        await run { $0.observe(select, onChange) }
    }

    func observe(
        _ select: @escaping @Sendable (State) -> Int,
        removeDuplicates isDuplicate: @escaping @Sendable (Int, Int) -> Bool,
        onChange: @escaping @Sendable (Int) -> Void
    ) async -> ObservationToken {
        await run { $0.observeUnlessDuplicate(select, isDuplicate, onChange) }
    }

    /// Observes a value that cannot be compared.
    func observeOpaque(
        _ select: @escaping @Sendable (State) -> any Sendable,
        onChange: @escaping @Sendable (any Sendable) -> Void
    ) async -> ObservationToken {
        await run { $0.observeOpaque(select, onChange) }
    }

    func observeState(onChange: @escaping @Sendable (State) -> Void) async -> ObservationToken {
        await run { $0.observeState(onChange) }
    }

    func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<State, Action>) -> Void
    ) async -> ObservationToken {
        await run { $0.onAction(onAction) }
    }

    func attach(_ companion: any Companion<State, Action> & Sendable) async -> ObservationToken {
        await run { $0.attach(companion) }
    }

    func close() async { await run { $0.close() } }
}

/// Operations of a store on its own actor; on another one, they stop the program.
struct StoreInside<State: Equatable & Sendable, Action: Sendable>: Sendable {
    typealias Hear<Value> = @Sendable (Value) -> Void
    typealias Select<Value> = @Sendable (State) -> Value
    typealias Observe<Value> = @Sendable (@escaping Select<Value>, @escaping Hear<Value>) -> ObservationToken
    typealias IsDuplicate = @Sendable (Int, Int) -> Bool

    let state: @Sendable () -> State
    let send: @Sendable (Action) -> StoreTask
    let observe: @Sendable (@escaping Select<Int>, @escaping Hear<Int>) -> ObservationToken
    let close: @Sendable () -> Void
    let handle: @Sendable () -> StoreHandle<State, Action>
    let sendGroup: @Sendable ([Action]) -> StoreTask
    let number: @Sendable (Select<UInt>) -> UInt
    let observeUnlessDuplicate:
        @Sendable (@escaping Select<Int>, @escaping IsDuplicate, @escaping Hear<Int>) -> ObservationToken
    let observeOpaque: Observe<any Sendable>
    let observeState: @Sendable (@escaping Hear<State>) -> ObservationToken
    let onAction: @Sendable (@escaping Hear<ActionRecord<State, Action>>) -> ObservationToken
    let attach: @Sendable (any Companion<State, Action> & Sendable) -> ObservationToken
}
