// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a whole store: its machine.
final class RootCore<State, Action>: StoreCore<State, Action> {
    /// The machine, with its types.
    let root: Machine<State, Action>

    init(machine: Machine<State, Action>) {
        root = machine
        super.init(machine: machine)
    }

    override var isWhole: Bool { true }

    override var observers: ObserverTree<State> { root.observers }

    override func read(_ body: (State) -> Void) -> Bool {
        root.withState(body)
        return true
    }

    override func send(contentsOf actions: [Action]) -> StoreTask { root.send(contentsOf: actions) }

    override var target: StoreTarget<Action> { root.target }

    override func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        root.attach(attachment)
    }

    override func mount(_ reducer: AnyReducer<State, Action>, at site: SourceSite) -> ObservationToken {
        root.mount(reducer)
    }

    override var handle: StoreHandle<State, Action> { root.handle }

    override func start(_ effect: Effect<Action>) -> StoreTask { root.start(effect) }
}
