// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The effects of a store: those that run, and the newest of those that do not any more.
struct EffectList {
    struct Effect {
        let description: EffectDescription
        /// The action that began it.
        let by: Int?
        let began: Int
        var ended: Int?
        var isCancelled = false
        var cancelledBy: Int?
    }

    private var effects: [Int: Effect] = [:]

    /// The numbers, the oldest first.
    private var order: [Int] = []

    /// The numbers of those that an action began.
    private var begun: [Int: [Int]] = [:]
    private(set) var running = 0

    /// How many that are over are kept.
    private static let limit = 10_000

    /// All, the newest first.
    var newestFirst: [Effect] { order.reversed().compactMap { effects[$0] } }

    mutating func begin(_ description: EffectDescription, by action: Int?, at time: Int) {
        effects[description.number] = Effect(description: description, by: action, began: time)
        order.append(description.number)
        if let action { begun[action, default: []].append(description.number) }
        running += 1
        guard order.count > 2 * Self.limit else { return }
        forget(order.count - Self.limit)
    }

    mutating func end(_ number: Int, isCancelled: Bool, by action: Int?, at time: Int) {
        guard effects[number]?.ended == nil, effects[number] != nil else { return }
        effects[number]?.ended = time
        effects[number]?.isCancelled = isCancelled
        effects[number]?.cancelledBy = action
        running -= 1
    }

    func begun(by action: Int) -> [Effect] { begun[action, default: []].compactMap { effects[$0] } }

    func cancelled(by action: Int) -> [Effect] {
        order.compactMap { effects[$0] }.filter { $0.cancelledBy == action }
    }

    mutating func forgetAllThatEnded() { forget(order.count) }

    /// Forgets the oldest of those that are over.
    private mutating func forget(_ count: Int) {
        var left = count
        order.removeAll { number in
            guard left > 0, effects[number]?.ended != nil else { return false }
            left -= 1
            if let action = effects[number]?.by { begun[action] = nil }
            effects[number] = nil
            return true
        }
    }
}

extension EffectList.Effect {
    var stage: EffectLine.Stage { ended == nil ? .running : isCancelled ? .cancelled : .ended }

    func line(sent: [Int]) -> EffectLine {
        EffectLine(
            effect: description.number,
            name: description.name,
            site: description.site.map { "\($0)" },
            by: by,
            began: began,
            ended: ended,
            state: stage,
            cancelledBy: cancelledBy,
            sent: sent
        )
    }
}
