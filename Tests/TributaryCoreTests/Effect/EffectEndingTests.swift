// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// An effect has ended when its operation has returned, whatever the operation has stored and however it ended.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectEndingTests {
    /// A way for an operation to last longer, or to end differently.
    private enum Habit: CaseIterable {
        case none, storesSend, storesItself, leavesATask
        case throwsError, handlesError, sendsLast, cancelsItself
    }

    private struct Failure: Error {}

    /// Retains the objects that operations store.
    private final class Storage: Sendable {
        private let kept = Mutex<[any Sendable]>([])
        func keep(_ value: any Sendable) { kept.withLock { $0.append(value) } }
        func removeAll() {
            let removed = kept.withLock { kept in
                defer { kept = [] }
                return kept
            }
            withExtendedLifetime(removed) {}
        }
    }

    private let storage = Storage()
    private let gate = Gate()
}

extension EffectEndingTests {
    private func effect(_ habit: Habit, holding object: any AnyObject & Sendable) -> Effect<String> {
        .run { [storage, gate] send in
            defer { withExtendedLifetime(object) {} }
            switch habit {
            case .none, .handlesError: break
            case .storesSend: storage.keep(send)
            case .storesItself:
                let stored: @Sendable () -> Void = { withExtendedLifetime((object, send)) {} }
                storage.keep(stored)
            case .leavesATask:
                storage.keep(
                    Task {
                        try await gate.wait()
                        await send("late")
                    }
                )
            case .throwsError: throw Failure()
            case .cancelsItself:
                withUnsafeCurrentTask { $0?.cancel() }
                try await gate.wait()
            case .sendsLast: await send("last")
            }
            if habit == .handlesError { throw Failure() }
        } catch: { [gate] _, send in
            // It is a part of the effect.
            if habit != .throwsError { await send("caught") }
            withExtendedLifetime(gate) {}
        }
    }

    @Test(arguments: Habit.allCases)
    private func `it ends once, is removed, and retains nothing afterwards`(habit: Habit) async {
        let objects = LiveObjects()
        do {
            let object = objects.make()
            let log = EffectLog { [self] action in
                action == "start" ? effect(habit, holding: object) : .none
            }
            let before = keptCount(in: log.store)
            for _ in 0..<3 { await log.send("start").finish() }
            log.send("next")
            #expect(keptCount(in: log.store) <= before + 3)
            let sent: [String] =
                switch habit {
                case .handlesError, .cancelsItself: ["caught"]
                case .sendsLast: ["last"]
                default: []
                }
            let each = ["start"] + sent
            #expect(log.state == each + each + each + ["next"])
            #expect(log.recorder.identifiers == [])
        }
        storage.removeAll()
        gate.open()
        await objects.allReleased()
        #expect(objects.count == 0)
    }

    @Test func `a send from a task that it left behind is a diagnostic`() async throws {
        let object = LiveObjects().make()
        let left = Mutex<Task<Void, any Error>?>(nil)
        let log = EffectLog { [gate] action in
            guard action == "start" else { return .none }
            return .run { send in
                let task = Task {
                    try await gate.wait()
                    await send("late")
                }
                left.withLock { $0 = task }
                withExtendedLifetime(object) {}
            }
        }
        await log.send("start").finish()
        gate.open()
        try await left.withLock { $0 }?.value
        #expect(log.state == ["start"])
        #expect(log.recorder.identifiers == [.sendAfterEffectEnd])
    }

    @Test func `an object that it alone retains may cancel it, and send, when it is released`() async {
        final class Last: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            deinit { body() }
        }
        let task = Mutex<StoreTask?>(nil)
        let released = Gate()
        let log = EffectLog { [gate] action in
            guard action == "start" else { return .none }
            let last = Last {
                task.withLock { $0 }?.cancel()
                released.open()
            }
            return .run { _ in
                try await gate.wait()
                withExtendedLifetime(last) {}
            }
        }
        let started = log.send("start")
        task.withLock { $0 = started }
        await gate.arrival()
        gate.open()
        await started.finish()
        try? await released.wait()
        log.send("next")
        #expect(log.state == ["start", "next"])
    }
}
