// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on observing", .timeLimit(.minutes(30)))
struct ObservingAStoreTests {
    @Test func `has examples that print the output in their comments`() async {
        #expect(ObservingAStore().closure() == ["0", "5"])
        #expect(ObservingAStore().rows() == ["300", "100", "350"])
        #expect(await ObservingAStore().sequence() == ["0", "5"])
        #expect(ObservingAStore().observation() == ["0", "changed"])
        #expect(ObservingAStore().component() == "1 in the basket")
        #expect(
            ObservingAStore().toast() == ["tea is in the basket", "tea is in the basket"]
        )
        #expect(ObservingAStore().listener() == [#"add("tea"): 5"#])
        #expect(await ObservingAStore().actions() == ["open"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `has a component on an actor that saves the values in its comment`() async {
        #expect(await ObservingAStore().service() == [[], ["tea"], ["tea", "milk"]])
    }
}

#if canImport(Combine) || OpenCombine
/// With the trait `OpenCombine`, Scripts/check-consumers.sh traits runs the suites with Combine in their names.
@MainActor
@Suite("The article on observing, with publishers")
struct ObservingWithCombineTests {
    @Test func `has publishers that print the output in their comments`() async {
        #expect(ObservingWithCombine().values() == ["0 euros", "5 euros"])
        #expect(ObservingWithCombine().actions() == ["open", "open"])
        #expect(ObservingWithCombine().sending() == ["tea"])
        #expect(ObservingWithCombine().module() == ["5 to pay", "Thank you."])
        #expect(await ObservingWithCombine().effect() == ["tea", "milk"])
    }
}
#endif
