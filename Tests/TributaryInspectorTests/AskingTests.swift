// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport

@testable import TributaryInspector

@Suite("Questions about a history", .timeLimit(.minutes(30)))
struct AskingTests {
    private struct Grid: Equatable {
        struct Pair: Equatable {
            var x = 0
            var y = 0
        }
        struct Row: Equatable, Identifiable {
            let id: Int
            var title = ""
        }

        var first = 0
        var second = 0
        var pair: Pair?
        var rows: IdentifiedArrayOf<Row> = []
    }

    private enum Step: Equatable, Codable, Sendable {
        case first(Int), second(Int), pair(Bool), x(Int), add(Int), remove(Int), title(Int, String), nothing
        case many([Int])

        static func random(using generator: inout some RandomNumberGenerator) -> Step {
            let value = Int.random(in: 0..<3, using: &generator)
            return switch Int.random(in: 0..<9, using: &generator) {
            case 0: .first(value)
            case 1: .second(value)
            case 2: .pair(value > 0)
            case 3: .x(value)
            case 4: .add(value)
            case 5: .remove(value)
            case 6: .title(value, "title \(Int.random(in: 0..<2, using: &generator))")
            case 7: .many(Array(0..<value))
            default: .nothing
            }
        }
    }

    private static func replayer(_ state: Grid) -> Replayer<Grid, Step> {
        Replayer(initialState: state) {
            Reduce<Grid, Step> { state, step in
                switch step {
                case .first(let value): state.first = value
                case .second(let value): state.second = value
                case .pair(let isThere): state.pair = isThere ? Grid.Pair() : nil
                case .x(let value): state.pair?.x = value
                case .add(let id): if state.rows[id: id] == nil { state.rows.append(Grid.Row(id: id)) }
                case .remove(let id): state.rows[id: id] = nil
                case .title(let id, let title): state.rows[id: id]?.title = title
                case .many(let ids):
                    state.rows = IdentifiedArray(uniqueElements: ids.map { Grid.Row(id: $0) })
                case .nothing: break
                }
                return .none
            }
        }
    }

    /// A history that grows.
    private final class Growing {
        let history: History<Grid, Step>
        private let replayer = AskingTests.replayer(Grid())

        init(_ limits: InspectorLimits, replays: Bool = true) {
            history = History(
                base: Grid(),
                number: 0,
                limits: limits,
                makeReplayer: replays ? { AskingTests.replayer($0) } : nil
            )
        }

        func append(_ steps: [Step], causes: [Int: Int] = [:]) {
            for step in steps {
                let number = history.last + 1
                replayer.reduce(step)
                history.append(
                    HistoryEntry(
                        number: number,
                        cause: causes[number],
                        origin: causes[number] == nil ? .store : .effect,
                        action: step,
                        turn: number,
                        time: number,
                        state: replayer.state
                    )
                )
            }
        }
    }

    private func numbers(_ answer: Answer) -> [Int] {
        switch answer {
        case .why(let changes, _, _, _): changes.map(\.row.number)
        case .actions(let rows, _, _, _): rows.map(\.number)
        default: []
        }
    }

    /// The states before and after each action.
    private func steps(of history: History<Grid, Step>) throws -> [(number: Int, before: Grid, after: Grid)] {
        try history.entries.map(\.number).map {
            ($0, try history.state(before: $0), try history.state(after: $0))
        }
    }

    /// The actions that changed a part.
    private func changed(_ path: String, in steps: [(number: Int, before: Grid, after: Grid)]) -> [Int] {
        func part(_ state: Grid) -> String? {
            ReflectedValue.find(.label(path), in: state).map { "\($0.value.value)" }
        }
        return steps.filter { $0.before != $0.after && part($0.before) != part($0.after) }.map(\.number)
    }

    @Test(arguments: 0..<UInt64(amount(20, inDebug: 4)))
    func `list the actions that changed a part, even while the oldest are dropped`(seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        let growing = Growing(InspectorLimits(actions: 60, states: 7))
        for round in 0..<6 {
            growing.append((0..<25).map { _ in Step.random(using: &generator) })
            // Some rounds are only looked at later.
            guard round != 2 else { continue }
            let steps = try steps(of: growing.history)
            for path in [
                "first", "second", "pair", "pair.x", "rows", "rows[id: 1]", "rows[id: 1].title", "nowhere",
            ] {
                let found = Set(
                    numbers(try await growing.history.why(.label(path), before: nil, count: 200))
                )
                let expected = changed(path, in: steps)
                // A part of an added or removed value counts as changed.
                #expect(found.isSuperset(of: expected), "\(path)")
                for number in found.subtracting(expected) {
                    let difference = ValueDifference(
                        from: try growing.history.state(before: number),
                        to: try growing.history.state(after: number),
                        limit: 100
                    )
                    #expect(difference.changes.contains { ActionIndex.isWithin(path, $0.label) }, "\(path)")
                }
                let rows = try await growing.history.actions(
                    nil,
                    .label(path),
                    nil,
                    after: nil,
                    before: nil,
                    count: 500
                )
                #expect(Set(numbers(rows)) == found)
            }
        }
    }

    @Test(arguments: 0..<UInt64(amount(20, inDebug: 4)))
    func `answer from the indexed records, and report their range`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let growing = Growing(InspectorLimits(actions: 200, states: 9))
        let history = growing.history
        growing.append((0..<150).map { _ in Step.random(using: &generator) })
        history.isIndexedInBackground = true
        var (hasMore, answers) = (true, 0)
        while hasMore || answers < 12 {
            hasMore = try await history.indexSome(.changes)
            if Bool.random(using: &generator), history.count < 700 {
                growing.append(
                    (0..<Int.random(in: 1...40, using: &generator)).map { _ in .random(using: &generator) }
                )
            }
            answers += 1
            let path = try #require(["first", "pair", "rows[id: 1].title"].randomElement(using: &generator))
            guard
                case .why(let changes, _, false, let known) =
                    try await Pauses.$patience.withValue(
                        .zero,
                        operation: {
                            try await history.why(.label(path), before: nil, count: 200)
                        }
                    )
            else {
                Issue.record("It answered otherwise.")
                return
            }
            let expected = changed(path, in: try steps(of: history))
                .filter { (known.since...known.until).contains($0) }
            let numbers = changes.map(\.row.number)
            #expect(Set(numbers).isSuperset(of: expected))
            #expect(numbers.allSatisfy { (known.since...known.until).contains($0) })
            #expect(numbers == numbers.sorted(by: >))
            // The few newest are never missing.
            #expect(known.until == history.last)
        }
        guard case .why(_, _, _, let known) = try await history.why("first", before: nil, count: 1) else {
            return
        }
        #expect(known.complete)
        #expect(known.since == history.entries[0].number)
    }

    @Test func `show values before and after, causes, and continue after the last answer`() async throws {
        let growing = Growing(InspectorLimits())
        growing.append([.first(1), .second(5), .first(2), .first(2), .first(7)], causes: [3: 2, 5: 3])
        guard
            case .why(let changes, let total, true, _) = try await growing.history.why(
                "first",
                before: nil,
                count: 2
            )
        else {
            Issue.record("It answered otherwise.")
            return
        }
        #expect(total == 3)
        #expect(changes.map(\.row.number) == [5, 3])
        #expect(changes.map(\.before) == ["2", "1"])
        #expect(changes.map(\.after) == ["7", "2"])
        #expect(changes[0].causes.map(\.number) == [3, 2])
        #expect(changes[0].causes.map(\.title) == ["first", "second"])
        #expect(numbers(try await growing.history.why("first", before: 3, count: 2)) == [1])
    }

    @Test func `find actions by their case, newest first`() async throws {
        let growing = Growing(InspectorLimits())
        growing.append([.first(1), .second(5), .first(2), .nothing, .first(3)])
        let history = growing.history
        let all = try await history.actions(nil, nil, nil, after: nil, before: nil, count: 3)
        #expect(numbers(all) == [5, 4, 3])
        #expect(numbers(try await history.actions("first", nil, nil, after: 1, before: 5, count: 9)) == [3])
        #expect(
            numbers(try await history.actions(nil, nil, "SECOND 5", after: nil, before: nil, count: 9)) == [2]
        )
        // Newer records are found, too.
        growing.append([.first(9)])
        #expect(
            numbers(try await history.actions("first", nil, nil, after: 3, before: nil, count: 9)) == [6, 5]
        )
        #expect(numbers(try await history.actions("fir", nil, nil, after: nil, before: nil, count: 9)) == [])
    }

    @Test(arguments: 0..<UInt64(amount(20, inDebug: 8)))
    func `find the first action after which a condition holds`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let growing = Growing(InspectorLimits(actions: 200, states: 9))
        growing.append((0..<150).map { _ in Step.random(using: &generator) })
        if seed.isMultiple(of: 2) { _ = try await growing.history.why("first", before: nil, count: 1) }
        let conditions: [(Condition, (Grid) -> Bool)] = [
            (Condition(path: "first", test: .above, value: "1"), { $0.first > 1 }),
            (Condition(path: "second", test: .equals, value: "2"), { $0.second == 2 }),
            (Condition(path: "pair", test: .missing, value: nil), { $0.pair == nil }),
            (Condition(path: "pair.x", test: .exists, value: nil), { $0.pair != nil }),
            (
                Condition(path: "rows[id: 2].title", test: .contains, value: "1"),
                { $0.rows[id: 2]?.title.contains("1") == true }
            ),
            (
                Condition(path: "rows[id: 2].title", test: .equals, value: "title 1"),
                { $0.rows[id: 2]?.title == "title 1" }
            ),
        ]
        let history = growing.history
        for (condition, holds) in conditions {
            var held = holds(Grid())
            var expected: Int?
            for number in history.entries.map(\.number) where expected == nil {
                let now = holds(try history.state(after: number))
                if now, !held { expected = number }
                held = now
            }
            guard case .bisect(let number, _) = try await history.bisect(condition, after: nil) else {
                return
            }
            #expect(number == expected, "\(condition)")
        }
    }

    @Test func `replay nothing if an indexed part does not change`() async throws {
        let reductions = Mutex(0)
        let history = History<Grid, Step>(
            base: Grid(),
            number: 0,
            limits: InspectorLimits(actions: 20_000, states: 10)
        ) { state in
            Replayer(initialState: state) {
                Reduce { state, step in
                    reductions.withLock { $0 += 1 }
                    if case .first(let value) = step { state.first = value }
                    return .none
                }
            }
        }
        var state = Grid()
        for number in 1...20_000 {
            let step = number.isMultiple(of: 9_000) ? Step.first(number) : .nothing
            if case .first(let value) = step { state.first = value }
            history.append(
                HistoryEntry(
                    number: number,
                    cause: nil,
                    origin: .store,
                    action: step,
                    turn: number,
                    time: 0,
                    state: state
                )
            )
        }
        let condition = Condition(path: "first", test: .above, value: "10000")
        #expect(try await history.bisect(condition, after: nil) == .bisect(number: 18_000, value: "18000"))
        // Each action once, but for those whose states are kept.
        #expect((17_000...18_000).contains(reductions.withLock { $0 }))
        try await history.index(.changes)
        reductions.withLock { $0 = 0 }
        #expect(try await history.bisect(condition, after: nil) == .bisect(number: 18_000, value: "18000"))
        // Those before the two changes, from the nearest state that is kept.
        #expect(reductions.withLock { $0 } <= 4 * history.interval)
    }

    @Test(arguments: 0..<UInt64(amount(10, inDebug: 4)))
    func `find the same part as a search from the beginning`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let paths = [
            "first", "pair", "pair.x", "pair.y", "rows", "rows[id: 1].title", "rows[0]", "nowhere", "pair.z",
            "",
        ]
        var finders = paths.map { PathFinder(.label($0)) }
        let replayer = Self.replayer(Grid())
        for _ in 0..<100 {
            replayer.reduce(.random(using: &generator))
            for index in paths.indices {
                let expected = ReflectedValue.find(.label(paths[index]), in: replayer.state)?.value
                let found = finders[index].find(in: replayer.state)
                #expect(found?.text == expected?.text, "\(paths[index])")
                #expect(found?.kind == expected?.kind)
            }
        }
    }

    @Test func `omit fields that a condition does not need`() async throws {
        let growing = Growing(InspectorLimits())
        growing.append(
            [.nothing, .pair(true), .first(1), .second(2), .x(1), .nothing, .x(2), .first(9)],
            causes: [7: 6]
        )
        let condition = Condition(path: "pair.x", test: .equals, value: "2")
        let (copy, kept, number, isComplete) = try await growing.history.minimize(condition, to: nil)
        #expect(kept == [2, 6])
        #expect(number == 7)
        #expect(isComplete)
        #expect(copy.entries.filter { !$0.isSkipped }.map(\.number) == [2, 6, 7])
        #expect(try copy.state(after: 8) == Grid(pair: .init(x: 2)))
        let never = Condition(path: "first", test: .equals, value: "77")
        await #expect(throws: InspectorFault.self) { _ = try await growing.history.minimize(never, to: nil) }
    }

    @Test func `show the differences if actions were omitted or added`() async throws {
        let growing = Growing(InspectorLimits())
        growing.append([.first(1), .second(2), .second(3)])
        let history = growing.history
        guard
            case .wouldDiffer(3, let changes, false) =
                try await history.wouldDiffer(skipping: [3], inserting: [], at: .steps([]))
        else {
            Issue.record("It answered otherwise.")
            return
        }
        #expect(changes.map(\.label) == ["second"])
        let added = [Question.Insertion(text: "first(5)", before: 2)]
        guard
            case .wouldDiffer(2, let others, false) =
                try await history.wouldDiffer(skipping: [], inserting: added, at: "first")
        else {
            Issue.record("It answered otherwise.")
            return
        }
        #expect(others.map(\.after?.text) == ["5"])
        #expect(history.entries.count == 3)
        let copy = try await history.whatIf(skipping: [], inserting: added)
        #expect(copy.entries.map(\.number) == [1, 4, 2, 3])
    }

    @Test func `name the missing line if states are not stored and cannot be replayed`() async throws {
        let growing = Growing(InspectorLimits(actions: 100, states: 5), replays: false)
        growing.append((0..<30).map { .first($0) })
        // Of the known ones.
        guard
            case .why(let changes, _, _, let known) = try await growing.history.why(
                "first",
                before: nil,
                count: 50
            )
        else {
            Issue.record("It answered otherwise.")
            return
        }
        #expect(changes.map(\.row.number) == [30, 29, 28, 27])
        #expect(known == Answer.Known(since: 27, until: 30, complete: true))
        let fault = await #expect(throws: InspectorFault.self) {
            _ = try await growing.history.whatIf(skipping: [1])
        }
        #expect(fault?.description.contains("Inspector.serve(store, name: …) { App() }") == true)
    }

    /// Long work on an actor would block the program.
    @Test @MainActor func `let an actor do its own work in between`() async throws {
        let growing = Growing(InspectorLimits(actions: 100, states: 5))
        growing.append((0..<60).map { .first($0) })
        let history = growing.history
        let questions: [@MainActor () async throws -> Void] = [
            { _ = try await history.whatIf(skipping: [1]) },
            { try await history.index(.changes) },
            { try await history.index(.titles) },
            { _ = try await history.bisect(Condition(path: "first", test: .equals, value: "x"), after: nil) },
            { _ = try await history.actions(nil, nil, "x", after: nil, before: nil, count: 1) },
            { _ = try await SessionFile.write(history, 1...60) },
            { _ = try await TestText.of(history, 1...60) },
            { _ = try await history.minimize(Condition(path: "first", test: .equals, value: "50"), to: nil) },
        ]
        for question in questions {
            let turns = Mutex(0)
            let other = Task { @MainActor in
                while !Task.isCancelled {
                    turns.withLock { $0 += 1 }
                    await Task.yield()
                }
            }
            try await Pauses.$longest.withValue(.zero) { try await question() }
            #expect(turns.withLock { $0 } >= 30)
            other.cancel()
        }
    }

    @Test func `end when no client waits for the answer`() async throws {
        let growing = Growing(InspectorLimits())
        growing.append((0..<60).map { .first($0) })
        nonisolated(unsafe) let history = growing.history
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Pauses.$longest.withValue(.zero) { try await history.whatIf(skipping: [1]).last }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `about a secret find out nothing`() async throws {
        struct Safe: Equatable { @Secret var pin = "1234" }
        for test in Condition.Test.allCases where ![.exists, .missing, .differs].contains(test) {
            for value in ["1234", "1", "0", "9999"] {
                #expect(
                    !Condition(path: "pin", test: test, value: value).holds(
                        for: ReflectedValue.find("pin", in: Safe())?.value
                    ),
                    "\(test)"
                )
            }
        }
    }
}

extension ValuePath: ExpressibleByStringLiteral {
    package init(stringLiteral label: String) { self = .label(label) }
}
