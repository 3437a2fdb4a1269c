// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension NaiveReducers {
    /// Shows a state to the answers to changes, before it is changed.
    mutating func prime(_ tree: EngineTree, _ state: NaiveState, in context: Context) {
        switch tree {
        case .empty, .own, .update, .feature: break
        case .body(let tree), .erased(let tree), .feedback(let tree, _, _), .dependency(let tree, _),
            .wrapped(let tree, _), .filter(_, let tree):
            prime(tree, state, in: context)
        case .change(let tree, let number, let change):
            prime(tree, state, in: context)
            seen[context.key(number)] = change.value(state)
        case .combined(let trees): for tree in trees { prime(tree, state, in: context) }
        case .scope(let number, let slot, let tree):
            primeChild(tree, number, EngineHop(slot: slot), state, in: context)
        case .attach(let parent, let number, let slot, let child):
            prime(parent, state, in: context)
            for hop in hops(slot, number, state, in: context) {
                primeChild(child, number, hop, state, in: context)
            }
        case .loop: prime(tree.unrolled, state, in: context)
        }
    }

    /// The children at a slot; removes the last values of removed rows.
    private mutating func hops(
        _ slot: EngineSlot,
        _ number: Int,
        _ state: NaiveState,
        in context: Context
    ) -> [EngineHop] {
        guard slot.isMany else { return [EngineHop(slot: slot)] }
        let hops = state.children[slot.place, default: []].map { EngineHop(slot: slot, row: $0.row) }
        let depth = context.place.keys.count
        for place in Set(seen.keys.map(\.place)) where place.count > depth && place[depth].slot == slot {
            if !hops.contains(place[depth]) { forget(below: context.child(number, place[depth])) }
        }
        return hops
    }

    private mutating func primeChild(
        _ tree: EngineTree,
        _ number: Int,
        _ hop: EngineHop,
        _ state: NaiveState,
        in context: Context
    ) {
        let inner = context.child(number, hop)
        forget(below: inner)
        guard state.has(hop.slot), let child = state[hop] else { return }
        ids[inner.key(number)] = child.fields.id
        prime(tree, child, in: inner)
    }

    /// Removes the last values of a removed state.
    private mutating func forget(below context: Context) {
        let place = context.place
        let numbers = place.keys.map(\.number)
        seen = seen.filter { key, _ in
            key.mount != place.mount || !key.place.starts(with: place.way)
                || !key.numbers.starts(with: numbers)
        }
    }

    /// Evaluates the answers to changes in a state, after an action.
    mutating func look(_ tree: EngineTree, _ state: inout NaiveState, in context: Context) -> Effects {
        switch tree {
        case .empty, .own, .update, .feature: return []
        case .body(let tree), .erased(let tree), .wrapped(let tree, _), .feedback(let tree, _, _):
            return look(tree, &state, in: context)
        case .filter(_, let tree):
            if wasOpen(state, in: context) {
                return look(tree, &state, in: context)
            }
            prime(tree, state, in: context)
            return []
        case .dependency(let tree, let value):
            var context = context
            context.dependency = value
            return look(tree, &state, in: context)
        case .change(let tree, let number, let change):
            let key = context.key(number)
            let new = change.value(state)
            let old = seen.updateValue(new, forKey: key)
            var effects: Effects = []
            if let old, old != new {
                state.fields.mark &+= EngineFields.mark(number, old, new) &+ context.dependency
                switch change.answer {
                case .mark: break
                case .send: effects = [(.send(EngineMessage(command: .gate)), context.place)]
                case .run: effects = [(.run(makeName(number)), context.place)]
                }
            }
            return effects + look(tree, &state, in: context)
        case .combined(let trees): return trees.reduce(into: []) { $0 += look($1, &state, in: context) }
        case .scope(let number, let slot, let tree):
            return lookChild(tree, number, EngineHop(slot: slot), &state, in: context)
        case .attach(let parent, let number, let slot, let child):
            var effects = look(parent, &state, in: context)
            for hop in hops(slot, number, state, in: context) {
                effects += lookChild(child, number, hop, &state, in: context)
            }
            return effects
        case .loop: return look(tree.unrolled, &state, in: context)
        }
    }

    private mutating func lookChild(
        _ tree: EngineTree,
        _ number: Int,
        _ hop: EngineHop,
        _ state: inout NaiveState,
        in context: Context
    ) -> Effects {
        let inner = context.child(number, hop)
        guard state.has(hop.slot), var child = state[hop] else {
            forget(below: inner)
            return []
        }
        // Another identifier is another state.
        let id = ids.updateValue(child.fields.id, forKey: inner.key(number))
        if let id, id != child.fields.id { forget(below: inner) }
        let effects = look(tree, &child, in: inner)
        state[hop] = child
        return effects.map { ($0.work, $0.place.identified(child.fields.id, at: context.place.keys.count)) }
    }
}

extension EngineChange {
    func value(_ state: NaiveState) -> Int { isCount ? state.fields.count : state.fields.query ?? -1 }
}
