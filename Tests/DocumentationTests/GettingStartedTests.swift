// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

struct Brew: Reducer {
    nonisolated struct State: Equatable, Sendable {
        var tea = ""
        var seconds = 0
        var isRunning = false
    }

    nonisolated enum Action: BindableAction {
        case change(StateChange<State>)
        case start
        case tick
        case stop
    }

    @Dependency(\.clock) var clock

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .change(let change):
                change.apply(to: &state)
                return .none
            case .start:
                state.isRunning = true
                return .run { [clock] send in
                    for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
                }
                .cancellable(id: "ticks", cancelInFlight: true)
            case .tick:
                state.seconds += 1
                return .none
            case .stop:
                state.isRunning = false
                return .cancel(id: "ticks")
            }
        }
    }
}

@MainActor
@Suite("The article on the first steps with SwiftUI", .timeLimit(.minutes(30)))
struct GettingStartedTests {
    @Test func `counts while it runs`() async {
        let clock = TestClock()
        let store = TestStore(initialState: Brew.State()) {
            Brew()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.change(StateChange(\.tea, from: "", to: "Assam"))) { $0.tea = "Assam" }
        await store.send(.start) { $0.isRunning = true }
        await clock.advance(by: .seconds(1))
        await store.receive(where: { if case .tick = $0 { true } else { false } }) { $0.seconds = 1 }
        await store.send(.stop) { $0.isRunning = false }
        await store.finish()
    }

    @Test(arguments: ["Sources/Brew.swift", "Tests/BrewTests.swift"])
    func `has the code that is compiled here`(path: String) throws {
        let articles = "Sources/Tributary/Tributary.docc/Articles"
        let article = try Page(path: "\(articles)/getting-started-with-swiftui.md", example: "").contents
        let here = try Page(path: "Tests/DocumentationTests/GettingStartedTests.swift", example: "").contents
        let parts = article.components(separatedBy: "`\(path)`\n\n```swift\n")
        let code = try #require(parts.last?.components(separatedBy: "\n```").first)
        let declaration = code.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
        // The suite of the article has no time limit.
        let lines = declaration.split(separator: "\n").filter { !$0.contains("struct BrewTests") }
        #expect(lines.count > 10)
        #expect(lines.allSatisfy { here.contains("\($0)\n") })
    }
}
