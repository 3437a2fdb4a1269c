// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// The changes that a collection reports to a reader, since the version that it read.
@Suite(.timeLimit(.minutes(30)))
struct ChangesTests {}

extension ChangesTests {
    private func read(_ count: Int = 10) -> (tracks: Tracks, version: ChangeStamp) {
        let tracks = Tracks(uniqueElements: (0..<count).map { Track(id: $0) })
        return (tracks, tracks.log.version)
    }

    @Test func `one changed row is exactly that row`() {
        for id in 0..<10 {
            var (tracks, version) = read()
            tracks[id: id]?.title = "new"
            #expect(tracks.log.changes(since: version) == [id])
            version = tracks.log.version
            #expect(tracks.log.changes(since: version) == [])
            tracks.modify(id: id) { $0.title = "newer" }
            tracks[id].title = "newest"
            #expect(tracks.log.changes(since: version) == [id])
        }
    }

    @Test func `reading, and changing a missing element, is not a change`() {
        var (tracks, version) = read()
        _ = (tracks[id: 1]?.title, tracks[2], tracks.ids, tracks.elements, tracks.filter { $0.id > 3 })
        tracks[id: 99]?.title = "nobody"
        tracks.remove(id: 99)
        tracks.append(Track(id: 1))
        tracks.sort { $0.id < $1.id }
        tracks.removeAll { _ in false }
        tracks.move(fromOffsets: [1], toOffset: 2)
        #expect(tracks.log.version == version && tracks.log.changes(since: version) == [])
    }

    @Test func `added and removed rows are reported, also by a collection that began empty`() {
        var (tracks, version) = read()
        tracks.append(Track(id: 20))
        tracks.remove(id: 3)
        #expect(tracks.log.changes(since: version) == [20, 3])
        version = tracks.log.version
        tracks = tracks.filter { $0.id != 5 }
        #expect(tracks.log.changes(since: version) == [5])
        var empty = Tracks()
        version = empty.log.version
        #expect(Tracks().log.changes(since: version) == [])
        empty.append(Track(id: 1))
        #expect(empty.log.changes(since: version) == [1])
        #expect(read().tracks.log.changes(since: version) == nil)
    }

    @Test func `a changed identifier is a change of both`() {
        var (tracks, version) = read()
        DiagnosticReporter.$current.withValue(.silent) { tracks[id: 4]?.id = 40 }
        #expect(tracks.log.changes(since: version) == [4, 40])
    }

    @Test func `for the version of another collection, everything may have changed`() {
        var (tracks, version) = read()
        #expect(read().tracks.log.changes(since: version) == nil)
        let old = tracks
        tracks[id: 1]?.title = "new"
        #expect(old.log.changes(since: tracks.log.version) == nil)
        tracks.removeAll()
        #expect(tracks.log.changes(since: version) == nil)
        version = tracks.log.version
        #expect(tracks.log.changes(since: version) == [])
    }

    @Test func `a copy that was changed and assigned back reports its changes`() {
        var (tracks, version) = read()
        tracks[id: 1]?.title = "new"
        var copy = tracks
        copy[id: 2]?.title = "new"
        #expect(tracks.log.changes(since: version) == [1])
        tracks[id: 3]?.title = "new"
        #expect(copy.log.changes(since: tracks.log.version) == nil)
        tracks = copy
        #expect(tracks.log.changes(since: version) == [1, 2])
    }

    @Test func `a reader looks at fewer than twice as many rows as there were changes`() {
        for (count, distinct) in [(10, 3), (1_000, 7), (1_000, 200), (100, 100)] {
            var (tracks, version) = read(count)
            for round in 0..<5_000 {
                tracks[id: round % distinct]?.samples = [round]
                let changed = min(round + 1, distinct)
                // The changes that are kept are more than half as many as there are elements.
                if let ids = tracks.log.changes(since: version) {
                    #expect(Array(ids) == Array(0..<changed))
                } else {
                    #expect(count < 2 * (round + 1))
                }
            }
            #expect(tracks.log.ids.count <= 33 + count)
            version = tracks.log.version
            tracks[id: 5]?.title = "again"
            #expect(tracks.log.changes(since: version) == [5])
        }
    }

    @Test func `changing one row repeatedly reports only that row`() {
        var (tracks, version) = read(1_000)
        for count in 0..<5_000 {
            tracks[id: 5]?.title = "\(count)"
            #expect(tracks.log.version != version)
            #expect(tracks.log.changes(since: version) == [5])
            version = tracks.log.version
        }
    }

    @Test func `of older changes that are dropped, the last version is still known`() {
        var log = ChangeLog<Int>()
        let versions = (0...32).map { id in
            log.note(id, among: 0)
            return log.version
        }
        #expect(log.ids == Array(16...32))
        #expect(log.changes(since: versions[14]) == nil)
        #expect(log.changes(since: versions[15]).map { Array($0) } == Array(16...32))
    }

    @Test func `the arrangement is the same until an identifier is added, moved or removed`() {
        var (tracks, _) = read()
        let arrangement = tracks.arrangement
        tracks[id: 1]?.title = "new"
        tracks[2].title = "new"
        tracks.updateOrAppend(Track(id: 3))
        tracks.append(Track(id: 4))
        #expect(tracks.arrangement == arrangement)
        let earlier = tracks
        tracks.move(fromOffsets: [1], toOffset: 0)
        #expect(tracks.arrangement != arrangement)
        tracks = earlier
        tracks.remove(id: 1)
        #expect(tracks.arrangement != arrangement)
        tracks.append(Track(id: 1))
        #expect(tracks.arrangement != arrangement)
        #expect(earlier.arrangement == arrangement)
    }
}
