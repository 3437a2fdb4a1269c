// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Tests a module from outside: its inputs, its outputs, and what it shows.
///
/// ```swift
/// let news = TestModule { Module(News(), initialState: .init(), input: \.input, output: \.output) }
/// await news.send(.userChanged(ada))
/// await news.receive(.stepChanged(.loading))
/// ```
/// The module is made as the app makes it. Its state and its actions stay private, and the test need not account for
/// them. The test accounts for what crosses the boundary. It sends each input, and receives each output, once and in
/// order. What the module shows is checked with them: after the turn of an input, and when an output was sent.
/// `settle` accounts for a change that comes with neither.
///
/// It runs effects, and checks the end, as a `TestStore` does.
@MainActor
public final class TestModule<Input, Output, State> {
    let store: TestStore<State, ModuleEvent<Input, Output>>

    /// How much of what happens the test has to account for.
    public var exhaustivity: Exhaustivity {
        get { store.exhaustivity }
        set { store.exhaustivity = newValue }
    }

    /// What `receive` and `finish` do by default if an effect waits for something outside.
    public var outsideWork: OutsideWork {
        get { store.outsideWork }
        set { store.outsideWork = newValue }
    }

    /// What the module shows, as far as the test has accounted for it; with exhaustivity off, its newest state.
    public var state: State { store.state }

    init(
        order: EffectOrder,
        comparison: StateComparison<State>,
        _ makeModule: @MainActor () -> Module<Input, Output, State>,
        site: CallSite
    ) {
        let bench = TestBench(order: order, site: site)
        let module = bench.hosting(makeModule)
        let received = ReceivedActions<State, ModuleEvent<Input, Output>>(takesFirstAsSent: false)
        let listening = module.onOutput { received.append(.output($0), module.state) }
        let boundary = ModuleAccess(module)
        var subject = TestSubject<State, ModuleEvent<Input, Output>>(
            machine: nil,
            hosted: module.hostedMachine,
            send: { event in
                guard case .input(let input) = event else { preconditionFailure("Outputs are not sent.") }
                let task = boundary.send(input)
                received.noteSent(event, boundary.state)
                return task
            },
            readState: { boundary.state }
        )
        subject.noun = "output"
        subject.content = \.content
        subject.hidesChanges = true
        store = TestStore(
            subject,
            on: bench,
            received: received,
            comparison: comparison,
            keeping: [module, listening],
            site: site
        )
    }
}
