// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// Law 9 for observed changes: if values are not compared, no way to observe retains one.
///
/// A retained value shares its array with the state. So the next change copies the array, whose address
/// changes.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ObservedInPlaceLawTests {}

extension ObservedInPlaceLawTests {
    /// A way to observe a tile, which cannot be compared.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String

        /// Begins to observe, and returns the token of the observation.
        let begin: @Sendable @MainActor (StoreOf<Board>) -> Any?

        static let all = ofStores + ofScopes + ofOthers

        static let ofStores = [
            Way(testDescription: "whole state") { $0.observe { _ in } },
            Way(testDescription: "whole state by a closure") { $0.observe({ $0 }) { _ in } },
            Way(testDescription: "whole state of a scope by closures") {
                $0.scope {
                    $0
                } sending: { (action: Board.Action) in
                    action
                }.observe { _ in }
            },
            Way(testDescription: "whole state by a key path") { $0.observe(\.self) { _ in } },
            Way(testDescription: "closure") { $0.observe({ $0.tile }) { _ in } },
            Way(testDescription: "closure that selects several") {
                $0.observe({ ($0.tile, $0.rows) }) { _ in }
            },
            Way(testDescription: "key path") { $0.observe(\.tile) { _ in } },
            Way(testDescription: "key path to a computed property") { $0.observe(\.computed) { _ in } },
            Way(testDescription: "key path to an optional") { $0.observe(\.optional) { _ in } },
            Way(testDescription: "key path to rows") { $0.observe(\.rows) { _ in } },
            Way(testDescription: "key path to a row") { $0.observe(\.rows[id: 0]) { _ in } },
        ]

        static let ofScopes = [
            Way(testDescription: "scope of a property") { $0.scope(state: \.tile).observe { _ in } },
            Way(testDescription: "scope of an optional") { store in
                (store.scope(state: \.optional, action: \.part) as Store<Board.Tile, Never>?)?.observe { _ in
                }
            },
            Way(testDescription: "scope of a case") {
                $0.scope(case: \.screen.tile, action: \.part)?.observe { _ in }
            },
            Way(testDescription: "scope by closures") {
                $0.scope(reading: \.tile, sending: { (_: Int) in nil }).observe { _ in }
            },
            Way(testDescription: "row with actions") {
                $0.scope(state: \.rows, action: \.rows)[id: 0]?.observe { _ in }
            },
            Way(testDescription: "row") { $0.scope(rows: \.rows)[id: 0]?.observe { _ in } },
            Way(testDescription: "row by a key path") {
                $0.scope(rows: \.rows)[id: 0]?.observe(\.self) { _ in }
            },
        ]

        static let ofOthers = [
            Way(testDescription: "publisher") {
                $0.observe({ $0.tile }, removeDuplicates: nil, onChange: { _ in })
            },
            Way(testDescription: "component") {
                let label = Label()
                return (label, label.connect(to: $0, state: \.tile) { $0.count })
            },
            Way(testDescription: "component of the whole state") {
                let label = Label()
                return (label, label.connect(to: $0) { $0.rows.count })
            },
            Way(testDescription: "listener") { $0.onAction { _ in } },
            Way(testDescription: "service") { $0.attach(Counting()) },
            Way(testDescription: "feedback") { $0.attach(Feedback(\.tile.count) { _, _ in }) },
            Way(testDescription: "tracked state") { store in
                withObservationTracking {
                    _ = store.state
                } onChange: {
                }
            },
            Way(testDescription: "tracked property") { store in
                withObservationTracking {
                    _ = store.tile
                } onChange: {
                }
            },
        ]
    }

    @Test(arguments: Way.all) func `law 9: observed values that are not compared are changed in place`(
        way: Way
    ) {
        let store = Store(initialState: Board.State()) { Board() }
        let kept = way.begin(store)
        #expect(kept != nil)
        // The reducers that make the initial state may leave it shared; the first action settles that.
        store.send(.touch)
        let before = store.withState(\.places)
        for _ in 1...3 { store.send(.touch) }
        let after = store.withState(\.places)
        #expect(!before.contains(nil))
        #expect(after.map { $0?.address } == before.map { $0?.address })
        #expect(after.map { $0?.touches } == [4, 4, 4, 4])
        withExtendedLifetime(kept) {}
    }

    @Test func `law 9: also in the turn of a send by the observer itself`() {
        let store = Store(initialState: Board.State()) { Board() }
        store.send(.touch)
        let before = store.withState(\.places)
        let token = store.observe { [store] state in
            if state.tile.count == 2 { store.send(.touch) }
        }
        store.send(.touch)
        #expect(store.withState(\.places).map { $0?.address } == before.map { $0?.address })
        #expect(store.withState(\.tile.count) == 3)
        token.cancel()
    }

    @Test func `law 9: a sequence retains the elements that its loop has not received, and no others`() async
    {
        let store = Store(initialState: Board.State()) { Board() }
        var (tiles, actions) = (store.values(\.tile).makeAsyncIterator(), store.actions.makeAsyncIterator())
        #expect(await tiles.next()?.count == 0)
        for count in 1...3 {
            let before = store.withState(\.places)
            store.send(.touch)
            let after = store.withState(\.places)
            #expect(count == 1 || after.map { $0?.address } == before.map { $0?.address })
            #expect(await tiles.next()?.count == count)
            #expect(await actions.next()?.state.tile.count == count)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `law 9: observed values that are not compared are changed in place by every kind of store`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let token = await store.observeOpaque({ $0.payload }) { _ in }
        await store.send(.payload(.touch))
        let address = await store.number { $0.payload.address }
        for _ in 0..<3 { await store.send(.payload(.touch)) }
        #expect(await store.number { $0.payload.address } == address)
        token.cancel()
    }

    @Test func `law 9: a mirror retains the part that it shows, and nothing else`() async {
        let store = StoreActor(initialState: Diary.State()) { Diary() }
        let mirror = await Store(mirroring: store, state: \.left, action: \.none)
        let token = mirror.observe { _ in }
        await store.send(.payload(.touch))
        let address = await store.withState { $0.payload.address }
        for count in 1...3 {
            await store.send(.payload(.touch))
            await store.send(.left(count))
        }
        #expect(await store.withState { $0.payload.address } == address)
        token.cancel()
    }
}

private final class Label: Component {
    func render(_ props: Int) {}
}

/// A service that follows something small.
private struct Counting: Service {
    typealias Action = Board.Action

    func detail(of state: Board.State) -> Int { state.rows.count }
}

extension Diary.Action.AllCasePaths {
    fileprivate var none: CasePath<Diary.Action, Void> {
        CasePath(embed: { .payload(.touch) }, extract: { _ in nil })
    }
}
