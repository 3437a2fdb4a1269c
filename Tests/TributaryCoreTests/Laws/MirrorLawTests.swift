// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The laws, as far as a mirror of a store on another actor has a part in them.
///
/// Turns, the order in them and the state are those of the mirrored store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MirrorLawTests {
    private let recorder = DiagnosticRecorder()
}

extension MirrorLawTests {
    private func diary(gate: Gate = Gate()) -> StoreActor<Diary.State, Diary.Action> {
        StoreActor(initialState: Diary.State()) {
            Diary(gate: gate)
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
    }

    private func mirror(of store: StoreActor<Diary.State, Diary.Action>) async -> StoreOf<Diary> {
        await DiagnosticReporter.$current.withValue(recorder.reporter) { await Store(mirroring: store) }
    }

    @Test func `law 3: observers of a mirror run in the order of registration, if their slice changed`()
        async
    {
        let mirror = await mirror(of: diary())
        var heard: [String] = []
        let tokens = [
            mirror.observe(\.left) { heard.append("1 left \($0)") },
            mirror.observe(\.right) { heard.append("2 right \($0)") },
            mirror.scope(state: \.left).observe { heard.append("3 left \($0)") },
        ]
        heard = []
        await mirror.send(.left(1)).finish()
        #expect(heard == ["1 left 1", "3 left 1"])
        heard = []
        await mirror.send(.left(1)).finish()
        #expect(heard.isEmpty)
        await mirror.send(.both).finish()
        #expect(heard == ["1 left 2", "2 right 1", "3 left 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 4: an observer of a mirror receives the value at once, a listener nothing`() async {
        let remote = diary()
        await remote.send(.left(5))
        let mirror = await mirror(of: remote)
        var heard: [String] = []
        let tokens = [
            mirror.onAction { heard.append("\($0.action)") },
            mirror.observe(\.left) { heard.append("\($0)") },
        ]
        #expect(heard == ["5"])
        await mirror.send(.right(1)).finish()
        #expect(heard == ["5", "right(1)"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 5: a send while a mirror notifies is reduced, and no observer gets a value twice`() async
    {
        let mirror = await mirror(of: diary())
        var first: [Int] = []
        let token = mirror.observe(\.left) { value in
            first.append(value)
            if value == 1 { mirror.send(.left(2)) }
        }
        var values = mirror.values(\.left).makeAsyncIterator()
        await mirror.send(.left(1)).finish()
        var second: [Int] = []
        while second.last != 2, let value = await values.next() { second.append(value) }
        #expect(first == [0, 1, 2])
        #expect(second == [0, 1, 2])
        token.cancel()
    }

    @Test func `law 6: scopes of a mirror are the same object, lenses, and retain it`() async {
        let mirror = await mirror(of: diary())
        let left = mirror.scope(state: \.left)
        #expect(left === mirror.scope(state: \.left))
        await left.send(.left(3)).finish()
        #expect(left.state == 3 && mirror.left == 3)
        let sheet = mirror.scope {
            $0.sheet ?? Counter.State(count: 8)
        } sending: {
            Diary.Action.sheet($0)
        }
        #expect(sheet.count == 8)
        await mirror.send(.openSheet).finish()
        await sheet.send(.increment).finish()
        #expect(sheet.count == 1)
    }

    @Test func `law 7: an action for an absent child is one diagnostic, over there`() async {
        let mirror = await mirror(of: diary())
        await mirror.send(.sheet(.increment)).finish()
        #expect(mirror.sheet == nil)
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `law 8: effects over there are cancelled through the task of a mirror's send`() async {
        let gate = Gate()
        let mirror = await mirror(of: diary(gate: gate))
        let task = mirror.send(.wait)
        await gate.arrival()
        let waiting = Task { await task.finish() }
        waiting.cancel()
        await waiting.value
        gate.open()
        #expect(mirror.entries.isEmpty)
    }

    @Test func `law 11: a mirror that is released leaves the other store as it is`() async {
        let remote = diary()
        weak var released: StoreOf<Diary>?
        do {
            let mirror = await mirror(of: remote)
            released = mirror
            await mirror.send(.left(1)).finish()
        }
        #expect(released == nil)
        await remote.send(.left(2))
        #expect(await remote.state.left == 2)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `law 12: a closed mirror reports and drops actions; the other store continues`() async {
        let remote = diary()
        let mirror = await mirror(of: remote)
        mirror.close()
        mirror.send(.left(1))
        #expect(recorder.identifiers == [.sendAfterClose])
        mirror.close()
        #expect(recorder.identifiers == [.sendAfterClose, .closedTwice])
        await remote.send(.left(2))
        #expect(await remote.state.left == 2)
        #expect(mirror.left == 0)
    }

    @Test func `law 12: the handle of a mirror closes the mirror, and not the mirrored store`() async {
        let remote = diary()
        let mirror = await mirror(of: remote)
        await mirror.handle.close().finish()
        mirror.send(.left(1))
        #expect(recorder.identifiers == [.sendAfterClose])
        await remote.send(.left(2))
        #expect(await remote.state.left == 2)
    }

    @Test func `law 12: a mirror's action to a closed store is reported there, and finishes`() async {
        let remote = diary()
        let mirror = await mirror(of: remote)
        await remote.close()
        await mirror.send(.left(1)).finish()
        #expect(mirror.left == 0)
        #expect(recorder.identifiers == [.sendAfterClose])
    }
}
