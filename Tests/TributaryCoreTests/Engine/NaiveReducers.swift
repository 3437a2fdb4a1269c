// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reducers of a described tree, implemented naively.
struct NaiveReducers {
    /// How many effects reducers have made.
    var made = 0
    /// The last value of each `onChange`, in each place.
    var seen: [Memory: Int] = [:]
    /// Which states were in each place.
    var ids: [Memory: Int] = [:]
    private var complaints: [EngineEvent] = []
    /// The state before the current action.
    var before: NaiveState?
    /// The place whose state was removed since it sent the current action: its child is skipped.
    var sender: NaivePlace?

    struct Memory: Hashable {
        var number: Int
        var mount: Int
        var place: [EngineHop]
        var numbers: [Int]
    }

    /// Effects with their places, in the order in which they are performed.
    typealias Effects = [(work: NaiveWork, place: NaivePlace)]

    /// A reducer's context.
    struct Context {
        var place = NaivePlace()
        var dependency = 2

        func key(_ number: Int) -> Memory {
            Memory(
                number: number,
                mount: place.mount,
                place: place.way,
                numbers: place.keys.map(\.number)
            )
        }

        func child(_ number: Int, _ hop: EngineHop, id: Int? = nil) -> Context {
            var context = self
            context.place.keys.append(NaiveKey(number: number, hop: hop, id: id))
            return context
        }
    }

    /// Records the state before an action.
    mutating func begin(_ state: NaiveState, passingOver place: NaivePlace?) {
        before = state
        sender = place
    }

    /// Runs a tree on an action.
    mutating func run(
        _ tree: EngineTree,
        _ state: inout NaiveState,
        _ action: EngineMessage,
        in context: Context
    ) -> Effects {
        switch tree {
        case .empty: return []
        case .own(let number):
            guard action.isOwn else {
                state.fields.note(number + 500)
                return []
            }
            state.fields.note(number)
            state.apply(action.command)
            return effects(of: action, number, context)
        case .update(let number):
            state.fields.note(action.isOwn ? number : number + 500)
            if action.isOwn { state.fields.apply(action.command) }
            return []
        case .feature(let number):
            guard action.isOwn else {
                state.fields.note(number + 500)
                return []
            }
            state.fields.note(number &+ context.dependency &* 7_919)
            state.fields.apply(action.command)
            return effects(of: action, number, context)
        case .body(let tree), .erased(let tree), .change(let tree, _, _), .feedback(let tree, _, _):
            return run(tree, &state, action, in: context)
        case .dependency(let tree, let value):
            var context = context
            context.dependency = value
            return run(tree, &state, action, in: context)
        case .combined(let trees):
            return trees.reduce(into: []) { $0 += run($1, &state, action, in: context) }
        case .filter(_, let tree):
            return state.fields.isOpen ? run(tree, &state, action, in: context) : []
        case .wrapped(let tree, let number):
            let turns = state.fields.turns(of: number)
            state.fields.note(number)
            let effects = (0..<turns).flatMap { _ in run(tree, &state, action, in: context) }
            state.fields.note(number + 500)
            return effects
        case .scope(let number, let slot, let tree):
            guard state.depth > 0, let hop = action.way.first, hop.slot == slot else { return [] }
            if sender?.isSame(context.child(number, hop).place) == true { return [] }
            return runChild(tree, number, hop, &state, action, in: context)
        case .attach(let parent, let number, let slot, let child):
            var effects: Effects = []
            if let hop = action.way.first, hop.slot == slot, state.has(slot) {
                // The parent makes the state, in code that runs for every action of the child.
                if slot == .created, state[hop] == nil, let new = EngineBuilder.created(in: state.fields) {
                    state.children[.optional] = [NaiveState(new, depth: max(0, state.depth - 1))]
                }
                if sender?.isSame(context.child(number, hop).place) != true {
                    if state[hop] == nil {
                        // Actions that a child sent while it was present are not reported, even if others have
                        // taken its place.
                        if sender == nil { complaints.append(.complaint(.absentChild)) }
                    } else {
                        effects = runChild(child, number, hop, &state, action, in: context)
                    }
                }
            }
            guard slot == .pages, action.way.isEmpty, state.has(slot) else {
                return effects + run(parent, &state, action, in: context)
            }
            return run(parent, moving: &state, action, in: context)
        case .loop: return run(tree.unrolled, &state, action, in: context)
        }
    }

    /// Pushes a page before the parent, and pops one after it.
    private mutating func run(
        _ parent: EngineTree,
        moving state: inout NaiveState,
        _ action: EngineMessage,
        in context: Context
    ) -> Effects {
        switch action.command {
        case .push(let id):
            state.push(.pushed(id))
            return run(parent, &state, action, in: context)
        case .pop(let number):
            let isThere = state[EngineHop(slot: .pages, row: number)] != nil
            if !isThere, sender == nil { complaints.append(.complaint(.absentChild)) }
            let effects = run(parent, &state, action, in: context)
            if isThere { _ = state.pop(number) }
            return effects
        default: return run(parent, &state, action, in: context)
        }
    }

    private mutating func runChild(
        _ tree: EngineTree,
        _ number: Int,
        _ hop: EngineHop,
        _ state: inout NaiveState,
        _ action: EngineMessage,
        in context: Context
    ) -> Effects {
        guard var child = state[hop] else { return [] }
        let inner = context.child(number, hop)
        let action = EngineMessage(way: Array(action.way.dropFirst()), command: action.command)
        let effects = run(tree, &child, action, in: inner)
        state[hop] = child
        return effects.map { ($0.work, $0.place.identified(child.fields.id, at: context.place.keys.count)) }
    }

    private mutating func effects(of action: EngineMessage, _ number: Int, _ context: Context) -> Effects {
        guard case .work(let work) = action.command else { return [] }
        return [(named(work, number), context.place)]
    }

    private mutating func named(_ work: EngineWork, _ number: Int) -> NaiveWork {
        switch work {
        case .send(let message): return .send(message)
        case .run: return .run(makeName(number))
        case .cancel(let id): return .cancel(.number(id))
        case .cancellable(let work, let id, let inFlight):
            return .cancellable(named(work, number), .number(id), inFlight: inFlight)
        case .merge(let works): return .merge(works.map { named($0, number) })
        case .concatenate(let works): return .concatenate(works.map { named($0, number) })
        }
    }

    /// The condition of a filter before the action; for a new state, its condition now.
    func wasOpen(_ state: NaiveState, in context: Context) -> Bool {
        var old = before
        for key in context.place.keys {
            old = old?[key.hop]
            if let id = key.id, old?.fields.id != id { return state.fields.isOpen }
        }
        guard let old, old.fields.id == state.fields.id else { return state.fields.isOpen }
        return old.fields.isOpen
    }

    mutating func takeComplaints() -> [EngineEvent] {
        defer { complaints = [] }
        return complaints
    }

    mutating func makeName(_ number: Int) -> String {
        made += 1
        return "\(number)#\(made)"
    }
}

extension NaivePlace {
    /// The same, if the state at one of its steps has an identifier.
    func identified(_ id: Int, at index: Int) -> NaivePlace {
        var place = self
        place.keys[index].id = id
        return place
    }
}
