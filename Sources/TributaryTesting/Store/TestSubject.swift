// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The subject of a test store: a machine, or the boundary of a module or an actor that has one.
struct TestSubject<State, Action> {
    /// The machine, if its state and actions are those of the test.
    let machine: Machine<State, Action>?

    /// The same machine, or the one behind the boundary; `nil` if it is elsewhere.
    let hosted: (any HostedMachine)?
    let send: (Action) -> StoreTask
    let readState: () -> State

    /// The noun for received values in failures, in the singular.
    var noun = "action"

    /// The part of an action that failures show.
    var content: (Action) -> Any = { $0 }

    /// Whether the state can change without an action to receive.
    var hidesChanges = false

    var state: State { readState() }

    var runningEffects: [EffectDescription] { hosted?.runningEffects ?? [] }

    var dependencies: Dependencies { hosted?.dependencies ?? Dependencies() }

    func cancelEffects() { hosted?.cancelEffects() }

    /// Closes the machine; its effects are cancelled first, so that waiting ones are not reported.
    func close(at site: CallSite) {
        cancelEffects()
        hosted?.close(at: SourceSite(fileID: "\(site.fileID)", line: site.line))
    }

    /// Processes the actions that were sent through handles.
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
