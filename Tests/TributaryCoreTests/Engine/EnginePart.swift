// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A state of the random trees: its fields, and children in the places that its type has.
protocol EnginePart: Identifiable, Equatable, Sendable where ID == Int {
    /// How many kinds of states may be below.
    static var depth: Int { get }

    var fields: EngineFields { get set }

    init(_ fields: EngineFields)

    /// Applies the part of a command that concerns the children.
    mutating func applyToChildren(_ command: EngineCommand)

    /// A reducer that runs another one on a child that is always there.
    static func scope(_ slot: EngineSlot, _ child: EngineTree, _ builder: EngineBuilder) -> any Reducer<
        Self, EngineAction
    >

    /// A reducer with a child that may be absent, or one for each row.
    static func attach<Base: Reducer<Self, EngineAction>>(
        _ slot: EngineSlot,
        _ child: EngineTree,
        to base: Base,
        _ builder: EngineBuilder
    ) -> any Reducer<Self, EngineAction>

    /// The scope of a store at the end of a path, if it exists.
    @MainActor static func reach(
        _ way: ArraySlice<EngineHop>,
        from store: Store<Self, EngineAction>
    ) -> (any EngineReached)?

    /// The same as the naive model has it.
    var naive: NaiveState { get }
}

extension EnginePart {
    var id: Int { fields.id }

    mutating func apply(_ command: EngineCommand) {
        fields.apply(command)
        applyToChildren(command)
    }
}
