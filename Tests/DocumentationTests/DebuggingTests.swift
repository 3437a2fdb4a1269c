// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The article on debugging", .timeLimit(.minutes(30)))
struct DebuggingTests {
    @Test func `shows the output of the printer`() async throws {
        let printed = await Debugging().printer()
        let page = Page(path: "Sources/Tributary/Tributary.docc/Articles/debugging.md", example: "")
        let text = printed.joined(separator: "\n")
        #expect(try page.plainBlocks.contains(text))
        let some = await Debugging().some()
        #expect(some.count == 1)
        #expect(some.first?.hasPrefix("kettle: heated(by: 80) (effect)\n") == true)
    }

    @Test func `has diagnostics that are reported in the documented places`() async {
        let reported = Debugging().reporter()
        #expect(reported.count == 1)
        #expect(reported.first?.hasPrefix("TRIBUTARY-001: ") == true)
        let collector = ExpectationCollector()
        await collector.collect { Debugging().tested() }
        #expect(collector.failures.count == 1)
        #expect(collector.failures.first?.contains("TRIBUTARY-001") == true)
    }

    @Test func `logs the decisions of a feature`() {
        #expect(Debugging().logged() == ["warning: 3 toasts do not fit."])
    }

    @Test func `has a log that can be replayed`() async {
        await Debugging().replayed()
    }
}
