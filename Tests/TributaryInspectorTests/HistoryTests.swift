// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore
@testable import TributaryInspector

@Suite("The history of a store", .timeLimit(.minutes(30)))
struct HistoryTests {
    /// A history whose states are the numbers of its actions.
    private func makeHistory(_ count: Int, limits: InspectorLimits, replays: Bool = true) -> History<
        [Int], Int
    > {
        let makeReplayer = { (state: [Int]) in
            Replayer(initialState: state) {
                Reduce<[Int], Int> { state, action in
                    state = state.suffix(1) + [action]
                    return .none
                }
            }
        }
        let history = History<[Int], Int>(
            base: [],
            number: 0,
            limits: limits,
            makeReplayer: replays ? makeReplayer : nil
        )
        let replayer = makeReplayer([])
        for number in 1...count {
            replayer.reduce(number)
            history.append(
                HistoryEntry(
                    number: number,
                    cause: number.isMultiple(of: 3) ? number - 1 : nil,
                    origin: .store,
                    action: number,
                    turn: number / 2,
                    time: number,
                    state: replayer.state
                )
            )
        }
        return history
    }

    @Test(arguments: [1, 2, 7, 99, 100, 101, 110, 111, 500])
    func `keeps the newest, and returns the state after each of them`(count: Int) throws {
        let limits = InspectorLimits(actions: 100, states: 7)
        let history = makeHistory(count, limits: limits)
        #expect(history.entries.count <= 110)
        #expect(history.entries.count == count || history.entries.count >= 100 - 10)
        #expect(history.dropped + history.entries.count == count)
        #expect(history.entries.filter { $0.state != nil }.count <= 7 + 12)
        for entry in history.entries {
            let number = entry.number
            #expect(try history.state(after: number) == (number == 1 ? [1] : [number - 1, number]))
            let before = number == 1 ? [] : number == 2 ? [1] : [number - 2, number - 1]
            #expect(try history.state(before: number) == before)
        }
        #expect(try history.state(after: history.baseNumber) == history.base)
        #expect(throws: InspectorFault.self) { try history.state(after: count + 1) }
    }

    @Test func `reports that a state is not stored if no reducer can replay it`() throws {
        let history = makeHistory(50, limits: InspectorLimits(actions: 100, states: 5), replays: false)
        #expect(try history.state(after: 50) == [49, 50])
        #expect(throws: InspectorFault.self) { try history.state(after: 41) }
        // Some are kept for good.
        #expect(try history.state(after: 40) == [39, 40])
    }

    /// An inspected store hands its records to another actor, a few at a time.
    @Test(arguments: 0..<20)
    func `has a copy that follows it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let limits = InspectorLimits(actions: 100, states: 7)
        let history = makeHistory(Int.random(in: 1...300, using: &generator), limits: limits)
        let copy = makeHistory(3, limits: limits)
        var mark: History<[Int], Int>.Mark?
        for _ in 0..<30 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: history.restart(from: history.base)
            case 1: history.removeAll(after: history.last - Int.random(in: 0..<20, using: &generator))
            case 2: history.notes[history.last] = "note"
            default:
                for _ in 0..<Int.random(in: 1...60, using: &generator) {
                    let (number, state) = (history.last + 1, try history.state(after: history.last))
                    history.append(
                        HistoryEntry(
                            number: number,
                            cause: nil,
                            origin: .store,
                            action: number,
                            turn: number,
                            time: 0,
                            state: state.suffix(1) + [number]
                        )
                    )
                }
            }
            guard Bool.random(using: &generator) else { continue }
            repeat {
                var update = history.update(&mark)
                #expect(update.entries.count <= 5_000)
                update.rest = (history.effects, history.notes, [])
                copy.take(update)
            } while mark?.place != history.count
            #expect(copy.entries.map(\.number) == history.entries.map(\.number))
            #expect(copy.baseNumber == history.baseNumber)
            #expect(copy.base == history.base)
            #expect(copy.dropped == history.dropped)
            #expect(copy.notes == history.notes)
            for number in history.entries.map(\.number) {
                #expect(try copy.state(after: number) == history.state(after: number))
            }
        }
    }

    @Test func `filters in slices, and continues at its position`() throws {
        let history = makeHistory(12_000, limits: InspectorLimits())
        history.longestScan = .seconds(600)
        var filter = ActionFilter()
        filter.text = "99"
        var answer = history.rows(1, 2, filter)
        guard case .rows(let rows, 1, _, false, 5_000) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(rows.map(\.number) == [199, 299])
        while case .rows(_, _, _, false, _) = answer { answer = history.rows(1, 2, filter) }
        let expected = (1...12_000).filter { "\($0)".contains("99") }.count
        guard case .rows(_, _, expected, true, 12_000) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(history.filters.count == 1)
    }

    @Test func `processes less at a time if that takes long`() throws {
        let history = makeHistory(100, limits: InspectorLimits())
        history.longestScan = .zero
        var filter = ActionFilter()
        filter.text = "1"
        guard case .rows(_, _, _, false, 16) = history.rows(0, 1, filter) else {
            Issue.record("It looked at more.")
            return
        }
    }

    private func rows(_ answer: Answer) -> [ActionRow] {
        guard case .rows(let rows, _, _, _, _) = answer else { return [] }
        return rows
    }

    @Test func `shows the first of each turn, and how many follow`() {
        let history = makeHistory(5, limits: InspectorLimits())
        var filter = ActionFilter()
        filter.heads = true
        let rows = rows(history.rows(0, 100, filter))
        #expect(rows.map(\.number) == [1, 2, 4])
        #expect(rows.map(\.followers) == [0, 1, 1])
        #expect(history.place(5, nil) == .index(index: 4, complete: true))
    }

    @Test func `filters by changes at a path`() {
        let history = makeHistory(6, limits: InspectorLimits())
        // The second element was added with the second action, and changed with each.
        var filter = ActionFilter()
        filter.path = .steps(["1"])
        #expect(rows(history.rows(0, 100, filter)).map(\.number) == [2, 3, 4, 5, 6])
    }

    @Test func `leaves actions out and moves them, by reducing again`() async throws {
        let history = makeHistory(5, limits: InspectorLimits())
        let copy = try await history.whatIf(skipping: [2], moves: [.init(number: 5, before: 1)])
        #expect(copy.entries.map(\.number) == [5, 1, 2, 3, 4])
        #expect(copy.entries.map(\.state) == [[5], [5, 1], [5, 1], [1, 3], [3, 4]])
        #expect(copy.skipped == [2])
        #expect(try await copy.difference(from: history) == 5)
        #expect(try await history.whatIf(skipping: []).difference(from: history) == nil)
        #expect(
            try await history.whatIf(skipping: [], order: [3, 1]).entries.map(\.number) == [
                3, 1, 2, 4, 5,
            ]
        )
    }

    @Test func `keeps running effects, and drops the oldest ended ones`() {
        var effects = EffectList()
        for number in 1...30_000 {
            effects.begin(EffectDescription(number: number, name: nil, site: nil), by: number / 2, at: 0)
            if number != 5 { effects.end(number, isCancelled: number.isMultiple(of: 2), by: nil, at: 1) }
        }
        #expect(effects.running == 1)
        #expect(effects.newestFirst.count <= 20_001)
        #expect(effects.newestFirst.last?.description.number == 5)
        #expect(effects.begun(by: 15_000).map(\.description.number) == [30_000])
    }
}
