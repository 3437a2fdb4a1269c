// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@MainActor
@Suite("The article for users of UDF", .timeLimit(.minutes(30)))
struct ComingFromUdfTests {
    @Test func `has an example that prints the output in its comments`() async {
        #expect(await ComingFromUDF().used() == ["110", "Accepted for 115"])
    }

    @Test func `has rows that are correct`() async {
        #expect(
            ComingFromUDF().connected() == ["Ada", "50", "Ada: 100", "100", "Ada", "Bob", "Bob: 100", "Bob"]
        )
        #expect(ComingFromUDF().listened() == ["raised to 110", "100", "110", "110"])
        #expect(await ComingFromUDF().performed() == [100, 110])
        #expect(ComingFromUDF().scoped() == ["Bob: 100", "50"])
        #expect(ComingFromUDF().mounted() == [110])
        #expect(await ComingFromUDF().elsewhere() == 110)
    }
}
