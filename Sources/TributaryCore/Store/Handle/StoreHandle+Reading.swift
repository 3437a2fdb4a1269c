// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreHandle {
    /// Shows the current state to a closure, without waiting, if the caller is on the store's actor.
    ///
    /// ```swift
    /// func stop(store: StoreHandle<App.State, App.Action>) { store.withState { file.write($0.document) } }
    /// ```
    /// The caller is on that actor in each call that the store makes to a service, and in code that is isolated to
    /// it, such as that of a `@MainActor` type for a `Store`. Anywhere else, and while a reducer changes the state
    /// (law 10), it stops the program with a diagnostic; use `await store.state` there.
    ///
    /// - Parameters:
    ///   - isolation: Where the caller is; left out.
    ///   - body: Reads the state without copying it.
    /// - Returns: What the closure returned; `nil` when the store is gone, or has no state, as the scope of an absent
    ///   child.
    /// - Throws: What the closure throws.
    public func withState<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (State) throws -> Result
    ) rethrows -> Result? {
        guard inbox.isVisiting || isolation.map({ $0 === inbox.actor }) == true else {
            if inbox.isAbandoned { return nil }
            stopReadingElsewhere()
        }
        return try way.withState(body)
    }

    private func stopReadingElsewhere() -> Never {
        inbox.reporter.stop(
            Diagnostic(
                .stateReadElsewhere,
                message: """
                    The state of \(typeName(State.self)) was read at once through a handle, by code that is not known to run on \
                    the store's actor.
                    """,
                remedy: """
                    Read it in a call that the store makes to a service, in code that is isolated to the store's \
                    actor, or with `await store.state`.
                    """
            )
        )
    }
}
