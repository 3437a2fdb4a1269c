// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport
import TributaryUndo

/// A history with a middleware: a step is the reduced action.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoMiddlewareTests {
    private struct Sums: Equatable {
        /// The amount that is sent with a history.
        var amount = 0

        /// The amount that a middleware adds.
        var added = 0
    }

    private enum Sum: Equatable, Undoable {
        case add(Int)
        case note

        func inverted() -> Sum { if case .add(let amount) = self { .add(-amount) } else { self } }
    }

    private enum Parent: Equatable, CasePathable {
        case sum(Sum)
        case other(Int)

        struct AllCasePaths: Sendable {
            var sum: CasePath<Parent, Sum> {
                CasePath(embed: Parent.sum) { if case .sum(let sum) = $0 { sum } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// An action without an inverse, and not equatable.
    private enum Setting { case set(Int) }

    private let history = UndoHistory()

    private func sums() -> Store<Sums, Sum> {
        Store(initialState: Sums()) {
            Update { sums, action in
                switch action {
                case .add(let amount): sums.amount += amount
                case .note: sums.added += 1
                }
            }
        }
    }

    private func middleware<State, Action>(
        _ store: Store<State, Action>,
        _ willReduce: @escaping (Action) -> Action?
    ) -> ObservationToken {
        store.attach(ActionMiddleware(willReduce: { action, _, _, _ in willReduce(action) }))
    }

    @Test func `an action that a middleware refuses is not a step, and the steps to redo stay`() {
        let store = Store(initialState: ["x"]) { Register() }
        store.send(.insert("a", at: 0), undo: history, title: "A")
        history.undo()
        let token = middleware(store) { if case .remove = $0 { nil } else { $0 } }
        store.send(.remove("x", at: 0), undo: history, inverse: .insert("x", at: 0), title: "Remove")
        #expect(!history.canUndo && history.undoTitle == nil)
        #expect(history.canRedo && history.redoTitle == "A")
        history.undo()
        #expect(store.state == ["x"])
        history.redo()
        #expect(store.state == ["a", "x"])
        withExtendedLifetime(token) {}
    }

    @Test func `an undo that a middleware refuses changes nothing, and can be tried again`() {
        let store = sums()
        var isLocked = false
        let token = middleware(store) { isLocked ? nil : $0 }
        store.send(.add(2), undo: history, title: "Add")
        isLocked = true
        history.undo()
        #expect(store.amount == 2 && history.undoTitle == "Add" && !history.canRedo)
        isLocked = false
        history.undo()
        #expect(store.amount == 0 && !history.canUndo && history.redoTitle == "Add")
        isLocked = true
        history.redo()
        #expect(store.amount == 0 && !history.canUndo && history.redoTitle == "Add")
        isLocked = false
        history.redo()
        #expect(store.amount == 2 && history.undoTitle == "Add")
        withExtendedLifetime(token) {}
    }

    @Test(arguments: [true, false])
    func `a step that is undone and redone in one turn is where its state is, whatever a middleware refuses`(
        isDone: Bool
    ) {
        let store = sums()
        var refused = Set<Int>()
        var count = 0
        let token = middleware(store) { action in
            guard case .add = action else { return action }
            count += 1
            return refused.contains(count) ? nil : action
        }
        for refusals in [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]] as [Set<Int>] {
            store.send(.add(2), undo: history)
            if !isDone { history.undo() }
            (count, refused) = (0, refusals)
            var isFirst = true
            let listener = store.onAction { [history] _ in
                guard isFirst else { return }
                isFirst = false
                for direction in isDone ? [true, false, true] : [false, true, false] {
                    if direction { history.undo() } else { history.redo() }
                }
            }
            store.send(.note)
            listener.cancel()
            refused = []
            #expect(history.canUndo == (store.amount == 2), "\(refusals)")
            #expect(history.canRedo == (store.amount == 0), "\(refusals)")
            history.undo()
            #expect(store.amount == 0, "\(refusals)")
            history.redo()
            #expect(store.amount == 2, "\(refusals)")
            history.undo()
            history.removeAll()
        }
        withExtendedLifetime(token) {}
    }

    @Test func `a step that is undone and redone in one turn stays, whatever another store does meanwhile`() {
        let (store, other) = (sums(), sums())
        store.send(.add(2), undo: history)
        var isFirst = true
        let listener = store.onAction { [history] _ in
            guard isFirst else { return }
            isFirst = false
            history.undo()
            history.redo()
            other.send(.add(5), undo: history)
        }
        store.send(.note)
        #expect(store.amount == 2 && other.amount == 5)
        history.undo()
        #expect(store.amount == 2 && other.amount == 0)
        history.undo()
        #expect(store.amount == 0)
        withExtendedLifetime(listener) {}
    }

    @Test func `a step whose inverse is lost is not undone by a call that waited`() {
        let store = Store(initialState: 0) {
            Update { (state: inout Int, action: Setting) in if case .set(let new) = action { state = new } }
        }
        var isReplacing = false
        let token = middleware(store) { if isReplacing, case .set(5) = $0 { .set(6) } else { $0 } }
        var isFirst = true
        let listener = store.onAction { [history] _ in
            guard isFirst else { return }
            isFirst = false
            isReplacing = true
            store.send(.set(5), undo: history, inverse: .set(0))
            history.undo()
        }
        store.send(.set(1))
        #expect(store.state == 6 && !history.canUndo && !history.canRedo)
        withExtendedLifetime((token, listener)) {}
    }

    @Test func `an action that a middleware replaces is undone by its own inverse`() {
        let store = sums()
        var factor = 3
        let token = middleware(store) { if case .add(let amount) = $0 { .add(amount * factor) } else { $0 } }
        store.send(.add(2), undo: history)
        #expect(store.amount == 6)
        factor = 1
        history.undo()
        #expect(store.amount == 0)
        history.redo()
        #expect(store.amount == 6)
        withExtendedLifetime(token) {}
    }

    @Test
    func `without an inverse, a replaced action is not a step, and an unchanged one is`() {
        let store = Store(initialState: 0) {
            Update { (state: inout Int, action: Setting) in if case .set(let new) = action { state = new } }
        }
        let token = middleware(store) { if case .set(let new) = $0, new > 9 { .set(9) } else { $0 } }
        store.send(.set(5), undo: history, inverse: .set(0), title: "Five")
        store.send(.set(20), undo: history, inverse: .set(5), title: "Twenty")
        #expect(store.state == 9 && history.undoTitle == "Five")
        history.undo()
        #expect(store.state == 0 && history.redoTitle == "Five")
        store.send(contentsOf: [.set(3), .set(30)], undo: history, inverse: [.set(0)])
        #expect(store.state == 9 && !history.canUndo && !history.canRedo)
        withExtendedLifetime(token) {}
    }

    @Test func `a part of a group is a step of that part`() {
        let store = Store(initialState: [String]()) { Register() }
        let token = middleware(store) { if case .insert("b", _) = $0 { nil } else { $0 } }
        store.send(
            contentsOf: [.insert("a", at: 0), .insert("b", at: 0), .insert("c", at: 1)],
            undo: history
        )
        #expect(store.state == ["a", "c"])
        history.undo()
        #expect(store.state.isEmpty)
        history.redo()
        #expect(store.state == ["a", "c"])
        withExtendedLifetime(token) {}
    }

    @Test func `an action of a scope is undone through it, even if the middleware is the parent's`() {
        let store = Store(initialState: Sums()) {
            Update { (sums: inout Sums, action: Parent) in
                switch action {
                case .sum(.add(let amount)): sums.amount += amount
                case .other(let amount): sums.amount += amount
                case .sum(.note): break
                }
            }
        }
        let scope = store.scope(state: \.self, action: \.sum)
        var replacement: (Int) -> Parent = { .sum(.add($0)) }
        let token = middleware(store) {
            if case .sum(.add(let amount)) = $0 { replacement(amount) } else { $0 }
        }
        replacement = { .sum(.add($0 * 2)) }
        scope.send(.add(2), undo: history, title: "Double")
        replacement = { .other($0) }
        scope.send(.add(5), undo: history, title: "Other")
        #expect(store.amount == 9 && history.undoTitle == "Double")
        replacement = { .sum(.add($0)) }
        history.undo()
        #expect(store.amount == 5)
        withExtendedLifetime(token) {}
    }

    @Test func `undoing an action that waits, and is then refused or replaced, is right`() {
        for isRefused in [true, false] {
            let store = sums()
            let history = UndoHistory()
            let token = middleware(store) {
                switch $0 {
                case .add(7): isRefused ? nil : .add(70)
                default: $0
                }
            }
            store.send(.add(1), undo: history, title: "One")
            history.undo()
            let observing = store.observe(\.added) { added in
                guard added == 1 else { return }
                store.send(.add(7), undo: history, title: "Seven")
                #expect(history.undoTitle == "Seven" && !history.canRedo)
                history.undo()
            }
            store.send(.note)
            #expect(store.amount == 0 && !history.canUndo)
            #expect(history.redoTitle == (isRefused ? "One" : "Seven"))
            history.redo()
            #expect(store.amount == (isRefused ? 1 : 70))
            withExtendedLifetime((token, observing)) {}
        }
    }

    @Test func `a middleware that closes the store leaves no step`() {
        let store = Store(initialState: Sums()) {
            Update { (sums: inout Sums, _: Sum) in sums.amount += 1 }
        } dependencies: {
            $0.diagnosticReporter = DiagnosticRecorder().reporter
        }
        let token = middleware(store) { [unowned store] action in
            store.close()
            return action
        }
        store.send(contentsOf: [.add(1), .add(2)], undo: history)
        #expect(!history.canUndo && store.amount == 0)
        withExtendedLifetime(token) {}
    }

    @Test func `a step ends with the action that closes the store, and the rest is reported`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Sums()) {
            Update { (sums: inout Sums, _: Sum) in sums.amount += 1 }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let token = store.onAction { [unowned store] _ in store.close() }
        store.send(contentsOf: [.add(1), .add(2), .add(3)], undo: history)
        #expect(store.amount == 1)
        #expect(recorder.identifiers == [.actionsDroppedByClose])
        #expect(recorder.diagnostics.first?.message.hasPrefix("2 actions") == true)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: 1...amount(60, inDebug: 25))
    func `after any undo the state is the one before the step, whatever a middleware refuses or replaces`(
        seed: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        var meddling = SeededGenerator(seed: UInt64(seed) &* 977)
        let store = Store(initialState: [String]()) { Register() }
        let history = UndoHistory()
        var mayReplace = true
        var wasRefused = false
        let token = middleware(store) { action -> Register.Action? in
            switch meddling.number(0..<5) {
            case 0:
                wasRefused = true
                return nil
            case 1 where mayReplace: return .insert("replaced", at: 0)
            default: return action
            }
        }
        // Every state, and the current position.
        var snapshots: [[String]] = [[]]
        var position = 0
        for count in 0..<200 {
            wasRefused = false
            switch random.number(0..<6) {
            case 0..<3:
                mayReplace = true
                let words = store.state
                let removed = words.isEmpty || random.chance(60) ? nil : random.number(0..<words.count)
                store.send(
                    removed.map { .remove(words[$0], at: $0) }
                        ?? .insert("\(count)", at: random.number(0..<words.count + 1)),
                    undo: history
                )
                guard !wasRefused else { break }
                snapshots.removeSubrange((position + 1)...)
                snapshots.append(store.state)
                position += 1
            case 3, 4:
                mayReplace = false
                history.undo()
                if position > 0, !wasRefused { position -= 1 }
            default:
                mayReplace = false
                history.redo()
                if position < snapshots.count - 1, !wasRefused { position += 1 }
            }
            #expect(store.state == snapshots[position], "seed \(seed)")
            #expect(history.canUndo == (position > 0) && history.canRedo == (position < snapshots.count - 1))
        }
        withExtendedLifetime(token) {}
    }

    @Test(arguments: 1...amount(60, inDebug: 25))
    func
        `what is undone and redone is what was reduced, with groups, and whatever two middlewares do with undos`(
            seed: Int
        )
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let meddler = Meddler(seed: UInt64(seed) &* 977)
        let store = sums()
        let history = UndoHistory()
        let tokens = [store.attach(meddler.first()), store.attach(meddler.second())]
        // By how much each step changed the amount.
        var (done, undone): ([Int], [Int]) = ([], [])
        for _ in 0..<200 {
            meddler.begin()
            let before = store.amount
            switch random.number(0..<6) {
            case 0..<3:
                let group = ActionGroup((0..<random.number(1..<4)).map { _ in Sum.add(random.number(1..<9)) })
                store.send(contentsOf: group, undo: history)
                guard meddler.hasReduced else { break }
                done.append(store.amount - before)
                undone = []
            case 3, 4:
                history.undo()
                guard let step = done.last else { break }
                guard meddler.hasReduced else { break }
                if !meddler.hasMeddled { #expect(store.amount == before - step, "seed \(seed)") }
                done.removeLast()
                undone.append(before - store.amount)
            default:
                history.redo()
                guard let step = undone.last else { break }
                guard meddler.hasReduced else { break }
                if !meddler.hasMeddled { #expect(store.amount == before + step, "seed \(seed)") }
                undone.removeLast()
                done.append(store.amount - before)
            }
            #expect(history.canUndo != done.isEmpty && history.canRedo != undone.isEmpty, "seed \(seed)")
        }
        #expect(store.added > 0)
        withExtendedLifetime(tokens) {}
    }

    /// Two middlewares that refuse, replace and add actions at random.
    private final class Meddler {
        private var random: SeededGenerator
        private(set) var hasReduced = false
        private(set) var hasMeddled = false

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        func begin() { (hasReduced, hasMeddled) = (false, false) }

        private func meddle(_ action: Sum) -> Sum? {
            guard case .add(let amount) = action, random.chance(30) else { return action }
            hasMeddled = true
            return random.chance(50) ? nil : .add(amount + 1)
        }

        func first() -> ActionMiddleware<Sums, Sum> {
            ActionMiddleware(willReduce: { [self] action, _, _, store in
                if action != .note, random.chance(20) { store.send(.note) }
                return meddle(action)
            })
        }

        func second() -> ActionMiddleware<Sums, Sum> {
            ActionMiddleware(
                willReduce: { [self] action, _, _, _ in meddle(action) },
                didReduce: { [self] action, _, _, _ in if action != .note { hasReduced = true } }
            )
        }
    }
}
