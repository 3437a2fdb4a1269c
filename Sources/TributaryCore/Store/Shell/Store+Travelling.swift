// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Shows another state to everybody who reads or observes the store, its scopes too, until `comeBack`.
    ///
    /// No reducer, effect or feedback sees it. Effects run on; what they send, and what anybody sends, waits. Called
    /// within a turn, it takes effect when that is over. A scope cannot travel alone: there it does nothing, and is a
    /// diagnostic.
    ///
    /// - Parameters:
    ///   - state: The state to be shown.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public func travel(to state: State, fileID: String = #fileID, line: UInt = #line) {
        whole(SourceSite(fileID: fileID, line: line))?.travel(to: state)
    }

    /// Shows the newest state again, and reduces what was sent meanwhile.
    ///
    /// Without a `travel` before, it does nothing.
    public func comeBack() { (part as? Machine<State, Action>)?.comeBack() }

    /// Whether another state than the newest is shown.
    public var isTravelling: Bool { (part as? Machine<State, Action>)?.isTravelling ?? false }

    private func whole(_ site: SourceSite) -> Machine<State, Action>? {
        if let machine = part as? Machine<State, Action> { return machine }
        part.machine.reporter.report(.scopeTravels(State.self, at: site))
        return nil
    }
}

extension StoreActor {
    /// Shows another state to everybody who reads or observes the store, until `comeBack`.
    ///
    /// No reducer, effect or feedback sees it. Effects run on; what they send, and what anybody sends, waits.
    ///
    /// - Parameter state: The state to be shown.
    public func travel(to state: sending State) { machine.travel(to: state) }

    /// Shows the newest state again, and reduces what was sent meanwhile.
    ///
    /// Without a `travel` before, it does nothing.
    public func comeBack() { machine.comeBack() }

    /// Whether another state than the newest is shown.
    public var isTravelling: Bool { machine.isTravelling }
}

extension Diagnostic {
    /// The diagnostic about a scope that was asked to show another state.
    fileprivate static func scopeTravels<State>(_: State.Type, at site: SourceSite) -> Diagnostic {
        Diagnostic(
            .scopeTravels,
            message:
                "A scope, of \(typeName(State.self)), was asked to show another state; that did nothing.",
            remedy: "Let the whole store travel: its scopes show their parts of the state.",
            site: site
        )
    }
}
