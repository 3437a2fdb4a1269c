// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Tests a module from outside: its inputs, its outputs, and the state that it shows.
///
/// ```swift
/// let news = TestModule { Module(News(), initialState: .init(), input: \.input, output: \.output) }
/// await news.send(.userChanged(ada))
/// await news.receive(.stepChanged(.loading))
/// ```
/// Make the module as the app makes it. Its private state and actions need no expectations. The test accounts for inputs, outputs,
/// and the shown state: it sends each input, and receives each output, once and in order. The shown state is checked after the turn
/// of an input, and when an output was sent. `settle` checks a change that comes with neither.
///
/// It runs effects, and checks the end of the test, as a `TestStore` does.
@MainActor
public final class TestModule<Input, Output, State> {
    let store: TestStore<State, ModuleEvent<Input, Output>>

    /// How many of the changes and actions the test has to account for.
    public var exhaustivity: Exhaustivity {
        get { store.exhaustivity }
        set { store.exhaustivity = newValue }
    }

    /// What `receive` and `finish` do by default if an effect waits for something outside.
    public var outsideWork: OutsideWork {
        get { store.outsideWork }
        set { store.outsideWork = newValue }
    }

    /// The shown state, as far as the test has accounted for it; with exhaustivity off, the newest one.
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
