// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Logging
import ServerKit
import Synchronization
import Testing
import Tributary

@Suite("What a server prints", .timeLimit(.minutes(5)))
struct ServerLogTests {
    @Test(
        "Every level of the library is the level of swift-log of the same name",
        arguments: LogSink.Level.allCases
    )
    func levels(_ level: LogSink.Level) {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in lines }
        logger.logLevel = .trace
        LogSink(to: logger)(level, "It rains.")
        #expect(lines.texts == ["\(level): It rains."])
    }

    @Test("What is below the logger's level is not even composed")
    func threshold() {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in lines }
        logger.logLevel = .warning
        let log = LogSink(to: logger)
        func compose(_ text: String) -> String {
            lines.add("composed \(text)")
            return text
        }
        log(.notice, compose("low"))
        log(.error, compose("high"))
        #expect(lines.texts == ["composed high", "error: high"])
    }
}

/// Keeps what is logged.
private final class Lines: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])
    private let level = Mutex(Logger.Level.trace)

    var texts: [String] { kept.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    var logLevel: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func add(_ text: String) { kept.withLock { $0.append(text) } }

    func log(event: LogEvent) { add("\(event.level): \(event.message)") }
}
