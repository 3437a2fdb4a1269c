// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A property of a feature that holds after any sequence of actions.
public struct Invariant<State, Action> {
    let name: String
    let holds: (_ before: State, _ action: Action, _ after: State) -> Bool

    /// An invariant of the state after every action.
    ///
    /// - Parameters:
    ///   - name: The name of the invariant in failures.
    ///   - holds: Whether it holds.
    public init(_ name: String, _ holds: @escaping (_ state: State) -> Bool) {
        self.name = name
        self.holds = { _, _, state in holds(state) }
    }

    /// An invariant of the change that an action makes.
    ///
    /// - Parameters:
    ///   - name: The name of the invariant in failures.
    ///   - holds: Whether it holds, given the state before, the action and the state after.
    public init(
        _ name: String,
        _ holds: @escaping (_ before: State, _ action: Action, _ after: State) -> Bool
    ) {
        self.name = name
        self.holds = holds
    }
}
