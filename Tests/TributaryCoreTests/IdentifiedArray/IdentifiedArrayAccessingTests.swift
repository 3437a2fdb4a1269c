// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayAccessingTests {}

extension IdentifiedArrayAccessingTests {
    @Test func `an element is found by identifier and by position`() {
        let tracks = Tracks(5, 7, 9)
        #expect(tracks[id: 7]?.title == "track 7")
        #expect(tracks[1].id == 7)
        #expect(tracks.index(id: 9) == 2)
        #expect(tracks.contains(id: 5) && !tracks.contains(id: 6))
        #expect(tracks[id: 6] == nil && tracks.index(id: 6) == nil)
        #expect(tracks.count == 3 && tracks.indices == 0..<3)
    }

    @Test func `assigning by identifier replaces, appends and removes`() {
        var tracks = Tracks(1, 2, 3)
        tracks[id: 2] = Track(id: 2, title: "new")
        #expect(tracks[1].title == "new")
        tracks[id: 4] = Track(id: 4)
        #expect(tracks.ids == [1, 2, 3, 4])
        tracks[id: 1] = nil
        tracks[id: 9] = nil
        #expect(tracks.ids == [2, 3, 4])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test(arguments: 1...4)
    func `changing through the optional can replace, remove, append, or do nothing`(id: Int) {
        func change(_ track: inout Track?, to value: Track?) { track = value }
        var tracks = Tracks(1, 2, 3, 4)
        change(&tracks[id: id], to: Track(id: id, title: "new"))
        #expect(tracks.ids == [1, 2, 3, 4] && tracks[id: id]?.title == "new")
        change(&tracks[id: id], to: nil)
        #expect(tracks.ids == [1, 2, 3, 4].filter { $0 != id })
        change(&tracks[id: id], to: nil)
        #expect(tracks.count == 3)
        change(&tracks[id: id], to: Track(id: id))
        #expect(tracks.ids == [1, 2, 3, 4].filter { $0 != id } + [id])
        tracks[id: 9]?.title = "nobody"
        #expect(tracks.count == 4 && tracks.brokenInvariant == nil)
    }

    @Test func `modifying returns the result of the closure, or nil without an element`() {
        var tracks = Tracks(1, 2)
        let title = tracks.modify(id: 2) { track in
            track.title += "!"
            return track.title
        }
        #expect(title == "track 2!")
        #expect(tracks.modify(id: 3) { $0.title = "" } == nil)
    }

    @Test func `an access that ends with an error leaves the collection whole`() {
        struct Refusal: Error {}
        func refuse(_ track: inout Track) throws {
            track.title = "touched"
            throw Refusal()
        }
        func refuse(_ track: inout Track?) throws {
            track?.title = "touched"
            throw Refusal()
        }
        var tracks = Tracks(1, 2, 3)
        #expect(throws: Refusal.self) { try tracks.modify(id: 1) { try refuse(&$0) } }
        #expect(throws: Refusal.self) { try refuse(&tracks[id: 2]) }
        #expect(throws: Refusal.self) { try refuse(&tracks[2]) }
        #expect(tracks.ids == [1, 2, 3])
        #expect(tracks.map(\.title) == ["touched", "touched", "touched"])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test func `it is a collection of its elements`() {
        let tracks = Tracks(1, 2, 3)
        #expect(tracks.reversed().map(\.id) == [3, 2, 1])
        #expect(tracks[1...].map(\.id) == [2, 3])
        #expect(tracks.first?.id == 1 && tracks.last?.id == 3)
        let kept: Tracks = tracks.filter { $0.id != 2 }
        #expect(kept == Tracks(1, 3) && kept[id: 3] != nil && kept.brokenInvariant == nil)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `a position out of range stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = Tracks(1)[1] }
        await #expect(processExitsWith: .failure) {
            var tracks = Tracks(1)
            tracks[1].title = ""
        }
        await #expect(processExitsWith: .failure) {
            var tracks = Tracks(1)
            tracks.insert(Track(id: 1), at: 2)
        }
        await #expect(processExitsWith: .failure) {
            var tracks = Tracks(1)
            tracks.remove(atOffsets: [0, 1])
        }
        await #expect(processExitsWith: .failure) {
            var tracks = Tracks(1)
            tracks.move(fromOffsets: [-1], toOffset: 0)
        }
        await #expect(processExitsWith: .failure) {
            var tracks = Tracks()
            tracks.removeFirst()
        }
    }
    #endif
}
