// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayInsertingTests {}

extension IdentifiedArrayInsertingTests {
    @Test func `appending returns whether and where`() {
        var tracks = Tracks(1, 2)
        let complaints = diagnostics {
            #expect(tracks.append(Track(id: 3)) == (true, 2))
            #expect(tracks.append(Track(id: 1, title: "other")) == (false, 0))
        }
        #expect(tracks.ids == [1, 2, 3] && tracks[0].title == "track 1")
        #expect(complaints.isEmpty)
    }

    @Test func `appending several reports the duplicates, which would go unnoticed otherwise`() {
        var tracks = Tracks(1)
        let complaints = diagnostics { tracks.append(contentsOf: [2, 1, 3, 2].map { Track(id: $0) }) }
        #expect(tracks.ids == [1, 2, 3])
        #expect(complaints.map(\.identifier) == [.duplicateIdentifier, .duplicateIdentifier])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test func `inserting moves the elements behind`() {
        var tracks = Tracks(1, 2)
        #expect(tracks.insert(Track(id: 3), at: 1) == (true, 1))
        #expect(tracks.insert(Track(id: 2), at: 0) == (false, 2))
        #expect(tracks.insert(Track(id: 4), at: 3) == (true, 3))
        #expect(tracks.ids == [1, 3, 2, 4])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test func `updating or appending returns the previous element`() {
        var tracks = Tracks(1)
        #expect(tracks.updateOrAppend(Track(id: 1, title: "new"))?.title == "track 1")
        #expect(tracks.updateOrAppend(Track(id: 2)) == nil)
        #expect(tracks.elements == [Track(id: 1, title: "new"), Track(id: 2)])
    }

    @Test func `an element can be assigned to a position`() {
        var tracks = Tracks(1, 2)
        tracks[0] = Track(id: 1, title: "assigned")
        #expect(tracks.map(\.title) == ["assigned", "track 2"])
    }

    @Test func `replacing a range may use the identifiers that go, and none that stay`() {
        var tracks = Tracks(1, 2, 3, 4)
        let complaints = diagnostics {
            tracks.replaceSubrange(1...2, with: [3, 5, 4, 5, 1, 6].map { Track(id: $0, title: "new") })
        }
        #expect(tracks.ids == [1, 3, 5, 6, 4])
        #expect(tracks[id: 4]?.title == "track 4" && tracks[id: 3]?.title == "new")
        #expect(complaints.map(\.identifier) == Array(repeating: .duplicateIdentifier, count: 3))
        tracks.replaceSubrange(..<3, with: [])
        #expect(tracks.ids == [6, 4] && tracks.brokenInvariant == nil)
    }
}
