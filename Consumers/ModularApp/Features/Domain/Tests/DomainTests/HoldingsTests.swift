// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("The holdings of a library")
struct HoldingsTests {
    let holdings = Holdings([Book(id: "1", title: "Dune"), Book(id: "2", title: "The Waves")])

    @Test func `are searched by the beginning of any word, whatever its case`() {
        #expect(holdings.books(matching: "w").map(\.id) == ["2"])
        #expect(holdings.books(matching: "DUN").map(\.id) == ["1"])
        #expect(holdings.books(matching: "aves").isEmpty)
        #expect(holdings.books(matching: "").isEmpty)
    }

    @Test func `find a book by its code`() {
        #expect(holdings["2"]?.title == "The Waves")
        #expect(holdings["3"] == nil)
    }
}
