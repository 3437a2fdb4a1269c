// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Tests a store on an actor of its own, as the app makes it.
    ///
    /// ```swift
    /// let room = TestStore { StoreActor(initialState: Room.State()) { Room() } }
    /// await room.send(.join("Ada")) { $0.members = ["Ada"] }
    /// await room.receive(\.greeted)
    /// ```
    /// The actor gets the executor of the test, in place of its own or of a shared one, so it runs only when the test
    /// lets it. Call the actor's own methods in `withStoreActor`; a plain `await` for it waits until the test runs
    /// its jobs.
    ///
    /// - Parameters:
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - makeStore: Makes the store; `isTesting` is already set there.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init(
        order: EffectOrder = .firstReady,
        _ makeStore: () -> StoreActor<State, Action>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where State: Equatable {
        self.init(
            order: order,
            comparison: .whole(),
            makeStore,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Unavailable: a state that cannot be compared cannot be checked.
    @available(
        *,
        unavailable,
        message: "Make the state Equatable, or pass 'comparing:' with the values to compare."
    )
    public convenience init(
        order: EffectOrder = .firstReady,
        _ makeStore: () -> StoreActor<State, Action>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) { preconditionFailure("It is unavailable.") }

    /// Tests a store on an actor of its own, and compares only some values of its state.
    ///
    /// - Parameters:
    ///   - first: A value of the state that is compared.
    ///   - others: Further values that are compared.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - makeStore: Makes the store; `isTesting` is already set there.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<First: Equatable, each Other: Equatable>(
        comparing first: @escaping (State) -> First,
        _ others: repeat @escaping (State) -> each Other,
        order: EffectOrder = .firstReady,
        _ makeStore: () -> StoreActor<State, Action>,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            order: order,
            comparison: StateComparison(selecting: first, repeat each others),
            makeStore,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    private convenience init(
        order: EffectOrder,
        comparison: StateComparison<State>,
        _ makeStore: () -> StoreActor<State, Action>,
        site: CallSite
    ) {
        let bench = TestBench(order: order, site: site)
        let store = bench.hosting(makeStore)
        // Unsafe only by name: the closure runs at once, and only the thread that has the turn is on the actor.
        nonisolated(unsafe) var machine: Machine<State, Action>?
        bench.scheduler.exclusively { store.assumeIsolated { $0.withMachine { machine = $0 } } }
        guard let machine else { preconditionFailure("A store has a machine.") }
        self.init(machine, on: bench, comparison: comparison, keeping: [store], site: site)
        storeActor = store
    }

    /// Runs a closure on the actor of the tested store, to attach to it, observe it or read it.
    ///
    /// ```swift
    /// let token = room.withStoreActor { $0.observe(\.members) { log.append($0) } }
    /// ```
    /// The test has to receive actions that are sent there, because it does not send them itself.
    ///
    /// - Parameter body: Gets the store.
    /// - Returns: The closure's result.
    /// - Throws: Any error that the closure throws.
    public func withStoreActor<Result>(
        _ body: (isolated StoreActor<State, Action>) throws -> Result
    ) rethrows -> Result {
        guard let storeActor else {
            preconditionFailure("The test store was made of a reducer, not of a StoreActor: it has none.")
        }
        return try within {
            // Unsafe only by name: the closure runs at once, and only the thread that has the turn is on the actor.
            nonisolated(unsafe) let body = body
            nonisolated(unsafe) var result: Result?
            try storeActor.assumeIsolated { result = try body($0) }
            guard let result else { preconditionFailure("A closure that does not throw returns.") }
            return result
        }
    }
}
