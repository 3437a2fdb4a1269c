// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A state that contains itself: its reducer contains itself, too.
struct EngineLoop: EnginePart {
    static var depth: Int { 0 }

    var fields: EngineFields
    var rows: IdentifiedArray<Int, EngineLoop> = []
    private var box: [EngineLoop] = []

    /// Indirect, as a state that contains itself has to be.
    var optional: EngineLoop? {
        get { box.first }
        set { box = newValue.map { [$0] } ?? [] }
    }

    init(_ fields: EngineFields) { self.fields = fields }

    mutating func applyToChildren(_ command: EngineCommand) {
        switch command {
        case .put(let slot, let id):
            switch (slot.place, id) {
            case (.optional, let id): optional = id.map { EngineLoop(fields.child($0, at: .optional)) }
            case (.rows, nil): rows.removeAll()
            case (.rows, let id?):
                if rows.remove(id: id) == nil { rows.append(EngineLoop(fields.child(id, at: .rows))) }
            default: break
            }
        case .poke(let hop):
            if hop.slot.place == .optional { optional?.fields.count += 1 }
            if hop.slot.place == .rows { rows[id: hop.row]?.fields.count += 1 }
        case .reverse: rows.reverse()
        case .add, .ask, .toggle, .request, .gate, .exchange, .keep, .work, .push, .pop: break
        }
    }

    static func scope(_ slot: EngineSlot, _ child: EngineTree, _ builder: EngineBuilder) -> any Reducer<
        Self, EngineAction
    > { EmptyReducer<Self, EngineAction>() }

    static func attach<Base: Reducer<Self, EngineAction>>(
        _ slot: EngineSlot,
        _ child: EngineTree,
        to base: Base,
        _ builder: EngineBuilder
    ) -> any Reducer<Self, EngineAction> {
        func make<Child: Reducer<Self, EngineAction>>(_ child: Child) -> any Reducer<Self, EngineAction> {
            switch slot {
            case .rows: base.forEach(\.rows, action: \.rows) { child }
            case .optional: base.ifLet(\.optional, action: \.optional) { child }
            default: base
            }
        }
        return make(builder.build(child, for: Self.self))
    }

    @MainActor static func reach(
        _ way: ArraySlice<EngineHop>,
        from store: Store<Self, EngineAction>
    ) -> (any EngineReached)? {
        guard let hop = way.first else { return EngineScope(store) }
        let child: Store<Self, EngineAction>? =
            switch hop.slot {
            case .optional: store.scope(state: \.optional, action: \.optional)
            case .rows: store.scope(state: \.rows, action: \.rows)[id: hop.row]
            default: nil
            }
        return child.flatMap { reach(way.dropFirst(), from: $0) }
    }

    var naive: NaiveState {
        var naive = NaiveState(bare: fields, depth: Self.depth)
        if let child = optional { naive.children[.optional] = [child.naive] }
        if !rows.isEmpty { naive.children[.rows] = rows.map { $0.naive } }
        return naive
    }
}
