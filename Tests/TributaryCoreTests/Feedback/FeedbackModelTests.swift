// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// After random actions, the queries of the state are running, and none was started twice.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FeedbackModelTests {}

extension FeedbackModelTests {
    @Test(arguments: 0..<UInt64(amount(20, inDebug: 8)))
    func `the queries of the state are running`(seed: UInt64) async {
        let recorder = RunRecorder()
        let model = AskingModel(seed: seed)
        let store = Store(initialState: model.state) { Asking(recorder: recorder) }
        // Those who copy the state, and those who mark its collections, must not be in the way.
        let everything = store.observe({ $0 }) { _ in }
        let row = store.scope(state: \.leaves, action: \.leaves)[id: 1]
        let rowToken = row?.observe({ $0 }) { _ in }
        for _ in 0..<60 {
            let actions = model.nextActions()
            if actions.count == 1 { store.send(actions[0]) } else { store.send(contentsOf: actions) }
            #expect(store.state == model.state)
            await recorder.isRunning(model.asked)
        }
        store.close()
        await recorder.isRunning([])
        await recorder.hasStarted(model.starts.values.reduce(0, +))
        #expect(recorder.starts == model.starts)
        withExtendedLifetime((everything, row, rowToken)) {}
    }
}

/// A state that is changed at random, by its parent's reducer and by its children's.
@MainActor
private final class AskingModel {
    private(set) var state = Asking.State(id: 0)
    private(set) var starts: [String: Int] = [:]
    private var generator: SeededGenerator
    private var saved: [Asking.State] = []

    /// The queries at each place, also in rows of rows.
    private var places: Set<String> = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        for _ in 0..<5 { change(&state) }
        note()
    }

    var asked: [String: Int] { state.asked() }

    /// Some actions, applied to the model's state as a parent would by hand.
    func nextActions() -> [Asking.Action] {
        if Int.random(in: 0..<4, using: &generator) > 0 { return [next()] }
        return (0..<Int.random(in: 2...40, using: &generator)).map { _ in next() }
    }

    private func next() -> Asking.Action {
        defer { note() }
        let query = Bool.random(using: &generator) ? Int.random(in: 1...3, using: &generator) : nil
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            state.always.ask(query)
            return .always(.ask(query))
        case 1 where state.sheet != nil:
            state.sheet?.ask(query)
            return .sheet(.ask(query))
        case 2:
            guard let id = state.leaves.ids.randomElement(using: &generator) else { break }
            state.leaves[id: id]?.ask(query)
            return .leaves(.element(id: id, action: .ask(query)))
        case 3:
            guard let id = state.askings.ids.randomElement(using: &generator) else { break }
            guard let leaf = state.askings[id: id]?.leaves.ids.randomElement(using: &generator) else { break }
            state.askings[id: id]?.leaves[id: leaf]?.ask(query)
            return .askings(
                .element(id: id, action: .leaves(.element(id: leaf, action: .ask(query))))
            )
        default: break
        }
        // The store's own state is changed, not replaced, so its collections keep their logs.
        let seed = generator.next()
        let count = Int.random(in: 1...3, using: &generator)
        let copies = saved
        let change: @Sendable (inout Asking.State) -> Void = { state in
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<count { RandomAsking.change(&state, copies, using: &generator) }
        }
        if saved.count < 4 || Int.random(in: 0..<6, using: &generator) == 0 {
            saved = Array((saved + [state]).suffix(4))
        }
        change(&state)
        return .change(change)
    }

    private func change(_ state: inout Asking.State) {
        RandomAsking.change(&state, [], using: &generator)
    }

    /// Counts new queries.
    private func note() {
        var now: Set<String> = []
        for (place, name) in state.places() {
            now.insert(place + name)
            if !places.contains(place + name) { starts[name, default: 0] += 1 }
        }
        places = now
    }
}

/// Random changes of a state.
private enum RandomAsking {
    static func change(
        _ state: inout Asking.State,
        _ saved: [Asking.State],
        using generator: inout SeededGenerator
    ) {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        let query = number(0..<3) > 0 ? number(1..<4) : nil
        switch number(0..<16) {
        case 0: state.query = query
        case 1: state.downloads.formSymmetricDifference([number(0..<4), number(0..<4)])
        case 2: state.requests[number(0..<3)] = query
        case 3: state.always.query = query
        case 4:
            state.sheet = Bool.random(using: &generator) ? Asking.Leaf(id: number(0..<2), query: query) : nil
        case 5: state.sheet?.query = query
        case 6: state.screen = query == nil ? .closed : .open(Asking.Leaf(id: number(0..<2), query: query))
        case 7, 8: state.leaves[id: number(0..<6)]?.query = query
        case 9: _ = state.leaves.append(Asking.Leaf(id: number(0..<6), query: query))
        case 10: _ = state.leaves.remove(id: number(0..<6))
        case 11: state.leaves.reverse()
        case 12:
            guard let copy = saved.randomElement(using: &generator) else { break }
            if Bool.random(using: &generator) {
                state.leaves = copy.leaves
            } else {
                state.askings = copy.askings
            }
        case 13 where state.askings.count < 3: _ = state.askings.append(Asking.State(id: number(0..<3)))
        case 14: _ = state.askings.remove(id: number(0..<3))
        default:
            guard let id = state.askings.ids.randomElement(using: &generator) else { break }
            state.askings.modify(id: id) { change(&$0, [], using: &generator) }
        }
    }
}

extension Asking.Leaf {
    /// The change of its reducer.
    fileprivate mutating func ask(_ query: Int?) {
        self.query = query
        changes += 1
    }
}

extension Asking.State {
    /// The queries, with their places.
    fileprivate func places(_ path: String = "", _ place: String = "") -> [(place: String, name: String)] {
        var copy = self
        copy.askings = IdentifiedArray()
        var all = copy.asked(path).keys.map { (place: place, name: $0) }
        for asking in askings { all += asking.places(path + "asking ", place + "\(asking.id)/") }
        return all
    }
}
