// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryTestSupport

@testable import TributaryCore

/// A property is read in place, through any number of scopes, and is not affected by concurrent work.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReadingInPlaceTests {
    /// A list that calls a closure when its computed property is read.
    private struct Leaf: Equatable {
        var count = 0
        var names: [String] = []

        @MainActor static var onRead: () -> Void = {}

        var countWithVisitor: Int {
            let before = names
            MainActor.assumeIsolated { Self.onRead() }
            // An action that a visitor sent has to wait until this is done.
            return before == names ? count : -1
        }
    }

    private struct Branch: Equatable {
        var padding: UInt8 = 0
        var leaf = Leaf()
        var computed: Leaf { leaf }
    }

    private struct Root: Equatable {
        var padding = ""
        var branch = Branch()
    }

    private enum Action: Sendable { case add(String) }

    private let store = Store(initialState: Root()) {
        Update { (state: inout Root, action: Action) in
            guard case .add(let name) = action else { return }
            state.branch.leaf.count += 1
            state.branch.leaf.names.append(name)
        }
    }
}

extension ReadingInPlaceTests {
    /// The stores of the same part: stored, computed, and behind a closure.
    private var leaves: [Store<Leaf, Action>] {
        let branch = store.scope(state: \.branch)
        return [
            branch.scope(state: \.leaf), branch.scope(state: \.computed), store.scope(state: \.branch.leaf),
            branch.scope(reading: { $0.leaf }, sending: { $0 }),
            branch.scope(state: \.leaf).scope(state: \.self),
            branch.scope(state: \.leaf).scope {
                $0
            } sending: {
                $0
            },
        ]
    }

    @Test func `a property is read through every kind of scope`() {
        for (index, leaf) in leaves.enumerated() {
            leaf.send(.add("\(index)"))
            #expect(leaf.count == index + 1)
            #expect(leaf.names.last == "\(index)")
            #expect(leaf.state == store.branch.leaf)
            #expect(leaf.withState { $0.names.count } == index + 1)
        }
    }

    @Test func `an action of a computed property is reduced after the property was read`() {
        for (index, leaf) in leaves.enumerated() {
            Leaf.onRead = { leaf.send(.add("sent")) }
            #expect(leaf.countWithVisitor == index)
            Leaf.onRead = {}
            #expect(leaf.count == index + 1)
            #expect(store.branch.leaf.names.count == index + 1)
        }
    }

    @Test func `actions sent in a nested reading wait for the outer one`() {
        for (index, leaf) in leaves.enumerated() {
            leaf.withState { outer in
                Leaf.onRead = { leaf.send(.add("sent")) }
                #expect(leaf.countWithVisitor == index)
                Leaf.onRead = {}
                #expect(store.branch.leaf == outer && leaf.count == index)
            }
            #expect(leaf.count == index + 1)
        }
    }

    @Test func `observers are notified of a reading's actions, and of later ones`() {
        for leaf in leaves {
            var heard: [Int] = []
            let start = leaf.count
            let token = leaf.observe(\.count) { heard.append($0 - start) }
            leaf.withState { _ in _ = leaf.send(.add("first")) }
            #expect(heard == [0, 1])
            leaf.withState { _ in }
            leaf.send(.add("second"))
            #expect(heard == [0, 1, 2])
            withExtendedLifetime(token) {}
        }
    }

    @Test func `an observer that is added while a store is read is notified of the next change`() {
        for leaf in leaves {
            var heard: [Int] = []
            let start = leaf.count
            let token = leaf.withState { _ in store.observe(\.branch.leaf.count) { heard.append($0 - start) }
            }
            leaf.send(.add("first"))
            #expect(heard == [0, 1])
            withExtendedLifetime(token) {}
        }
    }

    @Test func `when a closure that reads the state of a scope fails, its actions are reduced`() {
        struct Failure: Error {}
        for (index, leaf) in leaves.enumerated() {
            #expect(throws: Failure.self) {
                try leaf.withState { _ in
                    leaf.send(.add("sent"))
                    throw Failure()
                }
            }
            #expect(leaf.count == index + 1)
        }
    }

    @Test func `a scope can be read after all other references to its store were released`() {
        let counter = Counter.State(count: 7)
        var whole: StoreOf<Counter>? = Store(initialState: counter) { Counter() }
        let count = whole?.scope(state: \.count)
        weak let released = whole
        whole = nil
        #expect(count?.state == 7 && count?.withState { $0 } == 7)
        count?.send(.increment)
        #expect(count?.state == 8)
        withExtendedLifetime(count) { #expect(released != nil) }
    }

    @Test func `reading outside of tracking leaves nothing behind, and within it one field`() {
        let leaf = store.scope(state: \.branch).scope(state: \.leaf)
        _ = (leaf.count, leaf.names, leaf.state, leaf.countWithVisitor)
        #expect(leaf.counts.fields == 0)
        withObservationTracking {
            _ = (leaf.count, leaf.count)
        } onChange: {
        }
        #expect(leaf.counts.fields == 1)
        store.send(.add("a change"))
        store.send(.add("another, which nobody waits for"))
        #expect(leaf.counts.fields == 0)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test(arguments: 0..<6)
    func `law 10: reading in place inside a reducer stops with the action's name`(kind: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [kind] in
            await MainActor.run {
                let box = Box()
                let store = Store(initialState: Counter.State()) {
                    Update { (_: inout Counter.State, _: String) in
                        MainActor.assumeIsolated { box.read() }
                    }
                }
                let count = store.scope(state: \.count)
                let reads: [@MainActor () -> Void] = [
                    { _ = store.count }, { _ = store.state }, { store.withState { _ in } },
                    { _ = count.words }, { _ = count.state }, { count.withState { _ in } },
                ]
                box.read = reads[kind]
                store.send("the culprit")
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
        #expect(result?.complaint.contains("the culprit") == true)
    }

    @MainActor
    private final class Box {
        var read: () -> Void = {}
    }
    #endif
}
