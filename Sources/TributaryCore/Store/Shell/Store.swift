// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation

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
/// A store is a whole one or a scope of one. Both have the same type, so a feature does not depend on the difference.
/// Effects run as long as the store exists.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
    let part: any StorePart<State, Action>

    /// The address of the state, if it is always present and stored inline: a property is read by one load through any number of
    /// scopes.
    ///
    /// It is valid as long as the machine exists, which allocates the state once.
    @usableFromInline let address: PartAddress?

    @usableFromInline let status: MachineStatus

    /// The store that this one is a scope of, kept alive.
    let parent: AnyObject?

    /// Passes actions to the machine; specialized when the store or the scope is made.
    @usableFromInline let sendAction: (Action) -> StoreTask

    /// The paths to joined rows that are in use: another store may join them differently.
    lazy var joinedPaths = KeyTable<ScopePathKey, Weak<AnyObject>>()

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
        self.init(dependencies: configure, initialState: { _ in initialState() }, reducer: reducer)
    }

    @usableFromInline init(machine: Machine<State, Action>, sendAction: @escaping (Action) -> StoreTask) {
        machine.runEffects(ofStoreOn: MainActor.shared)
        self.sendAction = sendAction
        part = machine
        address = PartAddress(machine.place)
        status = machine.status
        parent = nil
    }

    init(
        scope part: any StorePart<State, Action>,
        of parent: AnyObject,
        at address: PartAddress? = nil,
        sendAction: @escaping (Action) -> StoreTask
    ) {
        self.sendAction = sendAction
        self.part = part
        self.address = address
        status = part.machine.status
        self.parent = parent
    }

    /// The scope on a path.
    convenience init<Parent, ParentAction, ID>(
        on path: ScopePath<Parent, ParentAction, ID, State, Action>,
        _ id: ID,
        of parent: Store<Parent, ParentAction>
    ) {
        let part = ScopedPart(path, id, in: parent.part)
        let offset = path.stateID(id) == nil ? path.place.lens?.offset : nil
        let address = offset.flatMap { parent.address?.advanced(by: $0) }
        self.init(scope: part, of: parent, at: address, sendAction: part.sending(parent.sendAction))
    }

    /// The state now.
    ///
    /// Reading it copies it; a property, as in `store.user`, or `withState` copies less. Reading while a reducer runs
    /// stops the program with a diagnostic (law 10). So does reading the state of a scope after it was removed, unless
    /// a view read it before: then the view's last value is returned (law 6).
    public var state: State {
        if isReadTracked { track(\State.self) { _ in () } }
        return withState { $0 }
    }

    /// A property of the state.
    @inlinable
    public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
        if isReadTracked { track(keyPath) }
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

    /// Passes the state to a closure without copying it.
    ///
    /// Actions that the closure sends are queued until it returns.
    ///
    /// - Parameter body: Reads the state.
    /// - Returns: The result of the closure.
    @inlinable
    public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        let phase = status.phase
        // While a reducer has the state, no code reads it here.
        guard let address, phase != .reducing else { return try withStateOfPart(body) }
        if phase == .idle { status.phase = .attending }
        defer {
            status.phase = phase
            if phase == .idle, status.isAttended { resumeAfterReading() }
        }
        return try address.read(body)
    }

    @usableFromInline func withStateOfPart<Result>(_ body: (State) throws -> Result) rethrows -> Result {
        try part.withState(body)
    }

    /// Runs the actions that were sent while the state was read.
    @usableFromInline func resumeAfterReading() { part.machine.endReading(in: .idle) }

    /// Sends an action, and runs its turn to the end: when this returns, the state has changed and observers were
    /// notified.
    ///
    /// Inside a turn, the action is queued (laws 1 to 5).
    ///
    /// - Returns: The effects of the action, to await or cancel.
    @inlinable
    @discardableResult
    public func send(_ action: Action) -> StoreTask {
        sendAction(action)
    }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order. Actions that they send come after all of them.
    /// - Returns: The effects of all of them.
    @discardableResult
    public func send(contentsOf actions: some Sequence<Action>) -> StoreTask {
        part.send(contentsOf: Array(actions))
    }

    /// Closes the store: services stop, effects are cancelled, and later sends are reported and dropped (law 12).
    ///
    /// Queued actions are dropped and reported. Then services stop in the order in which they were attached. Actions
    /// that a service sends in `stop` are reduced, and delivered to all services that have not stopped yet, before the
    /// next one stops. Within a turn, all this happens before the turn ends. Running effects are cancelled, and
    /// delayed or limited effects are dropped and reported. To keep them, await `flush()` or `finish()` first.
    ///
    /// The state stays readable. Closing twice is reported. So is closing a scope, which has no effect: only the whole
    /// store can be closed.
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
/// Use it in views and functions that take the store of one feature. It follows changes of the feature's types.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store {
    /// Delivers a value of the state immediately, and after every turn that changed it.
    ///
    /// Observers are notified in the order in which they were added, over all scopes of a store (laws 3 to 5).
    /// Equatable values are compared with `==`, also in generic code without that constraint. Other values count as
    /// changed after every turn in which an action ran. A conformance to Equatable that is isolated to a global actor
    /// counts on that actor alone. A compared value is stored, so a large array in it is copied when it changes; other
    /// values are not stored.
    ///
    /// Each observer costs one evaluation per turn, whatever the turn changed. An observer of a row's store,
    /// `store.scope(rows: \.rows)[id: id]`, costs one only if the row has changed.
    ///
    /// - Parameters:
    ///   - select: The value. It runs once per turn.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        part.observe(select, isDuplicate: isDuplicate) { onChange($0) }
    }

    /// Delivers the value at a key path immediately, and after every turn that changed it.
    ///
    /// It is equivalent to a closure that selects the value. A property that is stored inline is read in place, which
    /// is faster than a closure or another key path.
    ///
    /// - Parameters:
    ///   - path: The value, such as `\.count` or `\.news?.step`.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ path: KeyPath<State, Value>,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        let offset = MemoryLayout<State>.offset(of: path)
        return part.observe({ $0[keyPath: path] }, at: offset, isDuplicate: isDuplicate) { onChange($0) }
    }

    /// Delivers the whole state immediately, and after every turn that changed it.
    ///
    /// An Equatable state is compared, and stored for that, so its next change copies large arrays in it. Any other
    /// state counts as changed after every turn in which an action ran, and is not stored. To avoid the copy of an
    /// Equatable state, observe nothing and read: `store.observe({ _ in }) { store.withState { … } }`.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        observe({ $0 }, onChange: onChange)
    }
}

extension Store {
    /// The values of a part of the state as a sequence: the current one immediately, and one after every turn that
    /// changed it.
    ///
    /// ```swift
    /// for await step in store.values(\.news?.step) { … }
    /// ```
    /// Any number of loops may run over any number of sequences. The policy decides whether a loop that is slower than
    /// the store receives every missed value or only the newest ones. The sequence ends when the store is closed or
    /// released. Leaving a loop ends the observation.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default. Values
    ///     that are not Equatable count as changed after every turn in which an action ran.
    ///   - policy: The buffer of a slow loop; by default unlimited. `.bufferingNewest(1)` keeps the newest value.
    /// - Returns: The sequence.
    public func values<Value: Sendable>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Value> {
        part.values(select, isDuplicate: isDuplicate, policy)
    }

    /// Delivers every action from now on, after its reducers and before the next action (laws 2 and 4).
    ///
    /// A scope delivers only its own actions, while its state is present.
    ///
    /// - Parameter onAction: Receives the action, its origin, and the state after it. Actions that it sends are queued
    ///   after the pending ones.
    /// - Returns: The token that keeps the listener alive.
    public func onAction(
        _ onAction: @escaping @MainActor (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        part.attach(Attachment(onAction: { onAction($0) }), keepingScope: true)
    }
}

extension Store where State: Sendable, Action: Sendable {
    /// Every action from now on, with its origin and the state after it.
    ///
    /// The sequence buffers actions for a slow loop, and ends when the store is closed or released. A scope's sequence
    /// contains the scope's own actions.
    public var actions: AsyncStream<ActionRecord<State, Action>> {
        part.actions()
    }
}

/// A store is observable, field by field, through scopes and rows.
///
/// Tracked code, in `withObservationTracking`, `Observations`, or a SwiftUI view, is notified only when a field that
/// it read has changed. Reading outside of tracking has no side effect. A tracked field costs one comparison per turn
/// until it changes. `state` as a whole, and fields that cannot be compared, count as changed with every action.
extension Store: Observable {}

extension Store {
    /// Tracks a property.
    @usableFromInline func track<Value>(_ keyPath: KeyPath<State, Value>) {
        track(keyPath) { $0[keyPath: keyPath] }
    }

    /// Tracks a value of the state, if its type can be compared; any other counts as changed with every action.
    ///
    /// Call it only during tracking, because boxing the key costs more than the rest of a read.
    ///
    /// - Parameters:
    ///   - key: Identifies the value, such as a key path.
    ///   - select: The value.
    func track<Value>(_ key: AnyHashable, _ select: @escaping (State) -> Value) {
        // Retained until the field retains it: if the part were released, another could get its identity.
        let tree = part.observers
        let key = MemberKey(of: tree, key)
        let fields = part.machine.stateObservers.fields
        let field = fields.value(of: key) { TrackedField(in: tree) { [weak fields] in fields?.remove(key) } }
        field.access()
        part.keep()
        field.begin { changed in
            // Retains the part's observers, but not the scope: the machine retains the field.
            part.machine.observe(
                in: tree,
                retaining: tree,
                // A value that cannot be compared is not read, because it counts as changed anyway.
                equality(of: Value.self) == nil
                    ? Observer.function(part.state, { _ in () }, nil, changed)
                    : Observer.function(part.state, select, nil) { _ in changed() }
            )
        }
    }
}

extension Store {
    /// Runs another feature after the store's own reducers, until its token is dropped.
    ///
    /// ```swift
    /// let mount = store.mount(named: "news") { Scope(state: \.news, action: \.news) { News() } }
    /// ```
    /// An app can add a feature at run time that its reducer does not contain. Mounted features run in the order in which they were
    /// mounted. Each has this store's dependencies, and dropping its token cancels its effects. Each `onChange` and each feedback
    /// runs after all reducers; feedbacks that the state already requests start immediately. An action costs one call for each
    /// feature that it is for. It also costs one call for each feature that the action's case does not exclude: a feature with an
    /// `onChange` or a feedback, and one that is mounted on a scope.
    ///
    /// A feature with a name replaces the one that was mounted with the same name on the same store or scope: the
    /// former stops, and its effects are cancelled, as if its token had been dropped.
    ///
    /// On a scope, the feature runs on the scope's state and actions, after the reducers of the whole store. A scope
    /// that cannot change the state (made by a closure, of a read-only property, or of a mirror) is reported, and the
    /// feature does not run.
    ///
    /// - Parameters:
    ///   - name: Its name in a log. On a store with a journal, a feature without a name is reported and does not run.
    ///   - reducer: The feature; made and resolved once, here.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    public func mount<R: Reducer<State, Action>>(
        named name: String? = nil,
        @ReducerBuilder<State, Action> _ reducer: @escaping () -> R,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        part.mount(AnyReducer(making: reducer), named: name, at: SourceSite(fileID: fileID, line: line))
    }
}

extension Store {
    /// Makes a store whose first state is made from its dependencies.
    ///
    /// ```swift
    /// let store = Store(dependencies: { $0.newsClient = .live }) { dependencies in
    ///     App.State(user: dependencies.session.user)
    /// } reducer: {
    ///     App()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configure: Sets dependencies for this store's reducers and effects.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    @inlinable
    public convenience init<R: Reducer<State, Action>>(
        dependencies configure: (inout Dependencies) -> Void,
        initialState: (Dependencies) -> State,
        @ReducerBuilder<State, Action> reducer: () -> R
    ) {
        let dependencies = Dependencies.ofStore(configure)
        let machine = Machine(
            initialState: initialState(dependencies),
            reducer: reducer,
            dependencies: dependencies
        )
        self.init(machine: machine, sendAction: { machine.send($0) })
    }
}

extension Store {
    /// Makes the store of a machine that was made before, to be recorded.
    package convenience init(_ machine: Machine<State, Action>) {
        self.init(machine: machine, sendAction: { machine.send($0) })
    }
}

extension Store {
    /// Calls a closure when the store is closed or released, unless the token is dropped before; with a closed store, at once.
    package func onEnd(_ onEnd: @escaping @Sendable () -> Void) -> ObservationToken {
        part.machine.onEnd(onEnd)
    }
}
