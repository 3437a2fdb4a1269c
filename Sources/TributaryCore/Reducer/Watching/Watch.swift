// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What looks at a piece of state after every action: an `onChange`, a feedback, or all of those of a part of it.
///
/// Every piece of state (each row, for instance) has watches of its own, which remember what they saw there. Looking only
/// reads; the state is written to only where an answer runs, or where a collection is marked.
@usableFromInline
package final class Watch<State, Action> {
    /// Is shown the state before every action, where something inside asks of it.
    @usableFromInline let willReduce: ((State) -> Void)?

    /// Makes this the piece of state that filters speak of when their reducers run next.
    @usableFromInline let select: (() -> Void)?

    /// Takes the state as it is: what changed until now is not answered.
    @usableFromInline let prime: ((State) -> Void)?

    /// Whether there is something to answer; remembers a state that it sees for the first time.
    @usableFromInline let isDue: (State) -> Bool

    /// Answers what is due, and may change the state.
    @usableFromInline package let answer: (inout State) -> Effect<Action>

    /// Whether there is nothing to remember.
    @usableFromInline let isIdle: () -> Bool

    @usableFromInline
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
    /// Several watches as one: each sees what the answers before it changed.
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

    /// One closure for all: going through a list of them would cost more than what they do.
    ///
    /// Halved again and again, so that the closures of many are not nested deep.
    private static func isAnyDue(_ watches: ArraySlice<Watch>) -> (State) -> Bool {
        guard let watch = watches.first else { return { _ in false } }
        guard watches.count > 1 else { return watch.isDue }
        let middle = watches.startIndex + watches.count / 2
        let (first, second) = (isAnyDue(watches[..<middle]), isAnyDue(watches[middle...]))
        return { first($0) || second($0) }
    }

    @usableFromInline
    func answerIfDue(_ state: inout State) -> Effect<Action> { isDue(state) ? answer(&state) : .none }
}

/// The two kinds of watches, and what else has to be known of them before they are made.
@usableFromInline
struct WatchKind: OptionSet, Sendable {
    @usableFromInline let rawValue: Int

    @usableFromInline
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Answers to changes: all of a tree run before its feedbacks.
    @usableFromInline static let change = WatchKind(rawValue: 1)

    /// Effects that the state asks for.
    @usableFromInline static let feedback = WatchKind(rawValue: 2)

    /// Filters, which ask the state before every action.
    @usableFromInline static let filter = WatchKind(rawValue: 4)

    /// Whatever there may be.
    static let any: WatchKind = [.change, .feedback, .filter]
}

/// The watches that a reducer and its children have for every piece of state they are run on.
///
/// It is filled while the reducers are resolved. Every piece of state then gets watches of its own.
@usableFromInline
final class WatchPlan<State, Action> {
    private struct Entry {
        let kinds: () -> WatchKind
        let make: (WatchKind) -> Watch<State, Action>
    }

    private var entries: [Entry] = []
    private var isAsked = false

    @usableFromInline
    init() {}

    /// Adds a watch, or those of a part of the tree.
    ///
    /// - Parameters:
    ///   - kinds: What there is in it; asked when the whole tree is resolved.
    ///   - make: Makes what watches one piece of state, of the kind asked for.
    @usableFromInline
    func append(kinds: @escaping () -> WatchKind, make: @escaping (WatchKind) -> Watch<State, Action>) {
        entries.append(Entry(kinds: kinds, make: make))
    }

    /// What there is in the plan.
    @usableFromInline var kinds: WatchKind {
        // A feature that contains itself has what it has without itself.
        guard !isAsked else { return [] }
        isAsked = true
        defer { isAsked = false }
        return entries.reduce(into: []) { $0.formUnion($1.kinds()) }
    }

    /// What watches one piece of state.
    @usableFromInline
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        .all(entries.filter { $0.kinds().contains(kind) }.map { $0.make(kind) })
    }
}

/// The watch of a child, at work: that of the state that is there now, if any is.
@usableFromInline
final class ChildWatch<State, Action> {
    private let make: () -> Watch<State, Action>
    @usableFromInline private(set) var watch: Watch<State, Action>?

    /// Which state the watch is for; `nil` where one takes the place of another unnoticed.
    @usableFromInline let memory: StateMemory<State>?

    @usableFromInline
    init(_ child: ResolvedChild<State, Action>, _ kind: WatchKind) {
        make = { child.makeWatch(kind) }
        memory = child.identity?.makeMemory()
    }

    /// The watch of the state that is there now; what was remembered of another is forgotten.
    @inlinable
    func watch(of state: State) -> Watch<State, Action> {
        if let watch, memory?.isAnother(state) != true { return watch }
        return begin(state)
    }

    @usableFromInline
    func begin(_ state: State) -> Watch<State, Action> {
        memory?.see(state)
        let made = make()
        watch = made
        return made
    }

    /// Forgets everything: the child is gone, and with it what was seen and what ran.
    @usableFromInline
    func forget() { watch = nil }

    @usableFromInline var isIdle: Bool { watch?.isIdle() ?? true }
}

extension Lens {
    /// What watches a child in its parent's state.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - kind: Which of its watches.
    ///   - scope: Turns an effect of the child in a state into one of the parent.
    /// - Returns: The watch of the parent's state.
    @inlinable
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
                // What cannot be looked at without changing it is looked at where it is changed.
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
    /// Answers every change of a value, whichever reducer made it, after the action that made it.
    ///
    /// The answer runs when the whole tree of reducers has seen the action, once per action, however often the
    /// value changed on the way. What it changes itself is seen after the next action. In a row of `forEach`, and below,
    /// each row has its own; an action costs as much as there are rows that it changed. The last value is kept for
    /// comparing, so choose a small one: a large array would be copied when it changes.
    ///
    /// ```swift
    /// .onChange(of: \.query) { old, new, state in .run { send in … } }
    /// .onChange(of: \.query, update: { old, new, state in state.page = 0 })
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value, such as `\.query`.
    ///   - answer: Gets the old value, the new one, and the state, which it may change; returns what follows.
    ///   - update: Gets the same, and only changes the state. It runs after `answer`, where both are given.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func onChange<Value: Equatable>(
        of value: @escaping (State) -> Value,
        _ answer: ((_ old: Value, _ new: Value, _ state: inout State) -> Effect<Action>)? = nil,
        update: ((_ old: Value, _ new: Value, _ state: inout State) -> Void)? = nil
    ) -> AnyReducer<State, Action> {
        // One declaration for both forms: a closure after the parentheses is then checked once, as the answer, and a
        // mistake in it is told where it is.
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
    @inlinable
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

/// The condition of a `filter`, and what it said of the piece of state whose `onChange` reducers it gates.
@usableFromInline
final class Filter<State> {
    let condition: (State) -> Bool
    private var gate: FilterGate?

    @usableFromInline
    init(_ condition: @escaping (State) -> Bool) { self.condition = condition }

    /// Whether the reducers inside see an action.
    ///
    /// What the condition says now decides, for the answers to changes too: an earlier reducer may have changed it.
    @usableFromInline
    func lets(_ state: State) -> Bool {
        let isOpen = condition(state)
        gate?.isOpen = isOpen
        return isOpen
    }

    /// What lets through to the watches inside, in one piece of state, for which the gate is.
    ///
    /// While the gate is closed an `onChange` answers nothing, but remembers what it sees: what changes then is no change
    /// later. Feedbacks are not looked at then: what runs goes on. The condition is asked before every action; in rows,
    /// after each that changed one, which comes to the same.
    @usableFromInline
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
                // A state that has just come was found as it is now.
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

/// Whether the condition of a filter held when it was last asked; `nil` where it was not asked yet.
final class FilterGate {
    var isOpen: Bool?
}

extension Reducer {
    /// Runs this reducer only for actions that find the state in a certain condition.
    ///
    /// What is inside does not see the other actions, whichever reducers change the state by them. An `onChange` inside
    /// answers none of their changes, also not later. A feedback inside is not looked at: what runs goes on, and the
    /// next action that finds the condition fulfilled begins, cancels and restarts what the state asks for by then. A
    /// state that has just come, such as that of a child, was found as it is now.
    ///
    /// - Parameter condition: Looks at the state before each action.
    /// - Returns: The filtered reducer.
    @inlinable
    public func filter(_ condition: @escaping (State) -> Bool) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let filter = Filter(condition)
            let (inner, plan) = context.collecting(State.self, Action.self)
            let function = resolve(in: inner).function
            context.plan(State.self, Action.self)?.append(
                kinds: { plan.kinds.isEmpty ? [] : plan.kinds.union(.filter) },
                make: { filter.gating(plan.makeWatch($0), $0) }
            )
            return ResolvedReducer { place, action in
                let isOpen = filter.lets(place.assumingMemoryBound(to: State.self).pointee)
                return isOpen ? function.call(place, action) : .none
            }
        }
    }
}
