// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import InMemoryTracing
import Synchronization
import Testing
import Tracing
import TributaryCore
import TributaryServer

@Suite("Tracing", .timeLimit(.minutes(30)))
struct TracingTests {
    private let tracer = InMemoryTracer()

    @Test func `makes a span from an action to the end of its effects, in whose context these are`()
        async throws
    {
        let tracer = tracer
        let shop = Shop.open { tracer.withSpan("payment") { _ in } }
        try await shop.trace(Shop.order, as: "order", with: tracer)
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["payment", "order"])
        #expect(spans.first?.parentSpanID == spans.last?.spanID)
        #expect(spans.first?.traceID == spans.last?.traceID)
        let action = try #require(spans.last?.attributes["tributary.action"])
        #expect("\(action)".contains("ordered(Card("))
        #expect(!"\(action)".contains("4111"))
        #expect(await shop.paid == 1)
    }

    @Test func `is a part of the sender's span`() async throws {
        let shop = Shop.open()
        let tracer = tracer
        try await tracer.withSpan("request") { _ in
            try await shop.trace(.noted, as: "note", with: tracer)
        }
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["note", "request"])
        #expect(spans.first?.parentSpanID == spans.last?.spanID)
    }

    @Test func `reports a dropped action`() async throws {
        let shop = Shop.open()
        await shop.close()
        let tracer = tracer
        await DiagnosticReporter.$current.withValue(.silent) {
            await #expect(throws: CommitError.self) { try await shop.trace(.noted, as: "note", with: tracer) }
        }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.status?.code == .error)
        #expect(span.errors.count == 1)
    }
}

extension StoreActor<Shop.State, Shop.Action> {
    var paid: Int { withState(\.paid) }
}
#endif
