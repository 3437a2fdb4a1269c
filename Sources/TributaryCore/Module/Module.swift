// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feature behind a boundary: it receives inputs and sends outputs; its state and its other actions are private.
///
/// ```swift
/// let news = Module(News(), initialState: .init(user: user), input: \.input, output: \.output)
/// news.send(.userChanged(other))
/// for await output in news.outputs { … }
/// ```
/// The feature is the same reducer that a parent composes with `Scope` or `ifLet`. In a parent, handle its outputs as `case
/// .news(.output(let output))`, and send its inputs as `.news(.input(…))`. The module's public interface contains neither its
/// `State` nor its `Action`, so they may be `internal`, or `private` to the file that makes the module.
///
/// A module costs as much as a store. An input costs one more call, and an output one call for each listener.
@MainActor
public final class Module<Input, Output, State> {
    private let sendInput: (Input) -> StoreTask
    private let sendInputs: ([Input]) -> StoreTask
    private let readState: () -> State
    private let observe: (_ onChange: @escaping @MainActor (State) -> Void) -> ObservationToken
    private let listen: (_ onOutput: @escaping @MainActor (Output) -> Void) -> ObservationToken
    private let close: (SourceSite) -> Void

    /// The machine behind the module, which tests drive.
    private let machine: any PartMachine

    /// - Parameters:
    ///   - store: The store behind the module.
    ///   - input: The case that holds an input.
    ///   - output: The case that holds an output.
    ///   - select: Reads the shown part of the state.
    ///   - field: The field that the Observation framework tracks; `nil` if no state is shown.
    private init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        _ input: CaseKeyPath<Action, Input>?,
        _ output: CaseKeyPath<Action, Output>?,
        shows select: @escaping (StoreState) -> State,
        _ field: AnyKeyPath?
    ) {
        let isWhole =
            (input != nil || Input.self == Never.self) && (output != nil || Output.self == Never.self)
        precondition(isWhole, "A module that has inputs or outputs needs the cases that hold them.")
        let (inputs, outputs) = (input.map { CasePath($0) }, output.map { CasePath($0) })
        let embed = { (input: Input) -> Action in
            guard let inputs else { preconditionFailure("There is no value of type Never.") }
            return inputs.embed(input)
        }
        let isDuplicate: ((State, State) -> Bool)? = field == nil ? { _, _ in true } : nil
        sendInput = { store.send(embed($0)) }
        sendInputs = { store.send(contentsOf: $0.map(embed)) }
        readState = {
            if let field, isReadTracked { store.track(field, select) }
            return store.withState(select)
        }
        observe = { onChange in
            store.part.observe(select, isDuplicate: isDuplicate) { onChange($0) }
        }
        listen = { onOutput in
            weak var present: Attachment<StoreState, Action>?
            let listener = Attachment<StoreState, Action> {
                outputs?.extract(from: $0)
            } onOutput: { [weak machine = store.part.machine] output, _ in
                // A listener that was cancelled in the meantime gets nothing.
                machine?.whenCommitted { if present != nil { onOutput(output) } }
            }
            present = listener
            return store.part.attach(listener, keepingScope: true)
        }
        close = { store.part.close(at: $0) }
        machine = store.part.machine
    }

    /// Sends the module an input.
    ///
    /// When the call returns, the turn is over, and listeners have received its outputs.
    ///
    /// - Parameter input: The input.
    /// - Returns: The effects that follow in the module, to be awaited or cancelled.
    @discardableResult
    public func send(_ input: Input) -> StoreTask { sendInput(input) }

    /// Sends the module several inputs as one turn.
    ///
    /// - Parameter inputs: The inputs, in order; an empty sequence does nothing.
    /// - Returns: The effects that follow in the module from all of them.
    @discardableResult
    public func send(contentsOf inputs: some Sequence<Input>) -> StoreTask { sendInputs(Array(inputs)) }

    /// The part of the state that the module shows.
    ///
    /// The Observation framework tracks it.
    public var state: State { readState() }

    /// Delivers the shown state at once, and after each turn that changed it (laws 3 to 5).
    ///
    /// A value that is not `Equatable` is delivered after each turn.
    ///
    /// - Parameter onChange: Receives the shown state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        observe(onChange)
    }

    /// Delivers every output from now on, once and in order.
    ///
    /// An output is an event, delivered right after the reducer that sent it and before the module's next action. It is not stored:
    /// the same output can arrive twice in a row, and a new listener gets no earlier output (law 4). If the module's store is kept
    /// in a journal, an output is delivered when it is durable (law 13).
    ///
    /// - Parameter onOutput: Receives an output. Its inputs to this module wait behind the actions that already wait.
    /// - Returns: The token that keeps the listener alive.
    public func onOutput(_ onOutput: @escaping @MainActor (Output) -> Void) -> ObservationToken {
        listen(onOutput)
    }

    /// Closes the module: its effects are cancelled, and later inputs are reported and dropped (law 12).
    ///
    /// A module in front of a scope cannot be closed; only the whole store can.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func close(fileID: String = #fileID, line: UInt = #line) {
        close(SourceSite(fileID: fileID, line: line))
    }
}

extension Module where Output: Sendable {
    /// Every output from now on, once and in order.
    ///
    /// Each loop needs its own sequence.
    ///
    /// The sequence buffers outputs for a slow loop. It ends when the module is closed or released.
    public var outputs: AsyncStream<Output> {
        machine.stream(.unbounded) { continuation in
            listen { continuation.yield($0) }
        }
    }
}

extension Module where State: Sendable {
    /// The shown state as a sequence: the current value at once, then one after each turn that changed it.
    ///
    /// - Parameter policy: The values to buffer for a slow loop; by default all.
    /// - Returns: The sequence; it ends when the module is closed or released.
    public func values(
        bufferingPolicy policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<State> {
        machine.stream(policy) { continuation in
            observe { continuation.yield($0) }
        }
    }
}

extension Module {
    /// Makes a module with its own store that shows a part of its state.
    ///
    /// Leave out the input or the output of a module whose type has `Never` for it:
    /// `Module<Never, Output, Int>(News(), initialState: .init(), output: \.output, state: \.count)`.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds an input.
    ///   - output: The case of its actions that holds an output.
    ///   - state: The part of its state that the module shows.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        input: CaseKeyPath<R.Action, Input>? = nil,
        output: CaseKeyPath<R.Action, Output>? = nil,
        state: KeyPath<R.State, State>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, input: input, output: output, state: state)
    }

    /// A module in front of an existing store: a whole one, a scope, or a mirror.
    ///
    /// Only the lifetime differs: in front of a scope, the feature is part of its parent's state. Users of the module see no
    /// difference.
    ///
    /// - Parameters:
    ///   - store: The feature's store; kept alive.
    ///   - input: The case of its actions that holds an input; left out if the module's input is `Never`.
    ///   - output: The case of its actions that holds an output; left out if the module's output is `Never`.
    ///   - state: The part of its state that the module shows.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>? = nil,
        output: CaseKeyPath<Action, Output>? = nil,
        state: KeyPath<StoreState, State>
    ) {
        self.init(store, input, output, shows: { $0[keyPath: state] }, state)
    }
}

extension Module where State == Void {
    /// A module with a store of its own, which shows no state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds an input; left out if the module's input is `Never`.
    ///   - output: The case of its actions that holds an output; left out if the module's output is `Never`.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        input: CaseKeyPath<R.Action, Input>? = nil,
        output: CaseKeyPath<R.Action, Output>? = nil,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, input: input, output: output)
    }

    /// A module in front of an existing store, which shows no state.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - input: The case of its actions that holds an input; left out if the module's input is `Never`.
    ///   - output: The case of its actions that holds an output; left out if the module's output is `Never`.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>? = nil,
        output: CaseKeyPath<Action, Output>? = nil
    ) {
        self.init(store, input, output, shows: { _ in }, nil)
    }
}

extension Module {
    /// Connects the module with a store both ways, until the connection is dropped.
    ///
    /// ```swift
    /// let connection = news.connect(
    ///     to: store,
    ///     input: { app in .userChanged(app.user) },
    ///     output: { .newsHappened($0) }
    /// )
    /// ```
    /// The connection retains both. It costs the store one comparison of inputs per turn, and one call per output. Between two
    /// connections, the module receives no input; the next connection sends the current one at once.
    ///
    /// Inputs that are not `Equatable` are sent after each turn in which an action ran.
    ///
    /// - Parameters:
    ///   - store: The store, or a scope of one.
    ///   - input: Makes an input from the state of the store; `nil` for none. The input is sent at once, and after each turn that
    ///     changed it. Without this closure, the module gets no inputs.
    ///   - output: Makes an action for the store from an output; `nil` for none. It is called once for each output, in order, also
    ///     for equal ones in a row. Without this closure, the store gets no outputs.
    /// - Returns: The connection.
    public func connect<StoreState, Action>(
        to store: Store<StoreState, Action>,
        input: ((StoreState) -> Input?)? = nil,
        output: ((Output) -> Action?)? = nil
    ) -> ObservationToken {
        var outputs: ObservationToken?
        var inputs: ObservationToken?
        // Outputs first: the first input may be answered at once.
        if let output {
            outputs = onOutput { [self] in
                _ = self
                if let action = output($0) { store.send(action) }
            }
        }
        if let input {
            inputs = store.observe(input) { [self] in if let input = $0 { send(input) } }
        }
        guard let outputs, let inputs else { return outputs ?? inputs ?? ObservationToken([]) }
        return ObservationToken([outputs, inputs])
    }
}

extension Module {
    /// Calls a closure when the module is closed or released, unless the token is dropped before.
    package func onEnd(_ onEnd: @escaping @Sendable () -> Void) -> ObservationToken { machine.onEnd(onEnd) }

    /// The machine behind the module, for tests.
    package var hostedMachine: any HostedMachine { machine }
}
