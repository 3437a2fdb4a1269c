// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Foundation
import Testing
import TributaryCore
import TributaryJournal
import TributaryTestSupport

@testable import TributaryInspector

extension Garden.Action: Journaled {
    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite("Sessions that are written and opened", .timeLimit(.minutes(30)))
@MainActor
struct ImportTests {
    private let store = Store(initialState: Garden.State()) { Garden() }

    private func serve() async throws -> Inspector {
        try await Inspector.serve(store, name: "Garden", configuration: .testing) { Garden() }
    }

    private func importFile(_ bytes: [UInt8], _ inspector: Inspector) async throws -> (
        status: Int, answer: JSON
    ) {
        let target = "/import?token=\(inspector.server.token)&store=s1"
        let response = try await PageClient.ask(inspector, "POST", target, body: bytes)
        return (response.status, try JSON(parsing: response.body.utf8))
    }

    @Test func `are opened next to the app`() async throws {
        let inspector = try await serve()
        store.send(.add(by: 3))
        let target = "/export?token=\(inspector.server.token)&store=s1&form=redux"
        let exported = try await PageClient.ask(inspector, "GET", target)
        #expect(exported.headers["content-disposition"] == #"attachment; filename="Garden.json""#)
        let (status, answer) = try await importFile(Array(exported.body.utf8), inspector)
        #expect(status == 200)
        let session = try #require(answer["session"]?.string)
        let page = try await PageClient(inspector)
        let value: JSON = ["ask": "value", "store": .string(session), "number": 1, "path": ["count"]]
        #expect(try await page.ask(value)["node"]?["text"] == "3")
        #expect(try await page.refusal(of: ["ask": "travel", "store": .string(session), "number": 1]) != nil)
        #expect(try await page.refusal(of: ["ask": "whatIf", "store": .string(session), "skip": [1]]) != nil)
        try await page.ask(["ask": "drop", "store": .string(session)])
        #expect(try await page.refusal(of: value) != nil)
        #expect(try await page.refusal(of: ["ask": "drop", "store": "s1"]) != nil)
    }

    @Test func `that are none are refused with a reason`() async throws {
        let inspector = try await serve()
        for text in ["", "{", "hello", "{}", "tributary session 1\tcut"] {
            let (status, answer) = try await importFile(Array(text.utf8), inspector)
            #expect(status == 400)
            #expect(answer["error"]?.string?.isEmpty == false)
        }
        let target = "/export?token=\(inspector.server.token)&store=s9&form=redux"
        #expect(try await PageClient.ask(inspector, "GET", target).status == 404)
    }

    @Test func `of a journal are reduced again, and the inspector works with its recorder`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/garden-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = try Journal(at: folder + "/garden.sqlite")
        let store = try await Store(journal: journal, id: "garden", initialState: Garden.State()) { Garden() }
        try await store.send(.add(by: 1)).committed()
        let inspector = try await Inspector.serve(store, name: "Garden", configuration: .testing) { Garden() }
        let page = try await PageClient(inspector)
        try await store.send(.moveIn(.init(name: "Ada", password: "tell-nobody"))).committed()
        try await store.send(.double).committed()
        // The numbers are those of the journal.
        let rows = try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array
        #expect(rows?.map { $0["number"] } == [2, 3])
        let hello = try await page.ask(["ask": "hello", "version": 2])
        #expect(hello["stores"]?.array?.first?["canSet"] == false)
        try await page.ask(["ask": "travel", "store": "s1", "number": 2])
        #expect(
            try await page.refusal(of: ["ask": "stay", "store": "s1"])?.hasPrefix("A journal records") == true
        )
        #expect(
            try await page.refusal(of: ["ask": "reset", "store": "s1"])?.hasPrefix("A journal records")
                == true
        )
        #expect(store.count == 1)
        try await page.ask(["ask": "comeBack", "store": "s1"])
        #expect(store.count == 2)
        // The exported file is opened next to it, and has no secrets.
        try await journal.export("garden", to: folder + "/garden.tributary")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/garden.tributary")))
        let (status, answer) = try await importFile(bytes, inspector)
        #expect(status == 200)
        let session = try #require(answer["session"])
        let value: JSON = ["ask": "value", "store": session, "number": 3, "path": ["count"]]
        #expect(try await page.ask(value)["node"]?["text"] == "2")
        let owner: JSON = ["ask": "value", "store": session, "number": 3, "path": ["owner"], "depth": 3]
        #expect(try await !page.ask(owner).text.contains("tell-nobody"))
        store.close()
        await journal.close()
    }

    @Test(arguments: [(64 << 20) + 1, 500 << 20, 1 << 40])
    func `that are too large are refused before anything of them is read`(size: Int) async throws {
        let inspector = try await serve()
        // Of the body nothing is sent: who waited for it would wait for ever.
        let answer = try await PageClient.exchange(
            inspector,
            [
                "POST /import?token=\(inspector.server.token)&store=s1 HTTP/1.1", "Host: 127.0.0.1:PORT",
                "Content-Length: \(size)",
            ]
        )
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.hasSuffix(#"{"error":"The file has \#(size >> 20) MB; at most 64 are read."}"#))
        store.send(.add(by: 1))
        #expect(store.count == 1)
    }

    @Test func `that declare no size are read up to the limit`() async throws {
        let inspector = try await serve()
        let size = SessionFile.largest + 4_096
        let answer = try await PageClient.exchange(
            inspector,
            [
                "POST /import?token=\(inspector.server.token) HTTP/1.1", "Host: 127.0.0.1:PORT",
                "Transfer-Encoding: chunked",
            ],
            body: Array("\(String(2 * size, radix: 16))\r\n".utf8)
                + [UInt8](repeating: UInt8(ascii: " "), count: size)
        )
        #expect(answer.hasSuffix(#"{"error":"The file has too many MB; at most 64 are read."}"#))
    }

    /// Values that Redux DevTools would revive, and cyclic values.
    @Test func `with values to be revived and with cycles are shown as they stand`() async throws {
        let inspector = try await serve()
        let state =
            #"{"date":{"$jsan":"d0"},"self":{"$jsan":"$"},"function":{"$jsan":"f"},"__proto__":{"a":1}}"#
        let file = """
            {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"a","at":{"$jsan":"$.action"}}}},\
            "stagedActionIds":[0,1],"skippedActionIds":[],"currentStateIndex":1,"nextActionId":2,\
            "computedStates":[{"state":{}},{"state":\(state)}]}
            """
        let (status, answer) = try await importFile(Array(file.utf8), inspector)
        #expect(status == 200)
        let page = try await PageClient(inspector)
        let value: JSON = [
            "ask": "value", "store": answer["session"] ?? .null, "number": 1, "depth": 3,
        ]
        let shown = try await page.ask(value).text
        #expect(shown.contains("$jsan") && shown.contains("d0") && shown.contains("__proto__"))
        // They are written in the same form again, for a program that can decode them.
        let target =
            "/export?token=\(inspector.server.token)&store=\(answer["session"]?.string ?? "")&form=redux"
        let again = try await PageClient.ask(inspector, "GET", target)
        #expect(again.body.contains(state))
    }

    @Test func `that are nested without an end are refused`() async throws {
        let inspector = try await serve()
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        let (status, answer) = try await importFile(deep, inspector)
        #expect(status == 400)
        #expect(answer["error"]?.string?.contains("deep") == true)
    }
}
#endif
