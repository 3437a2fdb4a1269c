// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 11: a store and all that was made of it are released in any order, and nothing is left.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReleaseLawTests {}

extension ReleaseLawTests {
    /// A use of a store, made anew for each run; one object in all of its closures.
    @MainActor
    private struct Use {
        let objects = LiveObjects()
        let gate = Gate()
        var held: [Any] = []
        var work: [StoreTask] = []
        weak var store: StoreOf<Diary>?

        mutating func begin() async {
            let object = objects.make()
            let store = Store(initialState: Diary.State()) {
                Diary(gate: gate)
                Update<Diary.State, Diary.Action> { _, _ in withExtendedLifetime(object) {} }
            }
            self.store = store
            held.append(store)
            store.send(.openSheet)
            hold(store, object)
            hold(store.scope(state: \.left), object)
            hold(store.scope(state: \.payload, action: \.payload), object)
            hold(store.scope(state: \.payload, action: \.payload).scope(state: \.numbers), object)
            let decorated = store.scope {
                $0
            } sending: { action in
                withExtendedLifetime(object) { action }
            }
            hold(decorated, object)
            let sheet = store.scope {
                $0.sheet ?? Counter.State()
            } sending: {
                Diary.Action.sheet($0)
            }
            hold(sheet, object)
            hold(sheet.scope(reading: { $0.count }, sending: { .add($0) }), object)
            if let sheet: StoreOf<Counter> = store.scope(state: \.sheet, action: \.sheet) {
                hold(sheet, object)
                held.append(store.actions)
            }
            work.append(store.send(.wait))
        }

        /// Retains a store, and everything that is available from it.
        private mutating func hold<State: Equatable & Sendable, Action: Sendable>(
            _ store: Store<State, Action>,
            _ object: any AnyObject & Sendable
        ) {
            held.append(store)
            held.append(store.observe { _ in withExtendedLifetime(object) {} })
            held.append(store.onAction { _ in withExtendedLifetime(object) {} })
            held.append(
                store.values { state in withExtendedLifetime(object) { state } }.makeAsyncIterator()
            )
            held.append(store.actions)
            withObservationTracking {
                _ = store.state
            } onChange: {
                withExtendedLifetime(object) {}
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `law 11: a store, its scopes, tokens and sequences are released in any order`(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        var use = Use()
        await use.begin()
        await use.gate.arrival()
        #expect(use.objects.count == 1 && use.store != nil)
        use.held.shuffle(using: &generator)
        let opening = generator.number(0..<use.held.count)
        while !use.held.isEmpty {
            use.held.removeLast()
            if generator.chance(50) { use.store?.send(.both) }
            if use.held.count == opening { use.gate.open() }
        }
        for task in use.work { await task.finish() }
        #expect(use.store == nil)
        await use.objects.allReleased()
        #expect(use.objects.count == 0)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `law 11: stores of rows are released in any order, while rows are added and removed`(seed: UInt64)
        async
    {
        var generator = SeededGenerator(seed: seed)
        let objects = LiveObjects()
        var held: [Any] = []
        weak var witness: StoreOf<Dashboard>?
        do {
            let object = objects.make()
            let store = Store(initialState: Dashboard.State()) { Dashboard() }
            witness = store
            store.send(contentsOf: (0..<10).map { .appendRow(id: $0) })
            let rows = store.scope(state: \.rows, action: \.rows)
            held = [store, rows]
            for row in rows {
                held.append(row)
                held.append(row.observe(\.counter.count) { _ in withExtendedLifetime(object) {} })
                held.append(row.scope(state: \.counter).observe { _ in withExtendedLifetime(object) {} })
                held.append(row.values(\.counter.count))
            }
        }
        held.shuffle(using: &generator)
        while !held.isEmpty {
            held.removeLast()
            let id = generator.number(0..<12)
            let isThere = witness?.rows.contains(id: id) == true
            switch generator.number(0..<3) {
            case 0: witness?.send(isThere ? .removeRow(id: id) : .appendRow(id: id))
            case 1 where isThere: witness?.send(.rows(.element(id: id, action: .increment)))
            default: break
            }
        }
        #expect(witness == nil)
        await objects.allReleased()
    }

    @Test(arguments: [false, true])
    func `law 11: an effect that ends after its store leaves nothing behind`(isClosed: Bool) async {
        let objects = LiveObjects()
        let gate = Gate()
        var task: StoreTask?
        do {
            let object = objects.make()
            let store = Store(initialState: 0) {
                Reduce { (_: inout Int, _: Void) in
                    // Cancellation ends a wait at a gate; not this one.
                    .run { _ in await Task { try? await gate.wait() }.value }
                }
            } dependencies: {
                $0.diagnosticReporter = DiagnosticReporter { _ in withExtendedLifetime(object) {} }
            }
            task = store.send(())
            await gate.arrival()
            if isClosed { store.close() }
        }
        // Only the effect's reference to its store remains.
        #expect(objects.count == 1)
        gate.open()
        await task?.finish()
        await objects.allReleased()
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `law 11: a mirror and its mirrored store are released in any order`(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let objects = LiveObjects()
        var held: [Any] = []
        weak var remoteWitness: StoreActor<Diary.State, Diary.Action>?
        weak var mirrorWitness: StoreOf<Diary>?
        do {
            let object = objects.make()
            let remote = StoreActor(initialState: Diary.State()) {
                Diary()
                Update<Diary.State, Diary.Action> { _, _ in withExtendedLifetime(object) {} }
            }
            remoteWitness = remote
            let mirror = await Store(mirroring: remote)
            mirrorWitness = mirror
            held = [remote, mirror]
            held.append(await remote.observe(\.left) { _ in withExtendedLifetime(object) {} })
            held.append(await remote.values(\.left))
            held.append(mirror.observe(\.left) { _ in withExtendedLifetime(object) {} })
            held.append(mirror.scope(state: \.left))
            held.append(mirror.scope(state: \.payload, action: \.payload).observe { _ in })
            held.append(mirror.values(\.left).makeAsyncIterator())
        }
        held.shuffle(using: &generator)
        while !held.isEmpty {
            held.removeLast()
            if generator.chance(50) { mirrorWitness?.send(.both) }
            if generator.chance(50) { await remoteWitness?.send(.both) }
        }
        #expect(mirrorWitness == nil)
        // The task that transfers actions ends after the mirror, and releases the other store.
        await objects.allReleased()
    }
}
