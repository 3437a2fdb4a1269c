// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A feature with the properties to check.
struct CheckedFeature<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    let initialState: () -> State
    let world: WorldValue
    let reducer: () -> AnyReducer<State, Action>
    let dependencies: (inout Dependencies, World<WorldValue>) -> Void
    let actions: (State) -> [Action]
    let properties: [Property<State, WorldValue>]
    let limits: CheckLimits

    /// The part of a state that identifies it; `nil` for all of it.
    let identify: ((State) -> any Hashable)?
}

/// Something that may happen in a situation.
struct CheckEvent {
    /// The move of an effect; `nil` if the user acts.
    let move: FlightSet.Move?

    /// The number of the user's action, or the position of the move.
    let number: Int
}
