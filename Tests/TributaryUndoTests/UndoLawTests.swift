// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport
import TributaryUndo

/// The laws of undo, on random sequences, against a list of snapshots.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct UndoLawTests {
    /// The specification of a history, at a high cost: every state, and the current position.
    private struct Model {
        var snapshots: [[String]] = [[]]
        var position = 0

        var current: [String] { snapshots[position] }
        var canUndo: Bool { position > 0 }
        var canRedo: Bool { position < snapshots.count - 1 }

        mutating func send(_ state: [String], limit: Int) {
            snapshots.removeSubrange((position + 1)...)
            snapshots.append(state)
            if snapshots.count > limit + 1 { snapshots.removeFirst() }
            position = snapshots.count - 1
        }
        mutating func undo() { if canUndo { position -= 1 } }
        mutating func redo() { if canRedo { position += 1 } }
    }

    private func randomAction(
        for words: [String],
        using random: inout SeededGenerator
    ) -> Register.Action {
        let word = String(random.number(0..<100))
        guard !words.isEmpty, random.chance(60) else {
            return .insert(word, at: random.number(0..<words.count + 1))
        }
        let position = random.number(0..<words.count)
        return random.chance(50)
            ? .remove(words[position], at: position)
            : .replace(PropertyChange(\.[position], of: words, to: word))
    }

    private func randomGroup(
        for words: [String],
        using random: inout SeededGenerator
    ) -> ActionGroup<Register.Action> {
        var words = words
        var group = ActionGroup<Register.Action>()
        for _ in 0..<random.number(1..<5) {
            let action = randomAction(for: words, using: &random)
            Register().reduce(into: &words, actions: [action])
            group.actions.append(action)
        }
        return group
    }

    @Test(arguments: [(1, Int.max), (2, Int.max), (3, 1), (4, 2), (5, 7), (6, 0)])
    func `do, undo and redo in any order go through the same states as a list of snapshots`(
        seed: Int,
        limit: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        let store = Store(initialState: [String]()) { Register() }
        let history = UndoHistory(limit: limit)
        var model = Model()
        for _ in 0..<2_000 {
            switch random.number(0..<10) {
            case 0..<3:
                store.send(randomAction(for: store.state, using: &random), undo: history)
                model.send(store.state, limit: min(limit, 10_000))
            case 3:
                store.send(contentsOf: randomGroup(for: store.state, using: &random), undo: history)
                model.send(store.state, limit: min(limit, 10_000))
            case 4..<8:
                history.undo()
                model.undo()
            default:
                history.redo()
                model.redo()
            }
            #expect(store.state == model.current)
            #expect(history.canUndo == model.canUndo && history.canRedo == model.canRedo)
        }
    }

    @Test(arguments: 1...20)
    func `a group and its inverse leave the state as it was`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var words = (0..<5).map { String($0) }
        let before = words
        let group = randomGroup(for: words, using: &random)
        Register().reduce(into: &words, actions: group.actions)
        Register().reduce(into: &words, actions: group.inverted().actions)
        #expect(words == before)
        #expect(group.inverted().inverted() == group)
    }

    @Test func `a turn is endless, too, if each step sends another`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: [String]()) {
            Register()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let history = UndoHistory(limit: 3)
        let listener = store.onAction { [weak store] record in
            guard record.state.count <= 10_000 else { return }
            store?.send(.insert("a", at: record.state.count), undo: history)
        }
        store.send(.insert("a", at: 0), undo: history)
        #expect(store.state.count == 10_001)
        #expect(recorder.identifiers == [.endlessTurn])
        listener.cancel()
    }

    @Test func `stores that share a history go back and forth together, step by step`() {
        var random = SeededGenerator(seed: 9)
        let stores = (0..<3).map { _ in Store(initialState: [String]()) { Register() } }
        let history = UndoHistory()
        var snapshots = [stores.map(\.state)]
        for _ in 0..<300 {
            let store = stores[random.number(0..<stores.count)]
            store.send(randomAction(for: store.state, using: &random), undo: history)
            snapshots.append(stores.map(\.state))
        }
        for snapshot in snapshots.dropLast().reversed() {
            history.undo()
            #expect(stores.map(\.state) == snapshot)
        }
        #expect(!history.canUndo)
        for snapshot in snapshots.dropFirst() {
            history.redo()
            #expect(stores.map(\.state) == snapshot)
        }
        #expect(!history.canRedo)
    }
}
