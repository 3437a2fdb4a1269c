// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

/// The end of persistence: no change is lost.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct PersistenceEndTests {
    private let clock = ManualClock()
    private let recorder = DiagnosticRecorder()
}

extension PersistenceEndTests {
    private func makeStore() -> Store<Notebook.State, Notebook.Action> {
        Store(initialState: Notebook.State()) {
            Notebook()
        } dependencies: { [clock, recorder] in
            $0.clock = clock
            $0.diagnosticReporter = recorder.reporter
        }
    }

    private func attach(
        _ shelf: Shelf<[Int]>,
        to store: Store<Notebook.State, Notebook.Action>
    ) -> ObservationToken {
        store.attach(Persistence(\.notes, in: shelf.storage, loaded: \.loaded, failed: \.failed))
    }

    @Test func `flush saves at once, after the current save`() async {
        let shelf = Shelf<[Int]>()
        let store = makeStore()
        let token = attach(shelf, to: store)
        await store.finish()
        store.send(.add(1))
        await store.flush()
        #expect(shelf.content == [1])
        store.send(.add(2))
        shelf.hold()
        async let first: Void = store.flush()
        await shelf.calls(3)
        store.send(.add(3))
        async let second: Void = store.flush()
        shelf.release()
        _ = await (first, second)
        #expect(shelf.calls == ["load", "save [1]", "save [1, 2]", "save [1, 2, 3]"])
        store.close()
        #expect(recorder.identifiers.isEmpty)
        token.cancel()
    }

    @Test func `flush waits for loading, and saves the changes made meanwhile`() async {
        let shelf = Shelf<[Int]>()
        shelf.hold()
        let store = makeStore()
        let token = attach(shelf, to: store)
        store.send(.add(1))
        await shelf.calls(1)
        async let flushed: Void = store.flush()
        shelf.release()
        await flushed
        #expect(shelf.content == [1])
        token.cancel()
    }

    @Test func `closing during a save saves later changes afterwards`() async {
        let shelf = Shelf<[Int]>()
        let store = makeStore()
        let token = attach(shelf, to: store)
        await store.finish()
        store.send(.add(1))
        shelf.hold()
        async let flushed: Void = store.flush()
        await shelf.calls(2)
        store.send(.add(2))
        store.close()
        shelf.release()
        await flushed
        await shelf.calls(3)
        #expect(shelf.calls == ["load", "save [1]", "save [1, 2]"])
        #expect(recorder.identifiers.isEmpty)
        token.cancel()
    }

    @Test func `a save that fails while the store closes is repeated once`() async {
        let shelf = Shelf<[Int]>()
        let store = makeStore()
        let token = attach(shelf, to: store)
        await store.finish()
        store.send(.add(1))
        shelf.hold()
        async let flushed: Void = store.flush()
        await shelf.calls(2)
        shelf.fail()
        store.close()
        shelf.release()
        await flushed
        await shelf.calls(3)
        #expect(shelf.calls == ["load", "save [1]", "save [1]"])
        #expect(recorder.identifiers.isEmpty)
        token.cancel()
    }

    @Test func `a failed save at the end is a diagnostic`() async {
        let told = Gate()
        let shelf = Shelf<[Int]>()
        let recorder = recorder
        let store = Store(initialState: Notebook.State()) {
            Notebook()
        } dependencies: { [clock] in
            $0.clock = clock
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                recorder.reporter.report(diagnostic)
                told.open()
            }
        }
        let token = attach(shelf, to: store)
        await store.finish()
        store.send(.add(1))
        shelf.fail()
        store.close()
        try? await told.wait()
        #expect(recorder.identifiers == [.storageFailed])
        token.cancel()
    }

    @Test func `a change that cannot be saved because nothing was loaded is a diagnostic`() async {
        let shelf = Shelf([1])
        shelf.hold()
        let store = makeStore()
        let token = attach(shelf, to: store)
        await shelf.calls(1)
        store.send(.add(2))
        store.close()
        shelf.release()
        #expect(recorder.identifiers == [.storageFailed])
        #expect(shelf.content == [1])
        token.cancel()
    }

    @Test func `dropping the token saves`() async {
        let shelf = Shelf<[Int]>()
        let store = makeStore()
        let token = attach(shelf, to: store)
        await store.finish()
        store.send(.add(1))
        token.cancel()
        await shelf.calls(2)
        #expect(shelf.calls == ["load", "save [1]"])
        store.send(.add(2))
        await store.flush()
        #expect(shelf.calls.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `every kind of store persists a part of its state by the same API`(_ kind: StoreKind) async {
        let shelf = Shelf<[Int]>([1])
        let store = await kind.notebook(reporter: recorder.reporter)
        let loading = Gate()
        let listener = await store.onAction { if case .loaded = $0.action { loading.open() } }
        let token = await store.attach(
            Persistence(\.notes, in: shelf.storage, loaded: \.loaded, after: .zero)
        )
        try? await loading.wait()
        #expect(await store.state.notes == [1])
        await store.send(.add(2))
        await shelf.calls(2)
        await store.close()
        #expect(shelf.calls == ["load", "save [1, 2]"])
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime((token, listener)) {}
    }
}
