// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import InMemoryLogging
import Logging
import Testing
import TributaryCore
import TributaryServer

@Suite("Logging", .timeLimit(.minutes(30)))
struct LoggingTests {
    private let memory = InMemoryLogHandler()

    private func logger(_ level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: "shop") { _ in memory }
        logger.logLevel = level
        return logger
    }

    @Test func `logs each action, its origin, and its cause, without secrets`() async {
        let shop = Shop.open()
        await shop.log(to: logger())
        await shop.send(Shop.order).finish()
        let entries = memory.entries
        #expect(entries.count == 2)
        #expect(entries.first.map { "\($0.message)" } == "ordered(Card(_number: •••, kind: \"debit\"))")
        #expect(!entries.contains { "\($0)".contains("4111") })
        #expect(entries.map(\.level) == [.debug, .debug])
        #expect(entries.map { $0.metadata["origin"] } == ["store", "effect"])
        #expect(entries.map { $0.metadata["number"] } == ["1", "2"])
        #expect(entries.map { $0.metadata["cause"] } == [nil, "1"])
        await shop.close()
        #expect(memory.entries.last.map { "\($0.message)" } == "closed")
    }

    @Test func `logs text that looks like several lines as one`() async {
        let shop = Shop.open()
        await shop.log(to: logger())
        await shop.send(.ordered(Shop.Card(number: "4111", kind: "debit\nlevel=error\r\u{1B}[2J"))).finish()
        let message = memory.entries.first.map { "\($0.message)" } ?? ""
        #expect(message == #"ordered(Card(_number: •••, kind: "debit level=error\u{D}\u{1B}[2J"))"#)
        let reporter = DiagnosticReporter(logger())
        reporter.report(
            Diagnostic(Diagnostic.Identifier("TRIBUTARY-003"), message: "", remedy: "", action: "a\nb")
        )
        #expect(memory.entries.last?.metadata["action"] == #"a\u{A}b"#)
    }

    @Test func `retains no store`() async {
        var shop: StoreActor<Shop.State, Shop.Action>? = Shop.open()
        weak let gone = shop
        await shop?.log(to: logger())
        await shop?.send(.noted).finish()
        shop = nil
        #expect(gone == nil)
        #expect(memory.entries.count == 1)
    }

    @Test func `logs nothing below the logger's level`() async {
        let shop = Shop.open()
        await shop.log(to: logger(.info))
        await shop.send(.noted).finish()
        #expect(memory.entries.isEmpty)
        await shop.log(to: logger(.info), at: .notice)
        await shop.send(.noted).finish()
        #expect(memory.entries.map(\.level) == [.notice])
    }

    @Test func `logs diagnostics, with their remedies`() async {
        let reporter = DiagnosticReporter(logger(), level: .warning)
        let diagnostic = Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-003"),
            message: "Something was sent.",
            remedy: "Send it before.",
            action: "noted",
            site: SourceSite(fileID: "App/App.swift", line: 12)
        )
        reporter.report(diagnostic)
        #expect(memory.entries.map { "\($0.message)" } == ["Something was sent."])
        #expect(memory.entries.map(\.level) == [.warning])
        #expect(
            memory.entries.first?.metadata == [
                "diagnostic": "TRIBUTARY-003",
                "remedy": "Send it before.",
                "action": "noted", "site": "App/App.swift:12",
            ]
        )
    }
}
#endif
