// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import InMemoryTracing
import Synchronization
import Testing
import Tracing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryServer
import TributaryTesting

@testable import TributaryCluster

@Suite("A context that is carried", .timeLimit(.minutes(30)))
struct CarriedContextTests {
    private let tracer = InMemoryTracer()

    /// The time limit of operations that must succeed, even if other tests use the processor.
    private static let patience = Duration.seconds(240)

    private func till(wrap: @escaping @Sendable (String) async -> Void = { _ in }) -> Till {
        let tracer = tracer
        return Till(
            pay: { order in tracer.withSpan("pay \(order)") { _ in } },
            thank: { order in tracer.withSpan("thank \(order)") { _ in } },
            wrap: wrap
        )
    }

    private func open(_ journal: Journal, _ till: Till) async throws -> StoreActor<Till.State, Till.Action> {
        try await journal.open("till", initialState: Till.State()) {
            till
        } dependencies: { [tracer] in
            $0.carryContext(with: tracer)
        }
    }

    /// The names of spans, each with that of its parent, or `-` without one.
    private func tree(_ spans: [FinishedInMemorySpan]) -> [String: String] {
        let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0.operationName) })
        return Dictionary(
            uniqueKeysWithValues: spans.map { span in
                (span.operationName, span.parentSpanID.map { names[$0] ?? "unknown" } ?? "-")
            }
        )
    }

    @Test func `goes into entries, and to effects that wait for them, of each sender its own`() async throws {
        let log = MemoryLog()
        let shop = try await open(Journal(log), till())
        let (first, second) = await (
            tracer.withSpan("request a") { _ in await shop.send(.ordered("a")) },
            tracer.withSpan("request b") { _ in await shop.send(.ordered("b")) }
        )
        let third = await shop.send(.ordered("c"))
        for task in [first, second, third] { await task.finish() }
        let expected = [
            "request a": "-", "request b": "-",
            "pay a": "request a", "thank a": "request a", "pay b": "request b", "thank b": "request b",
            "pay c": "-", "thank c": "-",
        ]
        #expect(tree(tracer.finishedSpans) == expected)
        let commits = try await log.commits(of: "till", after: 0, limit: 100)
        let entries = try CommitCoding<Till.Action>().decode(commits).joined()
        let traces = Set(entries.map { $0.context?[InMemoryTracer.traceIDKey] })
        #expect(entries.count == 6)
        #expect(traces.count == 3 && traces.contains(nil))
    }

    @Test func `reaches the effects of a traced action, also of a store with a journal`() async throws {
        let shop = try await open(Journal(MemoryLog()), till())
        try await shop.trace(.ordered("a"), as: "order", with: tracer)
        #expect(tree(tracer.finishedSpans) == ["order": "-", "pay a": "order", "thank a": "order"])
    }

    @Test func `goes to the node that owns the store, and to the effects there`() async throws {
        let log = MemoryLog()
        let thanked = AsyncStream<Void>.makeStream()
        let tracer = tracer
        var nodes: [Cluster] = []
        var tills: [Directory<Till.State, Till.Action>] = []
        for name in ["A", "B"] {
            let node = try await Cluster(log, node: name, heartbeat: .seconds(100))
            let till = Till(
                pay: { order in tracer.withSpan("pay \(order) at \(name)") { _ in } },
                thank: { order in
                    tracer.withSpan("thank \(order) at \(name)") { _ in }
                    thanked.continuation.yield()
                }
            )
            tills.append(
                node.directory("till", initialState: { _ in Till.State() }) {
                    till
                } dependencies: {
                    $0.carryContext(with: tracer)
                }
            )
            nodes.append(node)
        }
        for node in nodes + nodes { try await node.beat() }
        // One of this many surely belongs to the other node.
        for id in 0..<20 {
            try await tracer.withSpan("request \(id)") { _ in
                _ = try await tills[0]["\(id)"].send(.ordered("\(id)"), deadline: Self.patience)
            }
        }
        var thanks = thanked.stream.makeAsyncIterator()
        for _ in 0..<20 { await thanks.next() }
        let spans = tracer.finishedSpans
        let tree = tree(spans)
        for id in 0..<20 {
            let own = tree.filter { $0.key.hasPrefix("pay \(id) ") || $0.key.hasPrefix("thank \(id) ") }
            #expect(own.count == 2)
            #expect(own.values.allSatisfy { $0 == "request \(id)" })
        }
        #expect(Set(spans.map(\.traceID)).count == 20)
        #expect(tree.keys.contains { $0.hasPrefix("pay") && $0.hasSuffix("at B") })
        for node in nodes { await node.leave() }
    }

    @Test func `is not that of a restarted feedback`() async throws {
        let tracer = tracer
        let log = MemoryLog()
        let began = AsyncStream<Void>.makeStream()
        let wrapping = till { order in
            tracer.withSpan("wrap \(order)") { _ in }
            began.continuation.yield()
            // Until it is cancelled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
        }
        let shop = try await open(Journal(log), wrapping)
        try await tracer.withSpan("request") { _ in try await shop.send(.wrap("a")).committed() }
        var beginnings = began.stream.makeAsyncIterator()
        await beginnings.next()
        #expect(tree(tracer.popFinishedSpans()) == ["request": "-", "wrap a": "request"])
        // The process ends.
        let recovered = try await open(Journal(log.restarted()), wrapping)
        await beginnings.next()
        #expect(tree(tracer.popFinishedSpans()) == ["wrap a": "-"])
        await recovered.close()
        await DiagnosticReporter.$current.withValue(.silent) { await shop.close() }
    }

    @Test func `is bounded, and only the instrument's own keys return`() async throws {
        let log = MemoryLog()
        let shop = try await Journal(log).open("till", initialState: Till.State()) {
            till()
        } dependencies: {
            $0.carryContext(with: Baggage())
        }
        for size in [1, 2_728, 2_729] {
            var context = ServiceContext.topLevel
            context[BaggageKey.self] = String(repeating: "é\"", count: size)
            try await ServiceContext.withValue(context) { try await shop.send(.wrap("a")).committed() }
        }
        let commits = try await log.commits(of: "till", after: 0, limit: 100)
        let read = try CommitCoding<Till.Action>().decode(commits).joined().map(\.context)
        let largest = String(repeating: "é\"", count: 2_728)
        #expect(read == [["baggage": "é\""], ["baggage": largest], nil])
    }
}

private enum BaggageKey: ServiceContextKey { typealias Value = String }

/// An instrument that passes a text on unchanged.
private struct Baggage: Instrument {
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let text = context[BaggageKey.self] { injector.inject(text, forKey: "baggage", into: &carrier) }
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context[BaggageKey.self] = extractor.extract(key: "baggage", from: carrier)
    }
}
#endif
