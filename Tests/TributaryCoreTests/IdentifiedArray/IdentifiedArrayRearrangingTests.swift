// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayRearrangingTests {}

extension IdentifiedArrayRearrangingTests {
    @Test(arguments: [
        ([0], 0, [1, 2, 3, 4, 5]), ([0], 1, [1, 2, 3, 4, 5]), ([0], 2, [2, 1, 3, 4, 5]),
        ([0], 5, [2, 3, 4, 5, 1]), ([4], 0, [5, 1, 2, 3, 4]), ([3, 1], 0, [2, 4, 1, 3, 5]),
        ([0, 4], 2, [2, 1, 5, 3, 4]), ([0, 1, 2, 3, 4], 3, [1, 2, 3, 4, 5]), ([], 3, [1, 2, 3, 4, 5]),
        ([1, 1], 5, [1, 3, 4, 5, 2]),
    ])
    func `moving takes elements to before another`(source: [Int], destination: Int, expected: [Int]) {
        var tracks = Tracks(1, 2, 3, 4, 5)
        tracks.move(fromOffsets: source, toOffset: destination)
        #expect(tracks.ids == expected)
        #expect(tracks.map(\.id) == expected && tracks.brokenInvariant == nil)
    }

    @Test func `elements can be reversed and sorted`() {
        var tracks = Tracks(1, 4, 3, 2, 5)
        tracks.reverse()
        #expect(tracks.ids == [5, 2, 3, 4, 1] && tracks.brokenInvariant == nil)
        tracks.sort { $0.id < $1.id }
        #expect(tracks.ids == [1, 2, 3, 4, 5] && tracks.brokenInvariant == nil)
    }

    @Test func `a sort that throws changes nothing`() {
        struct Refusal: Error {}
        var tracks = Tracks(3, 2, 1)
        #expect(throws: Refusal.self) { try tracks.sort { _, _ in throw Refusal() } }
        #expect(tracks.ids == [3, 2, 1])
    }
}
