// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Observers that end, and others that begin, while observers are being notified.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ObserverRoundTests {
    private let store = Store(initialState: Counter.State()) { Counter() }
    private let objects = LiveObjects()
}

extension ObserverRoundTests {
    /// A closure of the program, set once its objects exist.
    @MainActor
    private final class Hook {
        var run: () -> Void = {}

        nonisolated func callAsFunction() { MainActor.assumeIsolated { run() } }
    }

    @Test func `a selector that drops the tokens of all observers ends them, and releases their captures`() {
        var heard: [String] = []
        var tokens: [ObservationToken] = []
        let hook = Hook()
        func observe(_ name: String, _ onSelect: @escaping () -> Void = {}) {
            let object = objects.make()
            tokens.append(
                store.observe({ state in
                    onSelect()
                    return state.count
                }) { count in withExtendedLifetime(object) { heard.append("\(name) \(count)") } }
            )
        }
        observe("first")
        observe("second") { hook() }
        observe("third")
        hook.run = { tokens = [] }
        heard = []
        store.send(.increment)
        #expect(heard.isEmpty && objects.count == 0)
        store.send(.increment)
        #expect(heard.isEmpty && store.counts.observers == 0)
    }

    @Test func `an observer that drops its own token, and that of the next, is the last to be notified`() {
        var heard: [Int] = []
        var tokens: [ObservationToken] = []
        for index in 0..<4 {
            let object = objects.make()
            tokens.append(
                store.observe(\.count) { count in
                    withExtendedLifetime(object) {}
                    guard count > 0 else { return }
                    heard.append(index)
                    if index == 1 { tokens.removeSubrange(1...2) }
                }
            )
        }
        store.send(.increment)
        #expect(heard == [0, 1, 3] && objects.count == 2)
        store.send(.increment)
        #expect(heard == [0, 1, 3, 0, 3] && store.counts.observers == 2)
    }

    @Test func `observers that a selector keeps adding are notified of the next change, and none is lost`() {
        var tokens: [ObservationToken] = []
        var heard = 0
        let hook = Hook()
        let first = store.observe({ state in
            hook()
            return state.count
        }) { _ in }
        hook.run = { [store] in
            // More than a list holds before it is cleaned up, and most of them removed again.
            for _ in 0..<50 {
                tokens.append(store.observe(\.count) { _ in heard += 1 })
                _ = store.observe(\.count) { _ in heard += 1 }
            }
        }
        store.send(.increment)
        #expect(heard == 100)
        hook.run = {}
        store.send(.increment)
        #expect(heard == 150)
        withExtendedLifetime((first, tokens)) {}
    }

    @Test func `observers of parts and of the whole are notified in the order of registration`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let counter = store.scope(state: \.counter, action: \.counter)
        var heard: [Int] = []
        let tokens = (0..<200).map { index in
            index.isMultiple(of: 3)
                ? store.observe(\.counter.count) { _ in heard.append(index) }
                : counter.observe(\.count) { _ in heard.append(index) }
        }
        heard = []
        store.send(.counter(.increment))
        #expect(heard == Array(0..<200))
        withExtendedLifetime(tokens) {}
    }

    @Test func `an observer's action is reduced and reported in the same send`() {
        var heard: [Int] = []
        let answering = store.observe(\.count) { [store] in if $0 == 1 { store.send(.add(10)) } }
        let hearing = store.observe(\.count) { heard.append($0) }
        store.send(.increment)
        #expect(heard == [0, 1, 11])
        store.send(.increment)
        #expect(heard == [0, 1, 11, 12])
        withExtendedLifetime((answering, hearing)) {}
    }

    @Test func `a store whose only observer has ended is sent to as if there had been none`() {
        var selected = 0
        var token: ObservationToken? = store.observe({ state in
            selected += 1
            return state.count
        }) { _ in }
        store.send(.increment)
        #expect(selected == 2 && token != nil)
        token = nil
        for _ in 0..<3 { store.send(.increment) }
        #expect(selected == 2 && store.count == 4 && store.counts.observers == 0)
    }

    @Test func `law 11: tokens are dropped on other threads while thousands of observers are notified`() async
    {
        for _ in 0..<20 {
            let object = objects.make()
            let tokens = (0..<2_000).map { _ in
                store.observe(\.count) { _ in withExtendedLifetime(object) {} }
            }
            let halves = [Array(tokens[..<1_000]), Array(tokens[1_000...])]
            await withTaskGroup { group in
                for half in halves { group.addTask { for token in half { token.cancel() } } }
                for _ in 0..<20 { store.send(.increment) }
            }
            let before = store.count
            store.send(.increment)
            #expect(store.count == before + 1 && store.counts.observers == 0)
        }
        #expect(objects.count == 0)
    }
}
