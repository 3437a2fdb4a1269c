// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Tells the states of one type apart by their `id`: a state with another `id` is another state (law 8).
///
/// Found once, when a tree is resolved; there is none for a type that is not `Identifiable`, which so costs nothing.
@usableFromInline
class StateIdentity<State> {
    /// The `id` of a state.
    @usableFromInline
    func id(of state: State) -> AnyHashable {
        preconditionFailure("An identity is that of a type with an `id`.")
    }

    /// What tells states of this type apart; `nil` where nothing does.
    @usableFromInline
    static func ofStates() -> StateIdentity? {
        func make<Identified: Identifiable>(_: Identified.Type) -> AnyObject {
            IdentifiableStates<Identified>()
        }
        guard let type = State.self as? any Identifiable.Type else { return nil }
        return make(type) as? StateIdentity
    }
}

private final class IdentifiableStates<State: Identifiable>: StateIdentity<State> {
    override func id(of state: State) -> AnyHashable { AnyHashable(state.id) }
}
