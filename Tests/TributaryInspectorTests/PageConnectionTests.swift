// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryInspector

@Suite("A page that looks", .timeLimit(.minutes(30)))
@MainActor
struct PageConnectionTests {
    private let store = Store(initialState: Garden.State()) { Garden() }

    private func serve() async throws -> Inspector {
        try await Inspector.serve(store, name: "Garden", configuration: .testing) { Garden() }
    }

    private func count(_ event: JSON) -> Int? { event["stores"]?.array?.first?["count"]?.integer }

    @Test func `is notified once until it has answered, and then of all later events`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        store.send(.add(by: 1))
        #expect(count(try await page.nextEvent()) == 1)
        // It does not answer; the store continues.
        for _ in 0..<10_000 { store.send(.add(by: 1)) }
        let rows: JSON = ["ask": "rows", "store": "s1", "from": 10_000, "count": 10]
        #expect(try await page.ask(rows)["total"] == 10_001)
        #expect(page.events.isEmpty)
        try await page.send(PageClient.frame(["ask": "seen"]))
        #expect(count(try await page.nextEvent()) == 10_001)
        #expect(page.events.isEmpty)
    }

    @Test func `that is dead costs a name, and the store does not wait for it`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        let living = try await PageClient(inspector)
        for _ in 0..<10_000 { store.send(.add(by: 1)) }
        #expect(store.count == 10_000)
        #expect(count(try await living.event()) == 10_000)
        page.close()
        store.send(.add(by: 1))
        #expect(count(try await living.event()) == 10_001)
        #expect(store.count == 10_001)
    }

    @Test func `is notified at most ten times a second`() async throws {
        let (clock, said) = (ManualClock(), Heard<String>())
        let page = PageConnection(
            InspectorHub(run: ""),
            pace: InspectorConfiguration().pace,
            clock: clock
        ) { said.append($0) }
        let events = { said.all.filter { $0.contains(#""event""#) }.count }
        await page.receive(#"{"id":1,"question":{"hello":{"version":2}}}"#)
        page.mark("s1")
        await clock.sleepers(1)
        #expect(events() == 1)
        await page.receive(#"{"question":{"seen":{}}}"#)
        for _ in 0..<100 { page.mark("s1") }
        clock.advance(by: .milliseconds(99))
        for _ in 0..<100 { await Task.yield() }
        #expect(events() == 1)
        clock.advance(by: .milliseconds(1))
        await clock.sleepers(1)
        #expect(events() == 2)
        clock.advance(by: .seconds(1))
    }

    @Test func `that sends requests without reading is not read any more`() async throws {
        let inspector = try await serve()
        let hub = inspector.server.hub
        let asked = Heard<Int>()
        let questions = AsyncThrowingStream<WSFrame, any Error> {
            let number = asked.all.count + 1
            asked.append(number)
            return number > 200
                ? nil
                : WSFrame(
                    fin: true,
                    opcode: .text,
                    mask: nil,
                    payload: Data(#"{"id":\#(number),"store":"s1","question":{"rows":{}}}"#.utf8)
                )
        }
        let answers = try await PageSocket(hub: hub, pace: .zero).makeFrames(for: questions)
        var read = 0
        for await answer in answers {
            read += 1
            #expect(try JSON(parsing: answer.payload)["id"]?.integer == read)
            // Time enough for any reader to continue.
            for _ in 0..<20 { await Task.yield() }
            #expect(asked.all.count <= read + 1)
        }
        #expect(read == 200)
        #expect(hub.pageCount == 0)
    }

    @Test func `that goes while answers wait for it is forgotten`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        store.send(.moveIn(.init(name: String(repeating: "A", count: 100_000), password: "")))
        let text: JSON = ["ask": "text", "store": "s1", "number": 1, "path": ["owner", "name"]]
        // More than the system holds between the two.
        for number in 0..<400 { try await page.send(PageClient.frame(text.with("id", .integer(number)))) }
        page.close()
        while inspector.server.hub.pageCount > 0 { await Task.yield() }
    }

    @Test func `that sends too long a question gets a reason and is closed`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        try await page.send(
            String(repeating: " ", count: PageSocket.longestQuestion - 60)
                + #"{"id":7,"store":"s1","question":{"rows":{}}}"#
        )
        #expect(try await page.receive()["id"] == 7)
        try await page.send(String(repeating: " ", count: PageSocket.longestQuestion + 1))
        #expect(try await page.farewell() == "A question has at most 1 MB.")
        while inspector.server.hub.pageCount > 0 { await Task.yield() }
    }

    @Test func `may send a question in parts, but no bytes that are none`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        let parts = [#"{"id":7,"#, #""store":"s1","question""#, #":{"rows":{}}}"#]
        for (index, part) in parts.enumerated() {
            try await page.send(part, kind: (index == parts.count - 1 ? 0x80 : 0) | (index == 0 ? 1 : 0))
            // A ping between them is answered.
            try await page.send("", kind: 0x89)
        }
        #expect(try await page.receive()["id"] == 7)
        try await page.send("{}", kind: 0x82)
        #expect(try await page.farewell() == "A question is text.")
    }

    @Test func `is one of two, and each is notified`() async throws {
        let inspector = try await serve()
        let (one, other) = (try await PageClient(inspector), try await PageClient(inspector))
        try await one.ask(["ask": "send", "store": "s1", "text": "add(by: 2)"])
        #expect(count(try await one.event()) == 1)
        #expect(count(try await other.event()) == 1)
        try await other.ask(["ask": "travel", "store": "s1", "number": 0])
        #expect(try await one.event()["stores"]?.array?.first?["travelling"] == 0)
    }

    @Test func `reconnects, and finds its state`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        store.send(.add(by: 1))
        page.close()
        store.send(.add(by: 1))
        let again = try await PageClient(inspector, greets: false)
        let hello = try await again.ask([
            "ask": "hello", "version": 2, "run": .string(inspector.server.hub.run),
        ])
        #expect(hello["run"]?.string == inspector.server.hub.run)
        #expect(hello["stores"]?.array?.first?["count"] == 2)
    }

    @Test func `is sent nothing before its greeting`() async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector, greets: false)
        store.send(.add(by: 1))
        let rows = try await page.ask(["ask": "rows", "store": "s1"])
        #expect(rows["total"] == 1)
        #expect(page.events.isEmpty)
    }

    @Test(arguments: [
        "", "{", "[]", "5", #"{"id":1}"#, #"{"id":1,"store":"s1","question":{"fly":{}}}"#,
        #"{"id":1,"store":"s9","question":{"rows":{}}}"#,
        #"{"id":1,"store":"s1","question":{"rows":{"filter":{"text":5}}}}"#,
        #"{"id":1,"store":"s1","question":{"whatIf":{"skip":"all","moves":5,"order":[1,1,1,99]}}}"#,
    ])
    func `that sends invalid messages gets an error, and continues`(frame: String) async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        try await page.send(frame)
        #expect(try await page.receive()["error"]?.string?.isEmpty == false)
        #expect(try await page.ask(["ask": "rows", "store": "s1"])["total"] == 0)
    }

    @Test(
        arguments: [
            ["ask": "rows", "from": -5, "count": -1],
            ["ask": "rows", "from": .integer(.max), "count": .integer(.max)],
            ["ask": "value", "number": 1, "from": -1, "count": -1, "depth": 1_000],
            ["ask": "effects", "from": -3, "count": .integer(.max)],
            ["ask": "rows", "filter": ["text": "5"]],
            ["ask": "whatIf", "skip": [99], "order": [1, 1, 1, 99]],
            ["ask": "difference", "number": 0, "limit": -1], ["ask": "index", "number": .integer(.min)],
            ["ask": "graph", "number": 1, "limit": 0],
        ] as [JSON]
    )
    func `that sends an impossible request gets an answer`(request: JSON) async throws {
        let inspector = try await serve()
        let page = try await PageClient(inspector)
        store.send(.add(by: 1))
        try await page.ask(request.with("store", "s1"))
    }
}
#endif
