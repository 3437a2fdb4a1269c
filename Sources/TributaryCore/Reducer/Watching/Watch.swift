// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An `onChange`, a feedback, or all of those in a subtree, which check a piece of state after every action.
///
/// Every piece of state, such as each row, has its own watches, which store its values. A check only reads. The state
/// is written only if a closure of `onChange` runs.
@usableFromInline package final class Watch<State, Action> {
    /// Receives the state before every action; `nil` if no filter inside needs it.
    let willReduce: ((State) -> Void)?

    /// Selects this piece of state for the next run of the filtered reducers.
    let select: (() -> Void)?

    /// Stores the current values, so that earlier changes do not count.
    let prime: ((State) -> Void)?

    /// Whether a change is pending; the first call only stores the values.
    let isDue: (State) -> Bool

    /// Handles the pending change, and may change the state.
    let answer: (inout State) -> Effect<Action>

    /// Whether no value is stored.
    let isIdle: () -> Bool

    init(
        willReduce: ((State) -> Void)? = nil,
        select: (() -> Void)? = nil,
        prime: ((State) -> Void)? = nil,
        isDue: @escaping (State) -> Bool,
        answer: @escaping (inout State) -> Effect<Action>,
        isIdle: @escaping () -> Bool
    ) {
        self.willReduce = willReduce
        self.select = select
        self.prime = prime
        self.isDue = isDue
        self.answer = answer
        self.isIdle = isIdle
    }
}

extension Watch {
    /// Combines watches, each of which sees the changes of the previous ones.
    static func all(_ watches: [Watch]) -> Watch {
        if watches.count == 1 { return watches[0] }
        let willReduce = watches.compactMap(\.willReduce)
        let select = watches.compactMap(\.select)
        let prime = watches.compactMap(\.prime)
        return Watch(
            willReduce: willReduce.isEmpty ? nil : { state in for look in willReduce { look(state) } },
            select: select.isEmpty ? nil : { for select in select { select() } },
            prime: prime.isEmpty ? nil : { state in for prime in prime { prime(state) } },
            isDue: isAnyDue(watches[...]),
            answer: { state in
                var effect = Effect<Action>.none
                for watch in watches { effect = effect.merge(with: watch.answerIfDue(&state)) }
                return effect
            },
            isIdle: { watches.allSatisfy { $0.isIdle() } }
        )
    }

    /// One closure for all, because iterating over a list of closures would cost more than the closures.
    ///
    /// The list is halved recursively, so that closures are nested logarithmically deep.
    private static func isAnyDue(_ watches: ArraySlice<Watch>) -> (State) -> Bool {
        guard let watch = watches.first else { return { _ in false } }
        guard watches.count > 1 else { return watch.isDue }
        let middle = watches.startIndex + watches.count / 2
        let (first, second) = (isAnyDue(watches[..<middle]), isAnyDue(watches[middle...]))
        return { first($0) || second($0) }
    }

    package func answerIfDue(_ state: inout State) -> Effect<Action> { isDue(state) ? answer(&state) : .none }
}

/// The kinds of watches in a subtree, which are known before the watches are made.
@usableFromInline struct WatchKind: OptionSet, Sendable {
    @usableFromInline let rawValue: Int

    @usableFromInline init(rawValue: Int) { self.rawValue = rawValue }

    /// `onChange`: all of a tree run before its feedbacks.
    @usableFromInline static let change = WatchKind(rawValue: 1)

    /// Feedbacks: effects that the state requests.
    static let feedback = WatchKind(rawValue: 2)

    /// Filters, which evaluate their condition before every action.
    static let filter = WatchKind(rawValue: 4)

    /// All kinds.
    static let any: WatchKind = [.change, .feedback, .filter]
}

/// Makes the watches of a reducer and its children for each piece of state.
///
/// Resolving the reducers fills the plan. Every piece of state then gets its own watches.
@usableFromInline final class WatchPlan<State, Action> {
    private struct Entry {
        let kinds: () -> WatchKind
        let make: (WatchKind) -> Watch<State, Action>
    }

    private var entries: [Entry] = []
    private var isAsked = false

    init() {}

    /// Adds a watch, or those of a part of the tree.
    ///
    /// - Parameters:
    ///   - kinds: The kinds in it; called when the whole tree is resolved.
    ///   - make: Makes the watch of this kind for one piece of state.
    @usableFromInline func append(
        kinds: @escaping () -> WatchKind,
        make: @escaping (WatchKind) -> Watch<State, Action>
    ) {
        entries.append(Entry(kinds: kinds, make: make))
    }

    /// The kinds of watches in the plan.
    var kinds: WatchKind {
        // A recursive feature: the outer call counts its kinds.
        guard !isAsked else { return [] }
        isAsked = true
        defer { isAsked = false }
        return entries.reduce(into: []) { $0.formUnion($1.kinds()) }
    }

    /// Makes the watch for one piece of state.
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        .all(entries.filter { $0.kinds().contains(kind) }.map { $0.make(kind) })
    }
}

/// The watch of a child's current state, if the child is present.
final class ChildWatch<State, Action> {
    private let make: () -> Watch<State, Action>
    private(set) var watch: Watch<State, Action>?

    /// Identifies the state that the watch belongs to; `nil` if states are replaced without notice.
    let memory: StateMemory<State>?

    init(_ child: ResolvedChild<State, Action>, _ kind: WatchKind) {
        make = { child.makeWatch(kind) }
        memory = child.identity?.makeMemory()
    }

    /// The watch of this state; the stored values of a replaced state are dropped.
    func watch(of state: State) -> Watch<State, Action> {
        if let watch, memory?.isAnother(state) != true { return watch }
        return begin(state)
    }

    func begin(_ state: State) -> Watch<State, Action> {
        memory?.see(state)
        let made = make()
        watch = made
        return made
    }

    /// Drops the watch of a child that is gone, with its stored values and running feedbacks.
    func forget() { watch = nil }

    var isIdle: Bool { watch?.isIdle() ?? true }
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
        let present = ChildWatch(child, kind)
        let isReadable = isReadable
        var willReduce: ((Root) -> Void)?
        var select: (() -> Void)?
        if child.kinds.contains(.filter) {
            willReduce = { root in read(root) { present.watch?.willReduce?($0) } }
            select = { present.watch?.select?() }
        }
        var prime: ((Root) -> Void)?
        if kind == .change {
            prime = { root in if !read(root, { present.watch(of: $0).prime?($0) }) { present.forget() } }
        }
        return Watch(
            willReduce: willReduce,
            select: select,
            prime: prime,
            isDue: { root in
                // A value that can only be accessed by a mutation is checked in `answer`.
                guard isReadable else { return true }
                var isDue = false
                if !read(root, { isDue = present.watch(of: $0).isDue($0) }) { present.forget() }
                return isDue
            },
            answer: { root in
                var effect = Effect<Action>.none
                modify(&root) { effect = scope(present.watch(of: $0).answerIfDue(&$0), $0) }
                return effect
            },
            isIdle: { present.isIdle }
        )
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
        AnyReducer(parts: [self]) { context in
            context.plan(State.self, Action.self)?.append(
                kinds: { .change },
                make: { _ in
                    Watch.changes(of: value) { old, new, state in
                        let effect = answer?(old, new, &state) ?? .none
                        update?(old, new, &state)
                        return effect
                    }
                }
            )
            return resolve(in: context)
        }
    }
}

extension Watch {
    /// An `onChange` in one piece of state.
    static func changes<Value: Equatable>(
        of value: @escaping (State) -> Value,
        answer: @escaping (Value, Value, inout State) -> Effect<Action>
    ) -> Watch {
        var last: Value?
        return Watch(
            prime: { last = value($0) },
            isDue: { state in
                let new = value(state)
                if let last { return last != new }
                last = new
                return false
            },
            answer: { state in
                let new = value(state)
                guard let old = last else { return .none }
                last = new
                return answer(old, new, &state)
            },
            isIdle: { last == nil }
        )
    }
}

/// The condition of a `filter`, and its last result for the selected piece of state, whose `onChange` it gates.
final class Filter<State> {
    let condition: (State) -> Bool
    private var gate: FilterGate?

    init(_ condition: @escaping (State) -> Bool) { self.condition = condition }

    /// Whether the inner reducers see an action.
    ///
    /// The current result of the condition decides, also for `onChange`: an earlier reducer may have changed it.
    func lets(_ state: State) -> Bool {
        let isOpen = condition(state)
        gate?.isOpen = isOpen
        return isOpen
    }

    /// Gates the inner watches of one piece of state.
    ///
    /// While the gate is closed, an `onChange` does not run, but stores the values, so that changes made meanwhile
    /// never count. Feedbacks are not checked meanwhile: running ones continue. The condition is evaluated before
    /// every action; in rows, after each action that changed one, which is equivalent.
    func gating<Action>(_ inner: Watch<State, Action>, _ kind: WatchKind) -> Watch<State, Action> {
        let gate = FilterGate()
        let condition = condition
        let select = { [self] in
            if kind == .change { self.gate = gate }
            inner.select?()
        }
        select()
        return Watch(
            willReduce: { state in
                gate.isOpen = condition(state)
                inner.willReduce?(state)
            },
            select: select,
            prime: { state in
                gate.isOpen = condition(state)
                inner.prime?(state)
            },
            isDue: { state in
                let isOpen = condition(state)
                // For a new state, the current result counts as the previous one.
                let wasOpen = gate.isOpen ?? isOpen
                gate.isOpen = wasOpen
                if wasOpen != isOpen { return true }
                if wasOpen { return inner.isDue(state) }
                inner.prime?(state)
                return false
            },
            answer: { state in
                var effect = Effect<Action>.none
                if gate.isOpen ?? condition(state) {
                    effect = inner.answerIfDue(&state)
                } else {
                    inner.prime?(state)
                }
                gate.isOpen = condition(state)
                return effect
            },
            isIdle: { gate.isOpen == nil && inner.isIdle() }
        )
    }
}

/// The last result of a filter's condition; `nil` before the first evaluation.
final class FilterGate {
    var isOpen: Bool?
}

extension Reducer {
    /// Runs this reducer only for actions that arrive while the state satisfies a condition.
    ///
    /// The reducer does not see other actions, even if other reducers change the state for them. An inner `onChange`
    /// ignores those changes, also later. Inner feedbacks are not checked meanwhile: running ones continue, and the
    /// next action that arrives under the condition starts, cancels, and restarts them as the state then requests. For
    /// a new state, such as that of a new child, the condition is evaluated with its first value.
    ///
    /// - Parameter condition: Evaluated with the state before each action.
    /// - Returns: The filtered reducer.
    public func filter(_ condition: @escaping (State) -> Bool) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let filter = Filter(condition)
            let (inner, plan) = context.collecting(State.self, Action.self)
            let function = resolve(in: inner).function
            context.plan(State.self, Action.self)?.append(
                kinds: { plan.kinds.isEmpty ? [] : plan.kinds.union(.filter) },
                make: { filter.gating(plan.makeWatch($0), $0) }
            )
            return ResolvedReducer { state, action in
                filter.lets(state) ? function.call(&state, action) : .none
            }
        }
    }
}
