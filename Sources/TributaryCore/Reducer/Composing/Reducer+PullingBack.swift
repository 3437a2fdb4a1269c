// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// This reducer, run on a property of a larger state for one case of its actions: `Scope`, as a function.
    ///
    /// - Parameters:
    ///   - state: The property that is this reducer's state.
    ///   - action: The case that holds its actions.
    /// - Returns: The reducer of the whole.
    @inlinable
    public func pullback<WholeState, WholeAction: CasePathable>(
        state: WritableKeyPath<WholeState, State>,
        action: CaseKeyPath<WholeAction, Action>
    ) -> Scope<WholeState, WholeAction> {
        Scope(Lens(state), ActionCase(action), child: self)
    }

    /// This reducer, run for those actions of a larger kind that a closure finds an own one in.
    ///
    /// Without `embed`, there is no way back for what an effect of this reducer sends: that is a diagnostic.
    ///
    /// - Parameters:
    ///   - state: The property that is this reducer's state; `\.self` for all of it.
    ///   - extract: Finds the own action, or gives `nil` where there is none.
    ///   - embed: Makes what this reducer's effects send into an action of the larger kind.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer of the whole.
    @inlinable
    public func pullback<WholeState, WholeAction>(
        state: WritableKeyPath<WholeState, State>,
        extract: @escaping (WholeAction) -> Action?,
        embed: ((Action) -> WholeAction)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Scope<WholeState, WholeAction> {
        let site = SourceSite(fileID: fileID, line: line)
        return Scope(
            Lens(state),
            ActionCase(extract: extract) { ownAction in
                if embed == nil { reportNotEmbedded(ownAction, site: site) }
                return embed?(ownAction)
            },
            child: self
        )
    }
}

/// Reports an effect's action that cannot be embedded in one of the store.
@usableFromInline
func reportNotEmbedded<Action>(_ action: Action, site: SourceSite) {
    DiagnosticReporter.current.report(
        Diagnostic(
            .actionNotEmbedded,
            message: "An effect sent an action that has no way to its parent; it was dropped.",
            remedy: "Give `pullback` a closure `embed:`, or a case path instead of the closure.",
            action: String(reflecting: action),
            site: site
        )
    )
}
