// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Answers that effects wait for.
@MainActor
final class Answers {
    private var given: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    nonisolated init() {}

    func wait(for name: String) async {
        guard !given.contains(name) else { return }
        await withCheckedContinuation { waiting[name, default: []].append($0) }
    }

    func give(_ name: String) {
        given.insert(name)
        for continuation in waiting.removeValue(forKey: name) ?? [] { continuation.resume() }
    }
}

/// What somebody does with the market, the same for each defect, with much between that has nothing to do with it.
@MainActor
struct Scenario {
    let store: StoreOf<Market>
    let answers: Answers
    let noise: Int

    private var count = 0

    init(_ store: StoreOf<Market>, _ answers: Answers, noise: Int) {
        (self.store, self.answers, self.noise) = (store, answers, noise)
    }

    mutating func play() async {
        await send(.login("Ada"), .load, .start)
        await give("tick 1")
        await send(.typed("b"), .typed("book"))
        await give("book")
        await give("b")
        await send(.rename(2, "Zebra"), .undo, .mark(1), .favor(3), .select(4), .remove(4))
        await give("detail")
        await send(.load)
        await send(.add("apple", cents: 129), .add("pear", cents: 255), .add("plum", cents: 99))
        await send(.take("plum", cents: 99), .discount, .discount)
        await send(
            .order("o-1", cents: 384),
            .pay("o-1"),
            .pay("o-1"),
            .order("o-2", cents: 200),
            .pay("o-2")
        )
        await send(.next, .next, .next, .read, .read, .read, .fetch)
        await send(.openSettings, .language("de"))
        await give("settings")
        await send(.stop)
        await give("tick 2")
        await send(.rename(3, "Alpha"), .logout)
    }

    private mutating func send(_ actions: Market.Action...) async {
        for action in actions {
            for _ in 0..<noise {
                count += 1
                store.send(.noise(count))
            }
            store.send(action)
        }
    }

    /// Gives an answer, and waits until the effect has said what it says.
    ///
    /// An effect that was cancelled says nothing; so it waits for effects to be heard that came after it.
    private func give(_ name: String) async {
        answers.give(name)
        for _ in 0..<200 { await Task.yield() }
    }
}
