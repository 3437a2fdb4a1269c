// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension NaiveReducers {
    /// The queries of feedbacks: their names, their places, and the filters around them.
    struct Ask: Hashable {
        var name: String
        var place: NaivePlace
        var filters: Set<Int> = []
    }

    /// The queries of a tree in a state, where `asked` are the earlier ones: a filter that did not pass the
    /// action on keeps them.
    func asks(_ tree: EngineTree, _ state: NaiveState, in context: Context, asked: Set<Ask>) -> Set<Ask> {
        switch tree {
        case .empty, .own, .update, .feature: return []
        case .body(let tree), .erased(let tree), .wrapped(let tree, _), .change(let tree, _, _):
            return asks(tree, state, in: context, asked: asked)
        case .dependency(let tree, let value):
            var context = context
            context.dependency = value
            return asks(tree, state, in: context, asked: asked)
        case .filter(let number, let tree):
            guard wasOpen(state, in: context) else {
                return asked.filter { $0.filters.contains(number) && $0.place.isExactlyWithin(context.place) }
            }
            let inner = asks(tree, state, in: context, asked: asked)
            return Set(inner.map { Ask(name: $0.name, place: $0.place, filters: $0.filters.union([number])) })
        case .feedback(let tree, let number, let kind):
            let names = kind.queries(state.fields, number, context.dependency)
            return asks(tree, state, in: context, asked: asked)
                .union(names.map { Ask(name: $0, place: context.place) })
        case .combined(let trees):
            return trees.reduce(into: []) { $0.formUnion(asks($1, state, in: context, asked: asked)) }
        case .scope(let number, let slot, let tree):
            return askChild(tree, number, EngineHop(slot: slot), state, in: context, asked: asked)
        case .attach(let parent, let number, let slot, let child):
            var all = asks(parent, state, in: context, asked: asked)
            let rows = slot.isMany ? state.children[slot.place, default: []].map(\.row) : [0]
            for row in rows {
                let hop = EngineHop(slot: slot, row: row)
                all.formUnion(askChild(child, number, hop, state, in: context, asked: asked))
            }
            return all
        case .loop: return asks(tree.unrolled, state, in: context, asked: asked)
        }
    }

    private func askChild(
        _ tree: EngineTree,
        _ number: Int,
        _ hop: EngineHop,
        _ state: NaiveState,
        in context: Context,
        asked: Set<Ask>
    ) -> Set<Ask> {
        guard state.has(hop.slot), let child = state[hop] else { return [] }
        return asks(tree, child, in: context.child(number, hop, id: child.fields.id), asked: asked)
    }
}

extension EngineFeedback {
    /// The names of the queries.
    func queries(_ fields: EngineFields, _ number: Int, _ dependency: Int) -> [String] {
        func name(_ query: Int, _ key: Int = 0) -> String {
            "\(number) \(fields.home) \(key) \(query) \(dependency)"
        }
        return switch self {
        case .one: fields.query.map { [name($0)] } ?? []
        case .each: fields.queries.map { name($0) }
        case .keyed: fields.requests.map { name($1, $0) }
        }
    }
}
