// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// Law 9 for rows: changing an element copies neither the collection nor the element's storage.
@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayInPlaceTests {}

extension IdentifiedArrayInPlaceTests {
    private struct Album {
        var name = ""
        var tracks: Tracks
    }

    /// An album that nothing else refers to.
    private func makeAlbum() -> Album {
        var album = Album(tracks: [])
        for id in 0..<4 { album.tracks.append(Track(id: id, samples: Array(repeating: id, count: 100))) }
        return album
    }

    private func expectInPlace(
        _ change: (inout Album) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var album = makeAlbum()
        let elements = album.tracks.address
        let samples = album.tracks.map(\.address)
        for _ in 0..<3 { change(&album) }
        #expect(album.tracks.address == elements, sourceLocation: sourceLocation)
        #expect(album.tracks.map(\.address) == samples, sourceLocation: sourceLocation)
        #expect(album.tracks.contains { $0.samples.contains(-1) }, sourceLocation: sourceLocation)
    }

    @Test func `by identifier, through the optional chain`() {
        for id in 0..<4 { expectInPlace { $0.tracks[id: id]?.samples[0] = -1 } }
    }

    @Test func `by identifier, in a closure`() {
        for id in 0..<4 { expectInPlace { $0.tracks.modify(id: id) { $0.samples[0] = -1 } } }
    }

    @Test func `by position`() {
        for position in 0..<4 { expectInPlace { $0.tracks[position].samples[0] = -1 } }
    }

    @Test func `behind a key path to the collection`() {
        // A key path that continues through a subscript is different: it reads, changes, and writes back.
        let tracks: WritableKeyPath<Album, Tracks> = \.tracks
        expectInPlace { $0[keyPath: tracks][id: 2]?.samples[0] = -1 }
        expectInPlace { $0[keyPath: tracks][2].samples[0] = -1 }
    }

    @Test func `through a function that takes the optional`() {
        func silence(_ track: inout Track?) { track?.samples[0] = -1 }
        expectInPlace { silence(&$0.tracks[id: 1]) }
    }

    @Test func `rearranging and removing keep the storage of the elements`() {
        var album = makeAlbum()
        let samples = Dictionary(uniqueKeysWithValues: album.tracks.map { ($0.id, $0.address) })
        album.tracks.reverse()
        album.tracks.removeAll { $0.id == 1 }
        album.tracks.move(fromOffsets: [0], toOffset: 3)
        #expect(album.tracks.count == 3)
        for index in album.tracks.indices { album.tracks[index].samples[0] = -1 }
        for track in album.tracks { #expect(samples[track.id] == track.address) }
    }
}
