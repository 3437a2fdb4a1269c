// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An `onChange`, a feedback, or all of those in a subtree, which check a piece of state after every action.
///
/// Every piece of state, such as each row, has its own watches, which store its values. A check only reads. The state
/// is written only if a closure of `onChange` runs.
final class Watch<State, Action> {
    /// Looks at the state, and stores values of it.
    ///
    /// Returns whether a change is pending.
    let look: (State, WatchLook) -> Bool

    /// Handles the pending change, and may change the state.
    let answer: (inout State) -> Effect<Action>

    /// Whether no value is stored.
    let isIdle: () -> Bool

    init(
        look: @escaping (State, WatchLook) -> Bool,
        answer: @escaping (inout State) -> Effect<Action>,
        isIdle: @escaping () -> Bool
    ) {
        self.look = look
        self.answer = answer
        self.isIdle = isIdle
    }
}

/// The purpose for which a watch looks at its state.
enum WatchLook {
    /// Before every action, the filters inside look whether they let it pass.
    case filter

    /// Current values are stored, so that earlier changes do not count; feedbacks store none.
    case prime

    /// After every action, values are compared; the first time, they are only stored.
    case check
}

extension Watch {
    /// Combines watches, each of which sees the changes of the previous ones.
    ///
    /// The list is halved, because iterating over a list of closures would cost more than the closures, and so that closures are
    /// nested logarithmically deep.
    static func all(_ watches: ArraySlice<Watch>) -> Watch {
        guard let watch = watches.first else {
            return Watch(look: { _, _ in false }, answer: { _ in .none }, isIdle: { true })
        }
        guard watches.count > 1 else { return watch }
        let middle = watches.startIndex + watches.count / 2
        let (first, second) = (all(watches[..<middle]), all(watches[middle...]))
        return Watch { [first = first.look, second = second.look] in
            first($0, $1) || second($0, $1)
        } answer: { state in
            let effect = first.answerIfDue(&state)
            return effect.merge(with: second.answerIfDue(&state))
        } isIdle: {
            first.isIdle() && second.isIdle()
        }
    }

    func prime(_ state: State) { _ = look(state, .prime) }

    func isDue(_ state: State) -> Bool { look(state, .check) }

    func answerIfDue(_ state: inout State) -> Effect<Action> { isDue(state) ? answer(&state) : .none }
}

/// The kinds of watches in a subtree, which are known before the watches are made.
struct WatchKind: OptionSet, Sendable {
    let rawValue: Int

    /// `onChange`: all of a tree run before its feedbacks.
    static let change = WatchKind(rawValue: 1)

    /// Feedbacks: effects that the state requests.
    static let feedback = WatchKind(rawValue: 2)

    /// Filters, which evaluate their condition before every action.
    static let filter = WatchKind(rawValue: 4)

    /// All kinds.
    static let any: WatchKind = [.change, .feedback, .filter]
}

/// Makes the watches of a reducer, or of a part of it, for each piece of state.
///
/// Resolving the reducers makes the sources. Every piece of state then gets its own watches.
struct WatchSource<State, Action> {
    /// The kinds of its watches; called when the whole tree is resolved.
    let kinds: () -> WatchKind

    /// Makes the watch of a kind for one piece of state.
    let make: (WatchKind) -> Watch<State, Action>

    /// Combines sources.
    static func all(_ sources: [WatchSource]) -> WatchSource {
        WatchSource {
            sources.reduce(into: []) { $0.formUnion($1.kinds()) }
        } make: { kind in
            .all(sources.filter { $0.kinds().contains(kind) }.map { $0.make(kind) }[...])
        }
    }
}

extension Lens {
    /// Makes the watch of a child within its parent's state.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - kind: The kind of its watch.
    ///   - scope: Converts an effect of the child in a state to an effect of the parent.
    /// - Returns: The watch of the parent's state.
    func watch<Action, PartAction>(
        _ child: ResolvedChild<Part, PartAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<PartAction>, Part) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let (isReadable, isFiltered) = (isReadable, child.kinds.contains(.filter))
        // The watch of the child that is there, which goes with it, and with it the stored values and running feedbacks.
        var present: Watch<Part, PartAction>?
        var presentID: AnyHashable?
        func watch(of state: Part) -> Watch<Part, PartAction> {
            let isSame = child.identity?.isID(presentID, state) != false
            if let present, isSame { return present }
            let made = child.makeWatch(kind)
            present = made
            presentID = child.identity?.id(state)
            return made
        }
        return Watch { root, look in
            switch look {
            case .filter:
                if isFiltered { read(root) { _ = present?.look($0, look) } }
                return false
            case .prime where kind != .change: return false
            // A value that can only be accessed by a mutation is checked in `answer`.
            case .check where !isReadable: return true
            case .prime, .check:
                var isDue = false
                if !read(root, { isDue = watch(of: $0).look($0, look) }) { present = nil }
                return isDue
            }
        } answer: { root in
            var effect = Effect<Action>.none
            modify(&root) { effect = scope(watch(of: $0).answerIfDue(&$0), $0) }
            return effect
        } isIdle: {
            present?.isIdle() ?? true
        }
    }
}

extension Reducer {
    /// This reducer with a watch.
    ///
    /// - Parameters:
    ///   - kind: The kind of the watch.
    ///   - isFirst: Whether it comes before the watches of this reducer.
    ///   - make: Makes the watch of one piece of state.
    /// - Returns: Both, as one reducer.
    func watched(
        _ kind: WatchKind,
        isFirst: Bool = false,
        by make: @escaping () -> Watch<State, Action>
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let inner = resolve(in: context)
            let own = [WatchSource(kinds: { kind }, make: { _ in make() })]
            return ResolvedReducer(
                steps: inner.steps,
                watches: isFirst ? own + inner.watches : inner.watches + own
            )
        }
    }
}

extension Reducer {
    /// Runs a closure after each action that changed a value, whichever reducer changed it.
    ///
    /// The closure runs once per action, after the whole tree of reducers. It compares the value before and after, not
    /// the steps between. Its own changes count after the next action. In a row of `forEach`, and below, each row has
    /// its own value, and the cost of an action grows with the number of rows that it changed. The last value is
    /// stored for the comparison, so choose a small one: a large array would be copied when it changes.
    ///
    /// ```swift
    /// .onChange(of: \.query) { old, new, state in .run { send in … } }
    /// .onChange(of: \.query, update: { old, new, state in state.page = 0 })
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, such as `\.query`.
    ///   - answer: Gets the old value, the new one, and the state, which it may change; returns an effect.
    ///   - update: Gets the same, and only changes the state. If both are given, it runs after `answer`.
    /// - Returns: Both, as one reducer.
    public func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value,
        _ answer: ((_ old: Value, _ new: Value, _ state: inout State) -> Effect<Action>)? = nil,
        update: ((_ old: Value, _ new: Value, _ state: inout State) -> Void)? = nil
    ) -> AnyReducer<State, Action> {
        // One declaration for both forms: the compiler then checks a trailing closure once, as `answer`, and reports a
        // mistake in its line.
        watched(.change, isFirst: true) {
            var last: Value?
            return Watch { state, look in
                guard look != .filter else { return false }
                let new = value(state)
                if look == .check, let last { return last != new }
                last = new
                return false
            } answer: { state in
                let new = value(state)
                guard let old = last else { return .none }
                last = new
                let effect = answer?(old, new, &state) ?? .none
                update?(old, new, &state)
                return effect
            } isIdle: {
                last == nil
            }
        }
    }
}

extension Reducer {
    /// Runs this reducer only for actions that arrive while the state satisfies a condition.
    ///
    /// The reducer does not see other actions, even if other reducers change the state for them. An inner `onChange`
    /// ignores the changes of actions that arrive while the condition is not met, also later. Inner feedbacks are not checked meanwhile: running ones continue, and the
    /// next action that arrives under the condition starts, cancels, and restarts them as the state then requests. For
    /// a new state, such as that of a new child, the condition is evaluated with its first value.
    ///
    /// - Parameter condition: Evaluated with the state before each action.
    /// - Returns: The filtered reducer.
    public func filter(_ condition: @escaping (State) -> Bool) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let inner = resolve(in: context)
            let (function, watches) = (inner.function, WatchSource.all(inner.watches))
            let source = WatchSource {
                let kinds = watches.kinds()
                return kinds.isEmpty ? [] : kinds.union(.filter)
            } make: {
                watches.make($0).gated(by: condition)
            }
            return ResolvedReducer(watches: [source]) { state, action in
                condition(state) ? function.call(&state, action) : .none
            }
        }
    }
}

extension Watch {
    /// The watch, while a condition held before the action.
    ///
    /// While it does not hold, an `onChange` does not run, but stores the values, so that changes made meanwhile never count.
    /// Feedbacks are not checked meanwhile: running ones continue. The condition is evaluated before every action; in rows, after
    /// each action that changed one, which is equivalent.
    fileprivate func gated(by condition: @escaping (State) -> Bool) -> Watch {
        // The last result of the condition; `nil` before the first evaluation.
        var isOpen: Bool?
        return Watch { [look] state, purpose in
            let isOpenNow = condition(state)
            guard purpose == .check else {
                isOpen = isOpenNow
                return look(state, purpose)
            }
            // For a new state, the current result counts as the previous one.
            let wasOpen = isOpen ?? isOpenNow
            isOpen = wasOpen
            return wasOpen != isOpenNow || look(state, wasOpen ? .check : .prime)
        } answer: { [self] state in
            var effect = Effect<Action>.none
            if isOpen ?? condition(state) {
                effect = answerIfDue(&state)
            } else {
                prime(state)
            }
            isOpen = condition(state)
            return effect
        } isIdle: { [isIdle] in
            isOpen == nil && isIdle()
        }
    }
}

extension ChildPlace {
    /// The watches of the children at the place, in their parent's state.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - embed: Makes the function that converts the child's actions.
    /// - Returns: The source of these watches.
    func watches<PartAction, Action>(
        of child: ResolvedChild<Part, PartAction>,
        embed: @escaping (ID) -> (PartAction) -> Action?
    ) -> WatchSource<Root, Action> {
        WatchSource {
            child.kinds
        } make: { [self] kind in
            if let lens, let only {
                return lens.watch(child, kind) { child.scoped($0, embed(only), nil, $1) }
            }
            return watchRows(child, kind) { child.scoped($0, embed($1), AnyHashable($1), $2) }
        }
    }

    /// Makes the watch of the rows within their parent's state.
    ///
    /// After every action it visits only inserted, changed, and removed rows of the collection. It stores only watches
    /// with values.
    ///
    /// - Parameters:
    ///   - child: The rows' reducer.
    ///   - kind: The kind of its watch.
    ///   - scope: Converts an effect of a row to an effect of the parent.
    /// - Returns: The watch of the parent's state.
    private func watchRows<Action, RowAction>(
        _ child: ResolvedChild<Part, RowAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<RowAction>, ID, Part) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let isFiltered = child.kinds.contains(.filter)
        var watches: [ID: Watch<Part, RowAction>] = [:]
        // The version of the collection up to which its changes were visited, and whether it had no rows then.
        var (visited, isEmpty) = (RowsVersion?.none, true)
        // A watch for the next row without one, so that a visit of rows without changes allocates no memory.
        var spare: Watch<Part, RowAction>?

        // Calls a closure with the watch of a row, and forgets a watch without values.
        func visit<Result>(_ id: ID, _ body: (Watch<Part, RowAction>) -> Result) -> Result {
            let watch = watches[id] ?? spare.take() ?? child.makeWatch(kind)
            watches[id] = nil
            defer { if watch.isIdle() { spare = watch } else { watches[id] = watch } }
            return body(watch)
        }

        // The rows that may have changed, come or gone since the last visit.
        func changed(in root: Root) -> ArraySlice<ID> {
            if let visited, let changed = changes(root, visited) { return changed }
            let positions = positions(root)
            return (positions.keys + watches.keys.filter { positions[$0] == nil })[...]
        }

        func remember(_ root: Root) {
            visited = version(root)
            isEmpty = positions(root).isEmpty
        }

        // Looks at a row; `nil` if there is none.
        func look(_ look: WatchLook, at id: ID, in root: Root) -> Bool? {
            var isDue: Bool?
            _ = read(root, id) { row in
                // A filter without a watch evaluates its condition when it gets one.
                isDue =
                    look == .filter ? watches[id]?.look(row, look) == true : visit(id) { $0.look(row, look) }
            }
            return isDue
        }

        return Watch { [self] root, purpose in
            if purpose == .filter && !isFiltered || purpose == .prime && kind != .change { return false }
            guard version(root) != visited else { return false }
            let changed = changed(in: root)
            // By position: code that is not specialized allocates for each element of a generic sequence.
            for position in changed.indices {
                let id = changed[position]
                if let isDue = look(purpose, at: id, in: root) {
                    if isDue { return true }
                } else if purpose == .prime {
                    watches[id] = nil
                } else if purpose == .check, watches[id] != nil {
                    // Feedbacks of a removed row end in `answer`.
                    return true
                }
            }
            // Rows that closures changed are passed to the filters before the next action, and checked after it.
            if purpose != .filter { remember(root) }
            return false
        } answer: { [self] root in
            var changed = changed(in: root)
            if changed.count > 1 {
                let positions = positions(root)
                changed.sort { positions[$0] ?? -1 < positions[$1] ?? -1 }
            }
            // Rows that the closures change are visited after the next action.
            remember(root)
            var effects: [Effect<Action>] = []
            for id in changed {
                guard let isDue = look(.check, at: id, in: root) else {
                    watches[id] = nil
                    continue
                }
                guard isDue else { continue }
                _ = modify(&root, id) { row in
                    effects.append(scope(visit(id) { $0.answer(&row) }, id, row))
                }
            }
            return .merge(effects)
        } isIdle: {
            watches.isEmpty && isEmpty
        }
    }
}
