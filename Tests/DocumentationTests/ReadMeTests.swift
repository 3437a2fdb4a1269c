// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The README", .timeLimit(.minutes(30)))
struct ReadMeTests {
    @Test func `shows a store that prints the output in its comments`() async {
        #expect(await ReadMe.use() == [[], ["All about tea"]])
        #expect(await ReadMe.scoped() == ["All about tea"])
    }

    @Test func `shows the race that explore finds, and its fix`() async throws {
        let collector = ExpectationCollector()
        await collector.collect { await ReadMe.explored() }
        let place = /\ \(\w+\/[\w+]+\.swift:\d+\)/
        let printed = collector.failures.joined(separator: "\n").replacing(place, with: "")
        let blocks = try Page(path: "README.md", example: "").plainBlocks
        let shown = try #require(blocks.first { $0.contains("explore(replaying") })
        for line in shown.split(separator: "\n") { #expect(printed.contains(line)) }
        await ReadMe.mended()
    }
}
