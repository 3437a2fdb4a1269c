// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The article on dependencies", .timeLimit(.minutes(30)))
struct DependenciesArticleTests {
    @Test func `has stores whose clients are those that the comments name`() async {
        #expect(await DependenciesArticle().stored() == ["mail.mine.example/new/1", "demo.example/new/1"])
        #expect(DependenciesArticle().configured() == ["Welcome"])
    }

    @Test func `has a test that passes`() async {
        await DependenciesArticle().test()
    }

    @Test func `shows the report of a test without a client`() async {
        let collector = ExpectationCollector()
        await collector.collect { await DependenciesArticle().forgotten() }
        #expect(!collector.failures.isEmpty)
        #expect(collector.failures.allSatisfy { $0.contains("MailClient.inbox") })
    }
}
