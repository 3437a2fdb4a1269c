// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feature behind a boundary: it is told inputs, it tells outputs, and everything else of it is its own.
///
/// ```swift
/// let news = Module(News(), initialState: .init(user: user), input: \.input, output: \.output)
/// news.send(.userChanged(other))
/// for await output in news.outputs { … }
/// ```
/// The feature is the same reducer that a parent composes with `Scope` or `ifLet`: there, its outputs are
/// `case .news(.output(let output))` in the parent, and its inputs are sent as `.news(.input(…))`. Here its `State`
/// and `Action` appear in no signature, so they may be `internal` or `private` to where the module is made.
///
/// A module costs what a store costs; an input costs one call more, and an output one call for each listener.
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

    /// Tells the module something.
    ///
    /// The turn this starts is over when it returns, so what the module answers was heard by then.
    ///
    /// - Parameter input: What it is told.
    /// - Returns: The work that follows in the module, to be waited for or cancelled.
    @discardableResult
    public func send(_ input: Input) -> StoreTask { sendInput(input) }

    /// Tells the module several things as one turn.
    ///
    /// - Parameter inputs: What it is told, in order; nothing at all does nothing.
    /// - Returns: The work that follows in the module from all of them.
    @discardableResult
    public func send(contentsOf inputs: some Sequence<Input>) -> StoreTask { sendInputs(Array(inputs)) }

    /// What the module shows of its state; tracked by the Observation framework.
    public var state: State { boundary.state() }

    /// Delivers what the module shows at once, and after every turn that changed it (laws 3 to 5).
    ///
    /// What cannot be compared is delivered after every turn.
    ///
    /// - Parameter onChange: Receives what is shown.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        boundary.observe(nil, onChange)
    }

    /// Hears every output from now on, once, and in order.
    ///
    /// An output is an event: it is heard right after the reducer that sent it, before the module's next action,
    /// and it leaves nothing behind, so that the same one can be told twice in a row. There is nothing to hear
    /// when listening begins (law 4).
    ///
    /// - Parameter onOutput: Hears an output. What it sends to this module waits until the actions that already
    ///   wait are done.
    /// - Returns: The token that keeps the listener alive.
    public func onOutput(_ onOutput: @escaping @MainActor (Output) -> Void) -> ObservationToken {
        boundary.listen(nil, onOutput)
    }

    /// Ends the module: its effects are cancelled, and inputs sent later are reported and dropped (law 12).
    ///
    /// A module in front of a scope cannot be closed; the whole store can.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func close(fileID: String = #fileID, line: UInt = #line) {
        boundary.close(SourceSite(fileID: fileID, line: line))
    }
}

extension Module where Output: Sendable {
    /// Every output from now on: once, in order, for as many loops as there are sequences.
    ///
    /// The sequence keeps what a slow loop has not heard yet. It ends when the module is closed or released.
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
