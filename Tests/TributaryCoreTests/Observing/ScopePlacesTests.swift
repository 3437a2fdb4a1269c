// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Formerly, each scope that was made, used, and dropped left a place in the tree of observers until the next
/// action, and making scopes searched all of them.
@MainActor
@Suite("The places of scopes", .timeLimit(.minutes(30)))
struct ScopePlacesTests {}

extension ScopePlacesTests {
    @Test func `are as many as there are paths, however often a scope is made and dropped`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let log = store.scope(state: \.log).observe { _ in }
        #expect(store.counts.scopes == 1)
        for _ in 0..<100 {
            let token = store.scope(state: \.counter, action: \.counter).observe { _ in }
            withExtendedLifetime(token) {}
        }
        #expect(store.counts.scopes == 2)
        withExtendedLifetime(log) {}
    }

    @Test func `do not exist while nothing is observed in a scope`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let scopes = (0..<100).map { _ in store.scope(state: \.counter, action: \.counter) }
        #expect(store.counts.scopes == 0)
        withExtendedLifetime(scopes) {}
    }

    @Test func `stay in place while a scope lives, so that it is notified`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        _ = store.scope(state: \.counter, action: \.counter)
        let counter = store.scope(state: \.counter, action: \.counter)
        var heard: [Int] = []
        let token = counter.observe(\.count) { heard.append($0) }
        counter.send(.increment)
        #expect(heard == [0, 1])
        withExtendedLifetime(token) {}
    }
}
