// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that is so, whatever happens to a feature.
public struct Invariant<State, Action> {
    let name: String
    let holds: (_ before: State, _ action: Action, _ after: State) -> Bool

    /// Something about the state after every action.
    ///
    /// - Parameters:
    ///   - name: What is so, as failures say it.
    ///   - holds: Whether it is.
    public init(_ name: String, _ holds: @escaping (_ state: State) -> Bool) {
        self.name = name
        self.holds = { _, _, state in holds(state) }
    }

    /// Something about what an action does.
    ///
    /// - Parameters:
    ///   - name: What is so, as failures say it.
    ///   - holds: Whether it is, by the state before, the action and the state after.
    public init(
        _ name: String,
        _ holds: @escaping (_ before: State, _ action: Action, _ after: State) -> Bool
    ) {
        self.name = name
        self.holds = holds
    }
}
