// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// What a test store tests: a machine, or the boundary of something that has one.
struct TestSubject<State, Action> {
    /// The machine, where its state and actions are those of the test.
    let machine: Machine<State, Action>?

    /// The same, or what is behind the boundary; `nil` where it is elsewhere.
    let hosted: (any HostedMachine)?
    let send: (Action) -> StoreTask
    let readState: () -> State

    /// What is received, in the singular: failures speak of it.
    var noun = "action"

    /// What failures show of an action.
    var content: (Action) -> Any = { $0 }

    /// Whether the state can change without anything that is received.
    var hidesChanges = false

    var state: State { readState() }

    var runningEffects: [EffectDescription] { hosted?.runningEffects ?? [] }

    var dependencies: Dependencies { hosted?.dependencies ?? Dependencies() }

    func cancelEffects() { hosted?.cancelEffects() }

    /// Takes what was sent through handles.
    func openInbox() { hosted?.openInbox() }
}

extension TestSubject {
    init(_ machine: Machine<State, Action>) {
        self.init(
            machine: machine,
            hosted: machine,
            send: { machine.send($0) },
            readState: { machine.state }
        )
    }
}
