// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Distinguishes the states of one type by their `id`: a state with another `id` is another state (law 8).
///
/// Found once, when a tree is resolved. A type that is not `Identifiable` has none, and costs nothing.
@usableFromInline
class StateIdentity<State> {
    /// The `id` of a state.
    @usableFromInline
    func id(of state: State) -> AnyHashable { preconditionFailure("An identity is that of a type.") }

    /// Whether a state has an `id`.
    func isID(_ id: AnyHashable?, of state: State) -> Bool {
        preconditionFailure("An identity is that of a type.")
    }

    /// Remembers which state was seen last.
    func makeMemory() -> StateMemory<State> { preconditionFailure("An identity is that of a type.") }

    /// Identifies the states of this type; `nil` if they have no identity.
    @usableFromInline
    static func ofStates() -> StateIdentity? {
        func make<Identified: Identifiable>(_: Identified.Type) -> AnyObject {
            IdentifiableStates<Identified>()
        }
        guard let type = State.self as? any Identifiable.Type else { return nil }
        return make(type) as? StateIdentity
    }
}

/// Remembers which state was seen last.
///
/// It does so after every action, so without boxing its `id`.
@usableFromInline
class StateMemory<State> {
    /// Whether this is not the state that was seen last, or the first one.
    @usableFromInline
    func isAnother(_ state: State) -> Bool { preconditionFailure("A memory is that of a type.") }

    func see(_ state: State) {}

    func forget() {}
}

private final class IdentifiableStates<State: Identifiable>: StateIdentity<State> {
    override func id(of state: State) -> AnyHashable { AnyHashable(state.id) }

    override func isID(_ id: AnyHashable?, of state: State) -> Bool {
        // Unboxing one costs a fraction of boxing the other.
        guard let id = id?.base as? State.ID else { return false }
        return id == state.id
    }

    override func makeMemory() -> StateMemory<State> { IdentifiableMemory<State>() }
}

private final class IdentifiableMemory<State: Identifiable>: StateMemory<State> {
    private var last: State.ID?

    override func isAnother(_ state: State) -> Bool {
        guard let last else { return true }
        return last != state.id
    }

    override func see(_ state: State) { last = state.id }

    override func forget() { last = nil }
}
