// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

/// A stock that can be oversold, if configured.
private struct Stock: Reducer {
    let isGuarded: Bool

    struct State: Equatable {
        var count = 0
        var note = ""
    }

    @CasePathable
    enum Action: Equatable {
        case buy(Int)
        case sell(Int)
        case note(String)
        case clear
        case recount
        case counted(Int)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .buy(let count): state.count += count
            case .sell(let count): state.count -= isGuarded ? min(count, state.count) : count
            case .note(let note): state.note = note
            case .clear: state.count = 0
            case .recount:
                let count = state.count
                return .run(name: "recount") { send in await send(.counted(count)) }
            case .counted(let count): state.count = count
            }
            return .none
        }
    }

    static var actions: ActionGenerator<Action> {
        .anyOf(.case(\.buy, in: 0...9), .case(\.sell, in: 0...9), .case(\.note), .case(\.clear))
    }

    static var isNeverNegative: Invariant<State, Action> {
        Invariant("there is never less than nothing") { $0.count >= 0 }
    }
}

@Suite("Invariants hold, whatever is sent", .timeLimit(.minutes(30)))
struct CheckInvariantsTests {
    @Test("A feature whose invariant holds passes")
    func holding() async {
        await checkInvariants(
            Stock.isNeverNegative,
            Invariant("buying adds") { before, action, after in
                guard case .buy(let count) = action else { return true }
                return after.count == before.count + count
            },
            initialState: Stock.State(),
            actions: Stock.actions,
            seed: 1
        ) {
            Stock(isGuarded: true)
        }
    }

    @Test(
        "A failure is made as short as it can be, and can be repeated by its seed",
        arguments: [1, 2, 3, 4] as [UInt64]
    )
    func shrinking(seed: UInt64) async {
        let line = #line + 2
        func check() async {
            await checkInvariants(
                Stock.isNeverNegative,
                initialState: Stock.State(),
                actions: Stock.actions,
                seed: seed
            ) {
                Stock(isGuarded: false)
            }
        }
        let failed = await failures { await check() }
        #expect(failed.map(\.line) == [line])
        let text = failed.first?.text ?? ""
        #expect(
            text.contains(
                /^It does not hold that there is never less than nothing\.\n\nThe shortest sequence that shows it sends 1 action \(run 1 of 100, of 50 actions, seed \d\):\n  1\. Stock\.Action\.sell\(\d\)\n\nThe state after it:\n  Stock\.State\(\n    count: -\d,\n    note: ""\n  \)$/
            )
        )
        let again = await failures { await check() }
        #expect(again.map(\.text) == [text])
    }

    @Test("A race of an effect with a later action is found, as a count that is out of date")
    func race() async {
        let actions = ActionGenerator<Stock.Action>.anyOf(.case(\.buy, in: 1...9), .case(\.recount))
        let failed = await failures {
            await checkInvariants(
                Invariant("a recount changes nothing") { before, action, after in
                    !action.is(\.counted) || before == after
                },
                initialState: Stock.State(),
                actions: actions,
                seed: 5
            ) {
                Stock(isGuarded: true)
            }
        }
        #expect(failed.count == 1)
        let text = failed.first?.text ?? ""
        #expect(text.contains("sends 2 actions"))
        #expect(
            text.contains(
                /1\. Stock\.Action\.recount\n  2\. Stock\.Action\.buy\(\d\)\n  3\. Stock\.Action\.counted\(0\) \(received\)/
            )
        )
    }

    @Test("A diagnostic of the library is a failure, too")
    func complaints() async {
        struct Thrower: Reducer {
            enum Action { case fail }
            var body: some Reducer<Int, Action> {
                Reduce { _, _ in .run { _ in throw Library.Misuse() } }
            }
        }
        let failed = await failures {
            await checkInvariants(initialState: 0, actions: ActionGenerator { _ in .fail }, seed: 1) {
                Thrower()
            }
        }
        #expect(failed.count == 1)
        #expect(failed.first?.text.contains("TRIBUTARY-005") == true)
        #expect(failed.first?.text.contains("sends 1 action ") == true)
    }

    @Test("Generators produce values of their cases and ranges")
    func generators() {
        var source = SeededGenerator(seed: 3)
        var kinds: Set<String> = []
        for _ in 0..<200 {
            let action = Stock.actions(&source)
            switch action {
            case .buy(let count), .sell(let count): #expect((0...9).contains(count))
            case .note(let note): #expect(note.count <= 8)
            case .clear: break
            case .recount, .counted: Issue.record("\(action) was not asked for.")
            }
            kinds.insert(String("\(action)".prefix(3)))
        }
        #expect(kinds == ["buy", "sel", "not", "cle"])
        let child = ActionGenerator<Stock.Action>.case(\.sell, from: [4])
        #expect(child(&source) == .sell(4))
    }
}
