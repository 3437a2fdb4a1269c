// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article on isolation", .timeLimit(.minutes(30)))
struct ConcurrencyAndIsolationTests {
    @Test func `has stores on each actor that do the same`() async {
        #expect(ConcurrencyAndIsolation().shown() == "1")
        #expect(await ConcurrencyAndIsolation().handled() == 6)
        #expect(await ConcurrencyAndIsolation().hosted() == 3)
        #expect(await ConcurrencyAndIsolation().mirrored() == 2)
        #expect(await ConcurrencyAndIsolation().owned() == 3)
    }

    @Test func `has effects that run one after the other`() async {
        #expect(await ConcurrencyAndIsolation().ordered() == [1, 3, 6, 10])
    }
}
