// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

import func TributaryTestSupport.amount

@testable import TributaryTesting

/// Recorded effects and real tasks reach the same states, whatever operators the effects are made with.
@Suite("Merging hides nothing", .timeLimit(.minutes(30)))
struct BruteForceTests {
    typealias Feature = CheckedFeature<Registers.State, Registers.Action, NoWorld>
    typealias Run = RealRun<Registers.State, Registers.Action, NoWorld>

    private func feature(_ works: [Work]) -> Feature {
        Feature(
            initialState: { Registers.State() },
            world: NoWorld(),
            reducer: { AnyReducer(Registers(works: works)) },
            dependencies: { _, _ in },
            actions: { $0.started.isEmpty ? [.go] : [] },
            properties: [],
            limits: CheckLimits(situations: 20_000),
            identify: nil
        )
    }

    /// All states that real tasks reach, in every order, without merging.
    ///
    /// - Returns: `nil` if there are too many orders.
    private func statesOfRealTasks(_ feature: Feature, limit: Int) async -> (
        states: Set<Registers.Content>, orders: Int
    )? {
        var states: Set<Registers.Content> = []
        var path: [(taken: Int, count: Int)] = []
        var orders = 0
        while orders < limit {
            let run = Run(
                feature,
                site: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
            )
            orders += 1
            var depth = 0
            states.insert(run.machine.state.content)
            while true {
                let moves = run.moves
                if moves.isEmpty { break }
                if depth == path.count { path.append((0, moves.count)) }
                await run.do(moves[path[depth].taken])
                states.insert(run.machine.state.content)
                depth += 1
            }
            while let last = path.last, last.taken + 1 >= last.count { path.removeLast() }
            guard !path.isEmpty else { return (states, orders) }
            path[path.count - 1].taken += 1
        }
        return nil
    }

    @Test("Generated scenarios reach the same states as all orders of real tasks")
    func generated() async {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TRIBUTARY_SCENARIOS"].flatMap { Int($0) } ?? amount(20, inDebug: 10)
        let first = environment["TRIBUTARY_FIRST_SCENARIO"].flatMap { UInt64($0) } ?? 1
        var (compared, orders, situations, different) = (0, 0, 0, 0)
        var seed = first
        while compared < count {
            defer { seed += 1 }
            var generator = WorkGenerator(seed: seed)
            let works = generator.scenario()
            let feature = feature(works)
            guard let real = await statesOfRealTasks(feature, limit: amount(1_500, inDebug: 100)) else {
                continue
            }
            compared += 1
            orders += real.orders
            let checker = Checker(feature)
            var states: Set<Registers.Content> = []
            checker.visit = { states.insert($0.state.content) }
            let outcome = await checker.search()
            situations += outcome.graph.count
            guard states != real.states else { continue }
            different += 1
            guard different <= 5 else { continue }
            let missing = real.states.subtracting(states), extra = states.subtracting(real.states)
            Issue.record(
                """
                Scenario \(seed): \(works)
                Missing (\(missing.count)): \(Array(missing.prefix(2)))
                Not real (\(extra.count)): \(Array(extra.prefix(2)))
                Not covered: \(outcome.notCovered)
                """
            )
        }
        #expect(different == 0)
        print(
            "Compared \(compared) scenarios of \(orders) orders and \(situations) situations; \(different) differ."
        )
    }
}

extension Registers {
    /// A state without the numbers of its pages: a check visits equal pages once, whichever number the next one has.
    struct Content: Hashable {
        let values: [Int]
        let started: Set<Int>
        let child: Int?
        let pages: [Int]
    }
}

extension Registers.State {
    fileprivate var content: Registers.Content {
        Registers.Content(values: values, started: started, child: child, pages: Array(path))
    }
}

extension RealRun {
    enum Move {
        case send(Action)
        case answer(WaitingQuestion, AnyHashable)
        case deliver(EffectSlot)
    }

    /// Everything that may happen now.
    var moves: [Move] {
        var moves: [Move] = scheduler.questions.flatMap { waiting in
            waiting.question.currentAnswers.map { Move.answer(waiting, $0) }
        }
        for slot in deliveringSlots { moves.append(.deliver(slot)) }
        return moves + offeredActions.map { .send($0) }
    }

    nonisolated(nonsending) func `do`(_ move: Move) async {
        switch move {
        case .send(let action): send(action)
        case .answer(let waiting, let answer): await self.answer(waiting, with: answer)
        case .deliver(let slot): deliver(slot)
        }
        await settle()
    }
}
