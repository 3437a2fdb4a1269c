// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

extension EngineNode {
    static func scope(_ slot: EngineSlot, _ child: EngineTree, _ builder: EngineBuilder) -> any Reducer<
        Self, EngineAction
    > {
        func make<Child: Reducer<Inner, EngineAction>>(_ child: Child) -> any Reducer<Self, EngineAction> {
            switch (slot, builder.nextForm(4)) {
            case (.alias, 0): child.pullback(state: \Self.alias, action: \.alias)
            case (.alias, _): Scope<Self, EngineAction>(state: \.alias, action: \.alias) { child }
            case (.modified, _):
                Scope<Self, EngineAction>(modify: { $1(&$0.stored) }, action: \.modified) { child }
            case (_, 0): child.pullback(state: \Self.stored, action: \.stored)
            case (_, 1):
                child.pullback(
                    state: \Self.stored,
                    extract: { EngineAction.path(.stored).extract(from: $0) },
                    embed: { .child(.stored, $0) }
                )
            case (_, 2): Scope<Self, EngineAction>(state: \.stored, action: \.stored) { child }
            case (_, _):
                Scope<Self, EngineAction>(state: \.stored) {
                    Scope<Inner, EngineAction>(state: \.self, action: \.stored) { child }
                }
            }
        }
        return make(builder.build(child, for: Inner.self))
    }

    static func attach<Base: Reducer<Self, EngineAction>>(
        _ slot: EngineSlot,
        _ child: EngineTree,
        to base: Base,
        _ builder: EngineBuilder
    ) -> any Reducer<Self, EngineAction> {
        // Combined reducers compare changes in the order written; a modifier compares after its content.
        let needsModifier = child.looksAtChanges
        func make<Child: Reducer<Inner, EngineAction>>(_ child: Child) -> any Reducer<Self, EngineAction> {
            switch (slot, builder.nextForm(2)) {
            case (.created, _):
                combine(
                    Update<Self, EngineAction> { state, action in
                        guard EngineAction.path(.created).extract(from: action) != nil, state.optional == nil
                        else { return }
                        state.optional = EngineBuilder.created(in: state.fields).map { Inner($0) }
                    },
                    base.ifLet(\.optional, action: \.created) { child }
                )
            case (.detail, 0) where !needsModifier:
                combine(
                    EmptyReducer<Self, EngineAction>().ifCaseLet(\.screen.detail, action: \.detail) { child },
                    base
                )
            case (.detail, _): base.ifCaseLet(\.screen.detail, action: \.detail) { child }
            case (.sheet, _): base.ifCaseLet(\.screen.sheet, action: \.sheet) { child }
            case (.rows, _): base.forEach(\.rows, action: \.rows) { child }
            case (.pages, _):
                base.forEach(stack: \.pages, action: \.[pages: EnginePages<Inner>()]) { child }
            case (_, 0): base.ifCaseLet(\.optional.some, action: \.optional) { child }
            case (_, _): base.ifLet(\.optional, action: \.optional) { child }
            }
        }
        return make(builder.build(child, for: Inner.self))
    }

    @MainActor static func reach(
        _ way: ArraySlice<EngineHop>,
        from store: Store<Self, EngineAction>
    ) -> (any EngineReached)? {
        guard let hop = way.first else { return EngineScope(store) }
        let rest = way.dropFirst()
        let child: Store<Inner, EngineAction>?
        switch hop.slot {
        case .stored: child = store.scope(state: \.stored, action: \.stored)
        case .alias: child = store.scope(state: \.alias, action: \.alias)
        case .modified: child = store.scope(state: \.stored, action: \.modified)
        case .optional: child = store.scope(state: \.optional, action: \.optional)
        case .created: child = store.scope(state: \.optional, action: \.created)
        case .detail: child = store.scope(case: \.screen.detail, action: \.detail)
        case .sheet: child = store.scope(case: \.screen.sheet, action: \.sheet)
        case .rows: child = store.scope(state: \.rows, action: \.rows)[id: hop.row]
        case .pages:
            let pages = store.scope(state: \.pages, action: \.[pages: EnginePages<Inner>()])
            child = pages[id: StackElementID(rawValue: hop.row)]
        }
        return child.flatMap { Inner.reach(rest, from: $0) }
    }
}
