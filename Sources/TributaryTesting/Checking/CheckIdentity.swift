// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The part of a state that identifies it for `check`.
public struct CheckIdentity<State> {
    let identify: (State) -> any Hashable

    /// States with the same value are one.
    ///
    /// - Parameter value: The value of a state, as a key path or a closure.
    /// - Returns: The identity.
    public static func part(_ value: @escaping (_ state: State) -> any Hashable) -> CheckIdentity {
        CheckIdentity(identify: value)
    }
}
