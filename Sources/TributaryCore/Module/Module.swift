// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feature behind a boundary: it receives inputs, it sends outputs, and everything else stays private.
///
/// ```swift
/// let news = Module(News(), initialState: .init(user: user), input: \.input, output: \.output)
/// news.send(.userChanged(other))
/// for await output in news.outputs { … }
/// ```
/// The feature is the same reducer that a parent composes with `Scope` or `ifLet`. There, its outputs are `case
/// .news(.output(let output))` in the parent, and its inputs are sent as `.news(.input(…))`. Here its `State` and
/// `Action` appear in no signature, so they may be `internal`, or `private` to the file that makes the module.
///
/// A module costs what a store costs. An input costs one more call, and an output one call for each listener.
@MainActor
public final class Module<Input, Output, State> {
    private let sendInput: (Input) -> StoreTask
    private let sendInputs: ([Input]) -> StoreTask
    let boundary: ModuleBoundary<Output, State>

    @usableFromInline
    init<StoreState, Action>(
        _ store: Store<StoreState, Action>,
        input embed: @escaping (Input) -> Action,
        boundary: ModuleBoundary<Output, State>
    ) {
        sendInput = { store.send(embed($0)) }
        sendInputs = { store.send(contentsOf: $0.map(embed)) }
        self.boundary = boundary
    }

    /// Sends the module an input.
    ///
    /// The turn that this starts is over when the call returns, so listeners have received the outputs of that turn.
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

    /// What the module shows of its state.
    ///
    /// The Observation framework tracks it.
    public var state: State { boundary.state() }

    /// Delivers what the module shows at once, and after every turn that changed it (laws 3 to 5).
    ///
    /// A value that cannot be compared is delivered after every turn.
    ///
    /// - Parameter onChange: Receives what is shown.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        boundary.observe(nil, onChange)
    }

    /// Delivers every output from now on, once and in order.
    ///
    /// An output is an event. It is delivered right after the reducer that sent it, before the module's next action.
    /// It is not kept, so the same output can be sent twice in a row, and a new listener receives nothing at first
    /// (law 4). If the module's store is kept in a journal, an output is delivered when it is durable (law 13).
    ///
    /// - Parameter onOutput: Receives an output. What it sends to this module waits until the actions that already
    ///   wait are done.
    /// - Returns: The token that keeps the listener alive.
    public func onOutput(_ onOutput: @escaping @MainActor (Output) -> Void) -> ObservationToken {
        boundary.listen(nil, onOutput)
    }

    /// Closes the module: its effects are cancelled, and later inputs are reported and dropped (law 12).
    ///
    /// A module in front of a scope cannot be closed; only the whole store can.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func close(fileID: String = #fileID, line: UInt = #line) {
        boundary.close(SourceSite(fileID: fileID, line: line))
    }
}

extension Module where Output: Sendable {
    /// Every output from now on, once and in order.
    ///
    /// Each loop needs a sequence of its own.
    ///
    /// The sequence keeps outputs until a slow loop receives them. It ends when the module is closed or released.
    public var outputs: AsyncStream<Output> {
        StreamEnd.stream(.unbounded) { continuation, end in
            boundary.listen(end) { continuation.yield($0) }
        } insert: {
            boundary.insert($0)
        }
    }
}

extension Module where State: Sendable {
    /// What the module shows, as a sequence: the current value at once, then one after every turn that changed it.
    ///
    /// - Parameter policy: What is kept for a slow loop; by default everything.
    /// - Returns: The sequence; it ends when the module is closed or released.
    public func values(
        bufferingPolicy policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<State> {
        StreamEnd.stream(policy) { continuation, end in
            boundary.observe(end) { continuation.yield($0) }
        } insert: {
            boundary.insert($0)
        }
    }
}
