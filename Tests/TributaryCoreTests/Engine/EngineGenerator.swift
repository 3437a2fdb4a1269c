// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryTestSupport

/// Generates trees, and the steps of their stores.
struct EngineGenerator {
    private var random: SeededGenerator
    private var last = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func number(_ range: Range<Int>) -> Int { random.number(range) }

    private mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

    private mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    // MARK: Trees

    mutating func tree() -> EngineTree { tree(level: 2, budget: number(3..<9)) }

    // `level` is how many kinds of states may be below, `budget` how deep the tree may become.
    mutating func tree(level: Int, budget: Int) -> EngineTree {
        guard budget > 0 else { return leaf() }
        let rest = budget - 1
        switch number(0..<21) {
        case 0, 1: return .combined((0..<number(1..<4)).map { _ in tree(level: level, budget: rest - 1) })
        case 2, 3:
            guard level > 0 else { return .loop(nextNumber(), tree(level: 0, budget: rest - 1)) }
            let slot = [EngineSlot.stored, .alias, .modified].randomElement(using: &random) ?? .stored
            let scope = EngineTree.scope(nextNumber(), slot, tree(level: level - 1, budget: rest))
            return .combined([scope, tree(level: level, budget: rest - 1)])
        case 4...10: return attach(level: level, budget: rest)
        case 11: return .filter(nextNumber(), tree(level: level, budget: rest))
        case 12, 13:
            let change = EngineChange(
                isCount: chance(70),
                answer: EngineChange.Answer.allCases.randomElement(using: &random) ?? .mark
            )
            return .change(tree(level: level, budget: rest), nextNumber(), change)
        case 14, 15:
            let kind = EngineFeedback.allCases.randomElement(using: &random) ?? .one
            return .feedback(tree(level: level, budget: rest), nextNumber(), kind)
        case 16: return .dependency(tree(level: level, budget: rest), number(3..<6))
        case 17: return .erased(tree(level: level, budget: rest))
        case 18: return .body(tree(level: level, budget: rest))
        case 19: return .wrapped(tree(level: level, budget: rest), nextNumber())
        default: return leaf()
        }
    }

    private mutating func attach(level: Int, budget: Int) -> EngineTree {
        let slots: [EngineSlot] =
            level > 0
            ? [.optional, .created, .detail, .sheet, .rows, .rows, .pages, .pages] : [.optional, .rows]
        let slot = slots.randomElement(using: &random) ?? .rows
        let parent = tree(level: level, budget: budget)
        let child = tree(level: max(0, level - 1), budget: budget - 1)
        return .attach(parent, nextNumber(), slot, child)
    }

    private mutating func leaf() -> EngineTree {
        switch number(0..<8) {
        case 0: .empty
        case 1: .update(nextNumber())
        case 2: .feature(nextNumber())
        default: .own(nextNumber())
        }
    }

    // MARK: Messages

    /// A message to an existing state, or sometimes to a missing one.
    mutating func message(_ state: NaiveState?, depth: Int = 0) -> EngineMessage {
        if depth < 4, chance(depth == 0 ? 65 : 50), let hop = self.hop(state) {
            return message(state?[hop], depth: depth + 1).behind(hop)
        }
        return EngineMessage(command: command(depth))
    }

    private mutating func hop(_ state: NaiveState?) -> EngineHop? {
        let isDeep = state?.depth ?? 0 > 0
        let slot = EngineSlot.allCases.filter { isDeep || $0 == .optional || $0 == .rows }.randomElement(
            using: &random
        )
        guard let slot else { return nil }
        let page = state?.children[.pages]?.randomElement(using: &random)?.row
        let row = slot == .pages ? page ?? number(0..<6) : slot == .rows ? number(0..<4) : 0
        let hop = EngineHop(slot: slot, row: row)
        // Absent children are tried only sometimes.
        return state?[hop] != nil || slot == .created || chance(10) ? hop : nil
    }

    mutating func way(_ state: NaiveState) -> [EngineHop] {
        var way: [EngineHop] = []
        var current: NaiveState? = state
        while way.count < 3, chance(60), let hop = self.hop(current) {
            way.append(hop)
            current = current?[hop]
        }
        return way
    }

    private mutating func command(_ depth: Int) -> EngineCommand {
        let id = chance(70) ? number(0..<4) : nil
        switch number(0..<27) {
        case 0...4: return .add(number(-1..<3))
        case 5, 6: return .ask(id)
        case 7: return .toggle(number(0..<3))
        case 8: return .request(number(0..<2), id)
        case 9: return chance(40) ? .gate : .add(1)
        case 10...13: return .put(EngineSlot.allCases.randomElement(using: &random) ?? .rows, id)
        case 14, 15: return .put(.rows, number(0..<4))
        case 16:
            return .poke(
                EngineHop(
                    slot: EngineSlot.allCases.randomElement(using: &random) ?? .rows,
                    row: number(0..<4)
                )
            )
        case 17: return .reverse
        case 18: return chance(50) ? .exchange : .keep
        case 24: return .push(number(0..<4))
        case 25: return .pop(number(0..<6))
        case 26: return .put(.pages, number(0..<4))
        default: return .work(work(depth, 3))
        }
    }

    private mutating func work(_ depth: Int, _ budget: Int) -> EngineWork {
        switch number(0..<(budget > 0 ? 10 : 5)) {
        case 0: return .send(EngineMessage(command: .add(1)))
        case 1:
            return .send(EngineMessage(way: [EngineHop(slot: .rows, row: number(0..<3))], command: .add(1)))
        case 2, 3: return .run
        case 4: return .cancel(number(0..<2))
        case 5, 6: return .cancellable(work(depth, budget - 1), number(0..<2), inFlight: chance(50))
        case 7: return .merge((0..<number(1..<4)).map { _ in work(depth, budget - 1) })
        default: return .concatenate((0..<number(1..<4)).map { _ in work(depth, budget - 1) })
        }
    }

    // MARK: Steps

    mutating func step(_ engine: NaiveEngine) -> EngineStep {
        let state = engine.state
        guard !engine.isClosed else { return chance(20) ? .close : .send([message(state)]) }
        switch number(0..<100) {
        case 0..<50: return .send([message(state)])
        case 50..<55: return .send((0..<number(0..<5)).map { _ in message(state) })
        case 55..<62:
            let way = self.way(state)
            return .sendThrough(way, message(engine.part(way), depth: way.count))
        case 62..<70: return .effectSends(number(0..<20), message(nil, depth: 3))
        case 70..<76: return .effectEnds(number(0..<20))
        case 76..<86: return .observe(observer(engine))
        case 86..<89: return .cancelObserver(number(1..<max(2, engine.lastObserver + 1)))
        case 89..<92: return .hold(way(state))
        case 92..<93: return .letGo(number(0..<4))
        case 93..<95: return .sendHeld(number(0..<6), message(nil, depth: 3))
        case 95..<97: return .mount(tree(level: 2, budget: 4), nextNumber())
        case 97..<99: return .unmount(engine.mounts.randomElement(using: &random)?.number ?? 0)
        default:
            switch number(0..<6) {
            case 0: return .close
            case 1, 2, 3: return .attach(nextNumber(), chance(60) ? message(state) : nil)
            default: return .send([message(state)])
            }
        }
    }

    private mutating func observer(_ engine: NaiveEngine, depth: Int = 0) -> EngineObserver {
        let way = self.way(engine.state)
        var reaction: EngineObserver.Reaction?
        switch number(0..<8) {
        case 0, 1: reaction = .send(message(engine.state))
        case 2: reaction = .cancel(number(1..<engine.lastObserver + 3))
        case 4 where chance(15): reaction = .close
        case 3 where depth == 0: reaction = .observe(observer(engine, depth: 1))
        default: break
        }
        let aspect = EngineAspect.allCases.randomElement(using: &random) ?? .count
        return EngineObserver(way: way, aspect: aspect, reaction: reaction)
    }
}
