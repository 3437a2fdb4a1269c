// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// An element that changes its identifier inside the collection is a mistake, and nothing is lost by it.
@Suite(.timeLimit(.minutes(30)))
struct IdentifierChangeTests {}

extension IdentifierChangeTests {
    /// The ways to an element in place.
    enum Way: CaseIterable { case optional, position, modifying, assigningID, assigningPosition }

    private func rename(_ id: Int, to new: Int, in tracks: inout Tracks, by way: Way) {
        let position = tracks.index(id: id) ?? -1
        switch way {
        case .optional: tracks[id: id]?.id = new
        case .position: tracks[position].id = new
        case .modifying: tracks.modify(id: id) { $0.id = new }
        case .assigningID: tracks[id: id] = Track(id: new, title: tracks[position].title)
        case .assigningPosition: tracks[position] = Track(id: new, title: tracks[position].title)
        }
    }

    @Test(arguments: Way.allCases)
    func `the element keeps its position, and is found under its new identifier`(way: Way) {
        var tracks = Tracks(1, 2, 3)
        let complaints = diagnostics { rename(2, to: 9, in: &tracks, by: way) }
        #expect(tracks.ids == [1, 9, 3])
        #expect(tracks[id: 9] == Track(id: 9, title: "track 2") && tracks[id: 2] == nil)
        #expect(complaints.map(\.identifier) == [.identifierChanged])
        #expect(complaints.first?.message.contains("reachable under the new one") == true)
        #expect(tracks.brokenInvariant == nil)
    }

    @Test(arguments: Way.allCases)
    func `when the new identifier is another's, both are kept, each under the identifier it had`(way: Way) {
        var tracks = Tracks(1, 2, 3)
        let complaints = diagnostics { rename(2, to: 3, in: &tracks, by: way) }
        #expect(tracks.ids == [1, 2, 3])
        #expect(tracks[id: 2] == Track(id: 3, title: "track 2"))
        #expect(tracks[id: 3] == Track(id: 3, title: "track 3"))
        #expect(complaints.map(\.identifier) == [.identifierChanged])
        #expect(complaints.first?.message.contains("found under 2") == true)
        #expect(tracks.brokenInvariant == nil)
    }

    @Test(arguments: Way.allCases)
    func `elements that exchange their identifiers are each found under the one they have`(way: Way) {
        var tracks = Tracks(1, 2, 3)
        let complaints = diagnostics {
            rename(1, to: 3, in: &tracks, by: way)
            rename(3, to: 1, in: &tracks, by: way)
        }
        #expect(tracks.ids == [3, 2, 1])
        #expect(tracks.map(\.title) == ["track 1", "track 2", "track 3"])
        #expect(complaints.map(\.identifier) == [.identifierChanged, .identifierChanged])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test(arguments: Way.allCases)
    func `elements that pass their identifiers on in a circle are each found under the one they have`(
        way: Way
    ) {
        var tracks = Tracks(1, 2, 3, 4)
        let complaints = diagnostics {
            rename(1, to: 2, in: &tracks, by: way)
            rename(2, to: 3, in: &tracks, by: way)
            rename(3, to: 4, in: &tracks, by: way)
            rename(4, to: 1, in: &tracks, by: way)
        }
        #expect(tracks.ids == [2, 3, 4, 1])
        #expect(tracks.map(\.id) == [2, 3, 4, 1])
        #expect(tracks.map(\.title) == ["track 1", "track 2", "track 3", "track 4"])
        #expect(complaints.count >= 4 && tracks.brokenInvariant == nil)
    }

    @Test func `once the identifier is free, the next access finds the element under it`() {
        var tracks = Tracks(1, 2)
        let complaints = diagnostics {
            tracks[id: 1]?.id = 2
            tracks.remove(id: 2)
            tracks[id: 1]?.title = "alone"
        }
        #expect(tracks.ids == [2] && tracks[id: 2]?.title == "alone")
        #expect(complaints.count == 2 && tracks.brokenInvariant == nil)
    }

    @Test func `an element assigned to an identifier that is not its own is appended under its own`() {
        var tracks = Tracks(1)
        let complaints = diagnostics {
            tracks[id: 2] = Track(id: 3)
            tracks[id: 4] = Track(id: 1, title: "late")
        }
        #expect(tracks.ids == [1, 3] && tracks[0].title == "track 1")
        #expect(complaints.map(\.identifier) == [.identifierChanged, .identifierChanged])
        #expect(complaints.last?.message.contains("left out") == true)
        #expect(tracks.brokenInvariant == nil)
    }

    @Test func `a reference that changes its identifier unseen leaves the collection whole`() {
        final class Node: Identifiable {
            var id: Int
            init(id: Int) { self.id = id }
        }
        let node = Node(id: 1)
        var nodes: IdentifiedArray = [node, Node(id: 2), Node(id: 3)]
        node.id = 3
        nodes.remove(id: 2)
        nodes.reverse()
        #expect(nodes.ids == [3, 1] && nodes[id: 1] === node && nodes.brokenInvariant == nil)
        #expect(nodes.remove(id: 1) === node && nodes.ids == [3] && nodes.brokenInvariant == nil)
    }
}
