// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing
import TributaryCluster
import TributaryCore
import TributaryJournal
import TributaryServer
import TributaryTesting

@Suite("A graceful shutdown", .timeLimit(.minutes(30)))
struct LifecycleTests {
    @Test func `drains a store, then closes it`() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let shop = Shop.open {
            for await _ in gate.stream { break }
            // Long enough that a store which did not wait would be closed by then.
            for _ in 0..<1_000 { await Task.yield() }
        }
        await shop.send(Shop.order)
        let service = ShutdownService(shop, clock: TestClock())
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                trigger.triggerGracefulShutdown()
                gate.continuation.yield()
                try await group.waitForAll()
            }
        }
        #expect(await shop.withState(\.paid) == 1)
        #expect(await shop.isClosed)
    }

    @Test func `does not wait longer than the limit for effects without an end`() async throws {
        let cancelled = AsyncStream<Void>.makeStream()
        let shop = Shop.open {
            for await _ in AsyncStream<Void>.makeStream().stream {}
            cancelled.continuation.yield()
        }
        await shop.send(Shop.order)
        try await testGracefulShutdown { trigger in
            trigger.triggerGracefulShutdown()
            try await ShutdownService(shop, clock: ImmediateClock()).run()
        }
        #expect(await shop.isClosed)
        for await _ in cancelled.stream { break }
        #expect(await shop.withState(\.paid) == 0)
    }

    @Test func `closes a store that is cancelled`() async {
        let shop = Shop.open()
        let service = ShutdownService(shop, clock: ImmediateClock())
        let task = Task { try await service.run() }
        task.cancel()
        _ = await task.result
        #expect(await shop.isClosed)
    }

    @Test func `reaches the last service first`() async throws {
        let ended = Mutex<[String]>([])
        let services = ["journal", "store", "server"].map { name in
            ShutdownService { ended.withLock { $0.append(name) } }
        }
        let group = ServiceGroup(
            services: services,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                trigger.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
        #expect(ended.withLock { $0 } == ["server", "store", "journal"])
    }

    @Test func `of stores, a node and their journal loses nothing`() async throws {
        let memory = MemoryLog()
        let log = HeldLog(memory)
        let journal = Journal(log)
        let cluster = try await Cluster(log)
        let till = try await journal.open("own", initialState: Till.State()) { Till() }
        let tills = cluster.directory("till", initialState: { _ in Till.State() }) { Till() }
        try await tills["a"].send(.wrap("before"), deadline: .seconds(240))
        let held = log.hold()
        let sent = await till.send(.wrap("own"))
        await held.isAsked()
        let closed = Mutex(false)
        let group = ServiceGroup(
            services: [
                ShutdownService {
                    await journal.close()
                    closed.withLock { $0 = true }
                },
                ShutdownService(till, clock: TestClock()), ShutdownService { await cluster.leave() },
            ],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                trigger.triggerGracefulShutdown()
                // The node is idle, and leaves; the store waits for its pending writes, and the journal for
                // the store.
                while cluster.counts.stores > 0 { await Task.yield() }
                #expect(!closed.withLock { $0 })
                held.goOn()
                try await tasks.waitForAll()
            }
        }
        try await sent.committed()
        #expect(closed.withLock { $0 })
        let later = Journal(memory.restarted())
        let own = try await later.open("own", initialState: Till.State()) { Till() }
        #expect(await own.wrapping == "own")
        await #expect(throws: ClusterError.self) {
            try await tills["a"].send(.wrap("after"), deadline: .seconds(240))
        }
    }
}

extension StoreActor<Shop.State, Shop.Action> {
    /// Whether the store takes no actions any more.
    var isClosed: Bool {
        let paid = withState(\.paid)
        send(.paid)
        return withState(\.paid) == paid
    }
}
#endif
