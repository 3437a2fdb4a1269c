// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The article for users of TCA", .timeLimit(.minutes(30)))
struct ComingFromTcaTests {
    @Test func `has a feature and a test that passes`() async {
        await ComingFromTCA().tested()
        await ComingFromTCA().cancelled()
    }

    @Test func `has a page that shares a row with its parent, and tests that pass`() async {
        await TCASharing().tested()
    }

    @Test func `has a host that receives the outputs of a feature in a store of its own`() {
        #expect(ComingFromTCA().hosted() == [.saved("rose"), .cancelled])
    }

    @Test func `has rows about stores that are correct`() async throws {
        #expect(TCAStores().observed() == ["", "Ada", "Ada"])
        #expect(TCAStores().scoped() == ["false", "rose", "[false]", "2", "true", ": 0"])
        let printed = "account(\"Dune\") (store)\n    loans: [] → [1 element]"
        #expect(TCAStores().attached() == ["begins", "ends", printed, "saved [\"Dune\"]"])
        #expect(await TCAStores().greeted() == "Hello. Hello. ")
        #expect(try await TCAStores().kept() == ["Dune"])
        #expect(TCAStores().asked().map { $0?.title } == ["Empty the shop?", nil])
        #expect(TCAStores().closed() == [true, true, true])
        #expect(TCAStores().named() == [true, true])
    }

    @Test(.dependency(\.uuid, .incrementing))
    func `has rows about effects and tests that are correct`() async {
        await TCATests().effects()
        #expect(await TCATests().immediate() == ["rain", "a", "b"])
        #expect(await TCATests().depending() == Date(timeIntervalSinceReferenceDate: 1))
        #expect(await TCATests().overridden() == ["snow"])
        #expect(await TCATests().waited() == ["cancelled", "finished"])
    }
}
