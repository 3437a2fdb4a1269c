// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import TicTacToeGame

@Suite("A computer’s move", .timeLimit(.minutes(30)))
struct ComputerTests {
    @Test("arrives after the thinking time, and not before", arguments: Pace.allCases)
    func time(pace: Pace) async {
        let clock = TestClock()
        let store = TestStore(initialState: Game.State(id: .game(1), players: .adaBegins, pace: pace)) {
            Game()
        } dependencies: {
            $0.clock = clock
            $0.withRandomNumberGenerator = .seeded(1)
        }
        await store.send(.play(field(1), by: .x)) { $0.phase = .turn(openBoard(after: [1])) }
        await store.receive(.output(.moved(field(1), by: .x)))
        await clock.advance(by: pace.thinkingTime - .milliseconds(1))
        await store.send(.play(field(2), by: .x))
        await store.receive(.output(.refused(.turn(of: .o))))
        await clock.advance(by: .milliseconds(1))
        // A perfect nought answers a corner with the middle, whatever the random numbers are.
        await store.receive(\.computerPlayed) { $0.phase = .turn(openBoard(after: [1, 5])) }
        await store.receive(.output(.moved(field(5), by: .o)))
        await store.finish()
    }

    @Test("follows from the seed of the random numbers")
    func seeded() async {
        var games: [UInt64: Set<[Int]>] = [:]
        for seed in [1, 1, 2, 3] as [UInt64] {
            let clock = TestClock()
            let store = TestStore(
                initialState: Game.State(id: .game(1), players: .computers, pace: .normal)
            ) {
                Game()
            } dependencies: {
                $0.clock = clock
                $0.withRandomNumberGenerator = .seeded(seed)
            }
            store.exhaustivity = .off
            await clock.run()
            #expect(store.state.open == nil)
            let board = store.state.board
            games[seed, default: []].insert(Field.all.map { board[$0].map { $0 == .x ? 1 : 2 } ?? 0 })
            await store.finish()
        }
        #expect(games[1]?.count == 1)
        #expect(Set(games.values).count > 1)
    }

    @Test("never arrives on a later board, in any order: another game is started while it thinks")
    func staleAfterRestart() async {
        let exploration = await explore {
            let clock = TestClock()
            let store = TestStore(
                initialState: Game.State(id: .game(1), players: .adaBegins, pace: .normal)
            ) {
                Game()
            } dependencies: {
                $0.clock = clock
                $0.withRandomNumberGenerator = .seeded(1)
            }
            await store.send(.play(field(1), by: .x))
            await clock.advance(by: .milliseconds(400))
            await store.send(.input(.restart(id: .game(2))))
            await store.send(.play(field(9), by: .x))
            await clock.advance(by: .milliseconds(400))
            store.assert { $0.phase = .turn(openBoard(after: [9])) }
            await clock.advance(by: .milliseconds(400))
            store.assert { $0.phase = .turn(openBoard(after: [9, 5])) }
            await store.finish()
        }
        #expect(exploration.isComplete)
    }

    @Test("is nothing when it was thought about another board or another game")
    func staleThought() async {
        let clock = TestClock()
        let store = TestStore(initialState: Game.State(id: .game(1), players: .adaBegins, pace: .normal)) {
            Game()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.play(field(1), by: .x)) { $0.phase = .turn(openBoard(after: [1])) }
        await store.receive(.output(.moved(field(1), by: .x)))
        guard let thought = store.state.thought else {
            Issue.record("It is a computer’s turn.")
            return
        }
        await store.send(.input(.restart(id: .game(2)))) {
            $0 = Game.State(id: .game(2), players: .adaBegins, pace: .normal)
        }
        await store.send(.computerPlayed(field(5), thought))
        await store.send(.play(field(1), by: .x)) { $0.phase = .turn(openBoard(after: [1])) }
        await store.receive(.output(.moved(field(1), by: .x)))
        // The board is the same, but the game is not.
        await store.send(.computerPlayed(field(5), thought))
        await store.skipInFlightEffects()
    }
}
