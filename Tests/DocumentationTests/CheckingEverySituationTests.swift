// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@Suite("The article on checking", .timeLimit(.minutes(30)))
struct CheckingEverySituationTests {
    @Test func `shows the failure that the check prints`() async throws {
        let collector = ExpectationCollector()
        await collector.collect { await CheckingEverySituation.doubleCharge() }
        #expect(collector.failures.count == 1)
        let path = "Sources/Tributary/Tributary.docc/Articles/checking-every-situation.md"
        let page = try Page.all.first { $0.path == path }
        let printed = try #require(try page?.plainBlocks.first { $0.hasPrefix("“") })
        // On the page, types have the names that they have there.
        let failure = collector.failures[0].replacing("CheckingEverySituation.", with: "")
        for line in printed.components(separatedBy: "\n") { #expect(failure.contains(line)) }
    }

    @Test func `answers the questions of a test store`() async {
        await CheckingEverySituation.answered()
        #expect(CheckingEverySituation.limited().effectsInFlight == 2)
    }
}
