// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import TerminalKit
import Testing
import Tributary
import TributaryTesting

@testable import ChatProgram

@Suite("The line in which one types", .timeLimit(.minutes(30)))
struct PromptTests {
    private func store() -> TestStore<Prompt.State, Prompt.Action> {
        let store = TestStore(initialState: Prompt.State()) { Prompt() }
        store.exhaustivity = .off
        return store
    }

    private func type(_ line: String, _ store: TestStore<Prompt.State, Prompt.Action>) async {
        for key in line.map(Key.character) { await store.send(.press(key)) }
    }

    @Test("The arrows recall earlier lines, and then the unfinished one")
    func past() async {
        let store = store()
        for line in ["one", "two", "two", "/who"] {
            await type(line, store)
            await store.send(.press(.enter))
        }
        #expect(store.state.past == ["one", "two", "/who"])
        await type("unfinished", store)
        var seen: [String] = []
        for key in [Key.up, .up, .up, .up, .down, .down, .down, .down] {
            await store.send(.press(key))
            seen.append(store.state.field.text)
        }
        #expect(seen == ["/who", "two", "one", "one", "two", "/who", "unfinished", "unfinished"])
        // A changed line is new, and the earlier line remains.
        await store.send(.press(.up))
        await store.send(.press(.backspace))
        #expect(store.state.recalled == nil)
        #expect(store.state.past == ["one", "two", "/who"])
        await store.finish()
    }

    @Test("The number of remembered lines is limited")
    func bound() async {
        let store = store()
        for number in 0..<(Prompt.pastLimit + 5) {
            await type("\(number)", store)
            await store.send(.press(.enter))
        }
        #expect(store.state.past.count == Prompt.pastLimit)
        #expect(store.state.past.first == "5")
        await store.finish()
    }

    @Test("A line with a password is not remembered, nor one that may be such a line with a slip in it")
    func secrets() async {
        let store = store()
        let lines = [
            "/signin ada tr0ub4dor 123456", "/signup tr0ub4dor", "/SIGNIN tr0ub4dor", "/singin ada tr0ub4dor",
            "/signin ada tr0ub4dor 1 2 3 4", "/ signin tr0ub4dor", "/passwd tr0ub4dor",
        ]
        for line in lines {
            await type(line, store)
            await store.send(.press(.up))
            await store.send(.press(.escape))
            await type(line, store)
            await store.send(.press(.enter))
        }
        #expect(store.state.past == [])
        #expect(!String(reflecting: store.state.unfinished).contains("tr0ub4dor"))
        await store.finish()
    }

    @Test("Hints name the commands that a line may become, and tab completes the only one")
    func hints() async {
        let store = store()
        #expect(store.state.hints == [])
        await type("/", store)
        #expect(store.state.hints.count == Command.overview.split(separator: "\n").count)
        await type("si", store)
        #expect(store.state.hints.map { $0.prefix(6) } == ["signup", "signin"])
        await store.send(.press(.tab))
        await store.receive(\.output, .nextRoom)
        await store.send(.press(.escape))
        await type("/jo", store)
        await store.send(.press(.tab))
        #expect(store.state.field.text == "/join ")
        #expect(store.state.hints.map { $0.prefix(9) } == ["join ROOM"])
        await type("hall", store)
        #expect(store.state.hints.map { $0.prefix(9) } == ["join ROOM"])
        await store.send(.press(.escape))
        await type("/nothing", store)
        #expect(store.state.hints == [])
        await store.finish()
    }

    @Test("“/history” requests earlier messages, and scrolls to them")
    func history() async {
        let store = store()
        await type("/history", store)
        await store.send(.press(.enter))
        #expect(store.state.scroll > 0)
        await store.receive(\.output, .older)
        await store.finish()
    }
}
