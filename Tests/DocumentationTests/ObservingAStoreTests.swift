// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on observing")
struct ObservingAStoreTests {
    @Test func `has examples that print what the comments beside them say`() async {
        #expect(ObservingAStore().closure() == ["0", "5"])
        #expect(await ObservingAStore().sequence() == ["0", "5"])
        #expect(ObservingAStore().observation() == ["0", "changed"])
        #expect(ObservingAStore().component() == "1 in the basket")
        #expect(ObservingAStore().listener() == [#"add("tea"): 5"#])
        #expect(ObservingAStore().subscriber() == [0, 5])
    }

    #if canImport(Combine) || OpenCombine
    @Test func `has a publisher that prints what the comments beside it say`() {
        #expect(ObservingAStore().publisher() == ["0 euros", "5 euros"])
    }
    #endif
}
