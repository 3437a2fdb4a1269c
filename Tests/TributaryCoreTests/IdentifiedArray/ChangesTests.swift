// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// The changes that a collection reports since it was read.
@Suite(.timeLimit(.minutes(30)))
struct ChangesTests {
    private func observed(_ count: Int = 10) -> (tracks: Tracks, stamp: ChangeStamp) {
        var tracks = Tracks(uniqueElements: (0..<count).map { Track(id: $0) })
        let stamp = tracks.markObserved()
        return (tracks, stamp)
    }

    @Test func `one changed row is exactly that row`() {
        for id in 0..<10 {
            var (tracks, stamp) = observed()
            tracks[id: id]?.title = "new"
            #expect(tracks.changes(since: stamp) == .elements([id], rearranged: false))
            stamp = tracks.markObserved()
            #expect(tracks.changes(since: stamp) == .none)
            tracks.modify(id: id) { $0.title = "newer" }
            tracks[id].title = "newest"
            #expect(tracks.changes(since: stamp) == .elements([id], rearranged: false))
        }
    }

    @Test func `reading, and changing a missing element, is not a change`() {
        var (tracks, stamp) = observed()
        _ = (tracks[id: 1]?.title, tracks[2], tracks.ids, tracks.elements, tracks.filter { $0.id > 3 })
        tracks[id: 99]?.title = "nobody"
        tracks.remove(id: 99)
        tracks.append(Track(id: 1))
        tracks.sort { $0.id < $1.id }
        tracks.removeAll { _ in false }
        tracks.move(fromOffsets: [1], toOffset: 2)
        #expect(tracks.changes(since: stamp) == .none)
        #expect(tracks.markObserved() == stamp)
    }

    @Test func `added and removed rows are reported as such, with another arrangement`() {
        var (tracks, stamp) = observed()
        tracks.append(Track(id: 20))
        tracks.remove(id: 3)
        #expect(tracks.changes(since: stamp) == .elements([20, 3], rearranged: true))
        stamp = tracks.markObserved()
        tracks = tracks.filter { $0.id != 5 }
        #expect(tracks.changes(since: stamp) == .elements([5], rearranged: true))
        stamp = tracks.markObserved()
        tracks.reverse()
        #expect(tracks.changes(since: stamp) == .elements([], rearranged: true))
    }

    @Test func `a changed identifier is a change of both`() {
        var (tracks, stamp) = observed()
        DiagnosticReporter.$current.withValue(.silent) { tracks[id: 4]?.id = 40 }
        #expect(tracks.changes(since: stamp) == .elements([4, 40], rearranged: true))
        stamp = tracks.markObserved()
    }

    @Test func `without a mark, and for an unknown stamp, everything may have changed`() {
        let (tracks, stamp) = observed()
        #expect(Tracks(1).changes(since: stamp) == .everything)
        #expect(observed().tracks.changes(since: stamp) == .everything)
        #expect(tracks.changes(since: stamp) == .none)
    }

    @Test func `an old copy put back is everything`() {
        var (tracks, _) = observed()
        let old = tracks
        tracks[id: 1]?.title = "new"
        let stamp = tracks.markObserved()
        tracks = old
        #expect(tracks.changes(since: stamp) == .everything)
    }

    @Test func `a copy that was changed and assigned back reports its changes`() {
        var (tracks, stamp) = observed()
        tracks[id: 1]?.title = "new"
        var copy = tracks
        copy[id: 2]?.title = "new"
        #expect(tracks.changes(since: stamp) == .elements([1], rearranged: false))
        tracks = copy
        #expect(tracks.changes(since: stamp) == .elements([1, 2], rearranged: false))
    }

    @Test func `swapped collections count as changed for observers of the other`() {
        var (first, firstStamp) = observed()
        var (second, secondStamp) = observed()
        swap(&first, &second)
        #expect(first.changes(since: firstStamp) == .everything)
        #expect(second.changes(since: secondStamp) == .everything)
        swap(&first, &second)
        #expect(first.changes(since: firstStamp) == .none)
        firstStamp = first.markObserved()
        secondStamp = second.markObserved()
        #expect(firstStamp != secondStamp)
    }

    @Test func `two observers of one collection both receive exactly the changes`() {
        var (tracks, first) = observed()
        var second = tracks.markObserved()
        for id in 0..<10 {
            tracks[id: id]?.title = "new"
            #expect(tracks.changes(since: first) == .elements([id], rearranged: false))
            first = tracks.markObserved()
            #expect(tracks.changes(since: second) == .elements([id], rearranged: false))
            second = tracks.markObserved()
        }
    }

    @Test func `the same rows changed over and over stay a short list`() {
        var (tracks, stamp) = observed(1_000)
        for round in 0..<10_000 { tracks[id: round % 7]?.samples = [round] }
        #expect(tracks.changes(since: stamp) == .elements(Array(0..<7), rearranged: false))
        for id in 0..<200 { tracks[id: id]?.title = "new" }
        #expect(tracks.changes(since: stamp) == .elements(Array(0..<200), rearranged: false))
        for id in 1_000..<3_000 {
            tracks.append(Track(id: id))
            tracks.remove(id: id)
        }
        #expect(tracks.changes(since: stamp) == .everything)
        stamp = tracks.markObserved()
        tracks[id: 5]?.title = "again"
        #expect(tracks.changes(since: stamp) == .elements([5], rearranged: false))
    }

    @Test func `emptying is everything`() {
        var (tracks, stamp) = observed()
        tracks.removeAll()
        #expect(tracks.changes(since: stamp) == .everything)
        stamp = tracks.markObserved()
        #expect(tracks.changes(since: stamp) == .none)
    }

    @Test func `membership is the same until an identifier is added or removed`() {
        var (tracks, _) = observed()
        let (membership, arrangement) = (tracks.membershipStamp, tracks.arrangementStamp)
        tracks[id: 1]?.title = "new"
        tracks[2].title = "new"
        tracks.updateOrAppend(Track(id: 3))
        tracks.append(Track(id: 4))
        #expect(tracks.membershipStamp == membership && tracks.arrangementStamp == arrangement)
        let earlier = tracks
        tracks.swapAt(0, 1)
        #expect(tracks.membershipStamp == membership && tracks.arrangementStamp != arrangement)
        tracks.remove(id: 1)
        #expect(tracks.membershipStamp != membership)
        tracks.append(Track(id: 1))
        #expect(tracks.membershipStamp != membership)
        tracks = earlier
        #expect(tracks.membershipStamp == membership && tracks.arrangementStamp == arrangement)
    }
}
