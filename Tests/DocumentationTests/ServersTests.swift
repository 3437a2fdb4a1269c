// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

@Suite("The article on servers", .timeLimit(.minutes(30)))
struct ServersTests {
    @Test func `has rooms whose lines are written in the order of sending`() async {
        let lines = await Servers().served()
        #expect(lines.count == 21)
        #expect(lines.first == "Ada: Hello.")
    }

    @Test func `has connections that see the newest value, and end with the room`() async {
        let counts = await Servers().connected()
        #expect(counts.last == 0)
        #expect(counts == counts.sorted(by: >))
    }
}
