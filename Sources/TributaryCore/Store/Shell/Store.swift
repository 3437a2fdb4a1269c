// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One state, changed only by the actions sent to it; on the main actor.
///
/// ```swift
/// let store = Store(initialState: App.State()) {
///     App()
/// } dependencies: {
///     $0.newsClient = .live
/// }
/// store.send(.login(user))
/// await store.send(.news(.load)).finish()
/// ```
/// A store is either a whole one or a scope of one. Both have the same type, so a feature never knows which it has.
/// Effects run as long as the store lives.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
    @usableFromInline let part: any StorePart<State, Action>

    /// Where the state lies, if it is always there and stored inline.
    @usableFromInline let place: StatePlace<State>?

    /// The store that this one is a scope of, kept alive.
    @usableFromInline let parent: AnyObject?

    /// The way of actions to the machine, specialised where the store or the scope is made.
    @usableFromInline let sendAction: (Action) -> StoreTask

    /// The paths of the scopes; most stores have none.
    @usableFromInline var scopes: ScopeTable?

    /// What was last tracked through this store.
    ///
    /// It is not checked for exclusive access, because every read looks at it: what changes it runs no other code.
    @exclusivity(unchecked)
    var recentFields = RecentFields()

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects.
    @inlinable
    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) {
        let machine = Machine(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(machine: machine, sendAction: { machine.send($0) })
    }

    @usableFromInline
    init(machine: Machine<State, Action>, sendAction: @escaping (Action) -> StoreTask) {
        machine.runEffects(ofStoreOn: MainActor.shared)
        self.sendAction = sendAction
        self.part = machine
        self.place = machine.place
        self.parent = nil
    }

    @inlinable
    init(
        scope part: any StorePart<State, Action>,
        of parent: AnyObject,
        at place: StatePlace<State>? = nil,
        sendAction: @escaping (Action) -> StoreTask
    ) {
        self.sendAction = sendAction
        self.part = part
        self.place = place
        self.parent = parent
    }

    /// The state now.
    ///
    /// Reading it copies it; a property, as in `store.user`, or `withState` copies less. Reading while a reducer
    /// runs stops the program with a diagnostic (law 10), and so does reading the state of a scope after it went
    /// away, unless it was read by a view before: then it is what the view was shown (law 6).
    public var state: State {
        trackState()
        if let place, place.isReadable { return place.address.pointee }
        return part.state
    }

    /// A property of the state.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
        if mayBeTracked { track(keyPath) }
        return withState { $0[keyPath: keyPath] }
    }

    /// A property of the state that cannot be compared.
    @inlinable
    @_disfavoredOverload
    public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
        if mayBeTracked { trackUncompared(keyPath) }
        return withState { $0[keyPath: keyPath] }
    }

    /// Unavailable: the state changes only by actions.
    ///
    /// Without this the compiler proposes to make the store a variable.
    @_disfavoredOverload
    @available(*, unavailable, message: "The state changes only by actions; send one.")
    public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
        get { fatalError("The state is read by a key path that need not be writable.") }
        set { fatalError("The state changes only by actions.") }
    }

    /// Shows the state to a closure without copying it.
    ///
    /// Actions that the closure sends wait until it is done.
    ///
    /// - Parameter body: Reads the state.
    /// - Returns: What the closure returned.
    @inlinable
    public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        if let place, place.isReadable { return try place.read(body, resume: resumeAfterReading) }
        var result: Result?
        var failure: (any Error)?
        let isThere = part.read { state in
            do { result = try body(state) } catch { failure = error }
        }
        if let failure { return try { throw failure }() }
        guard isThere, let result else { part.stopMissingState() }
        return result
    }

    /// Goes on with what was asked for while the state was read.
    @usableFromInline
    func resumeAfterReading() { part.machine.endReading(in: .idle) }

    /// Sends an action, and runs the turn it starts to its end: when this returns, the state has changed and
    /// observers were notified.
    ///
    /// Inside a turn, the action is queued (laws 1 to 5).
    ///
    /// - Returns: The work that follows, to be waited for or cancelled.
    @inlinable
    @discardableResult
    public func send(_ action: Action) -> StoreTask {
        sendAction(action)
    }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order. What they send in turn comes after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    public func send(contentsOf actions: some Sequence<Action>) -> StoreTask {
        part.send(contentsOf: Array(actions))
    }

    /// Closes the store: services stop, effects are cancelled, and later sends are reported and dropped (law 12).
    ///
    /// What waits is dropped and reported. Then services stop in the order in which they were attached; what one
    /// sends in `stop` is reduced and delivered to all that have not stopped yet, before the next one stops. If it is
    /// called within a turn, the turn does all this before it ends. Running effects are cancelled, and those that
    /// wait for their time or their place are dropped and reported. To keep them, wait with `flush()` or `finish()`
    /// first.
    ///
    /// The state stays readable. Closing twice is reported, and so is closing a scope, which does nothing: only the
    /// whole store can be closed.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func close(fileID: String = #fileID, line: UInt = #line) {
        part.close(at: SourceSite(fileID: fileID, line: line))
    }
}

/// The store of a feature: `StoreOf<News>` is `Store<News.State, News.Action>`.
///
/// It is what a view or a function declares that takes the store of one feature, and follows a change of its types.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
