// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import TicTacToeGame

@Suite("A game", .timeLimit(.minutes(30)))
struct GameTests {
    private let state = Game.State(id: .game(1), players: .people, pace: .normal)

    @Test("of two people alternates turns, and reports each move, and its end once")
    func won() async {
        let store = TestStore(initialState: state) { Game() }
        for (index, number) in [1, 4, 2, 5].enumerated() {
            let mark: Mark = index.isMultiple(of: 2) ? .x : .o
            await store.send(.play(field(number), by: mark)) {
                $0.phase = .turn(openBoard(after: Array([1, 4, 2, 5].prefix(index + 1))))
            }
            await store.receive(.output(.moved(field(number), by: mark)))
        }
        guard case .won(let end) = position(after: [1, 4, 2, 5, 3]) else {
            Issue.record("A full line of crosses does not win.")
            return
        }
        await store.send(.play(field(3), by: .x)) { $0.phase = .won(end) }
        await store.receive(.output(.moved(field(3), by: .x)))
        let finished = FinishedGame(id: .game(1), players: .people, result: .won(by: .x))
        await store.receive(.output(.finished(finished)))
        await store.finish()
    }

    @Test("may end without a winner")
    func drawn() async {
        let store = TestStore(initialState: state) { Game() }
        store.exhaustivity = .off
        for (index, number) in [5, 1, 9, 3, 2, 8, 4, 6, 7].enumerated() {
            await store.send(.play(field(number), by: index.isMultiple(of: 2) ? .x : .o))
        }
        await store.receive(
            .output(.finished(FinishedGame(id: .game(1), players: .people, result: .drawn)))
        )
        #expect(store.state.phase.is(\.drawn))
    }

    @Test("refuses a move out of turn, on a taken field, and after the end; nothing changes then")
    func refuses() async {
        let store = TestStore(initialState: state) { Game() }
        await store.send(.play(field(5), by: .o))
        await store.receive(.output(.refused(.turn(of: .x))))
        await store.send(.play(field(5), by: .x)) { $0.phase = .turn(openBoard(after: [5])) }
        await store.receive(.output(.moved(field(5), by: .x)))
        await store.send(.play(field(1), by: .x))
        await store.receive(.output(.refused(.turn(of: .o))))
        await store.send(.play(field(5), by: .o))
        await store.receive(.output(.refused(.occupied(field(5)))))
        await store.send(.resign(by: .x)) { $0.phase = .resigned(openBoard(after: [5]), by: .x) }
        await store.receive(\.output.finished)
        await store.send(.play(field(1), by: .o))
        await store.receive(.output(.refused(.over)))
        await store.send(.resign(by: .o))
        await store.receive(.output(.refused(.over)))
        await store.finish()
    }

    @Test("can be resigned by the person at the keyboard, also during the other’s turn")
    func resigns() async {
        let store = TestStore(initialState: state) { Game() }
        await store.send(.resign(by: .o)) { $0.phase = .resigned(OpenBoard(), by: .o) }
        let finished = FinishedGame(id: .game(1), players: .people, result: .resigned(by: .o))
        await store.receive(.output(.finished(finished)))
        #expect(finished.result.winner == .x)
        await store.finish()
    }

    @Test("does not let a person move or resign for a computer")
    func computersMark() async {
        let clock = TestClock()
        let store = TestStore(
            initialState: Game.State(id: .game(1), players: .computers, pace: .normal)
        ) {
            Game()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.play(field(1), by: .x))
        await store.receive(.output(.refused(.computersMark(.x))))
        await store.send(.resign(by: .o))
        await store.receive(.output(.refused(.computersMark(.o))))
        await store.skipInFlightEffects()
    }

    @Test("works behind an input and an output as well, without a parent")
    @MainActor
    func asModule() {
        let initial = Game.State(id: .game(1), players: .people, pace: .normal)
        let store = Store(initialState: initial) { Game() }
        let module = Module(store, input: \.input, output: \.output, state: \.phase)
        store.send(.resign(by: .x))
        #expect(module.state.is(\.resigned))
        module.send(.restart(id: .game(2)))
        #expect(module.state == .turn(OpenBoard()) && store.id == .game(2))
    }
}
