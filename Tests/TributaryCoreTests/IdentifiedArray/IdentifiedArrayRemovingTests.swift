// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayRemovingTests {}

extension IdentifiedArrayRemovingTests {
    @Test func `removing one gives it back`() {
        var tracks = Tracks(1, 2, 3, 4, 5)
        #expect(tracks.remove(id: 2)?.title == "track 2")
        #expect(tracks.remove(id: 2) == nil)
        #expect(tracks.remove(at: 1).id == 3)
        #expect(tracks.remove(id: 5)?.title == "track 5")
        #expect(tracks.ids == [1, 4] && tracks.brokenInvariant == nil)
    }

    @Test func `removing at the ends`() {
        var tracks = Tracks(1, 2, 3, 4, 5, 6, 7, 8)
        #expect(tracks.removeFirst().id == 1 && tracks.removeLast().id == 8)
        tracks.removeFirst(2)
        tracks.removeLast(2)
        #expect(tracks.ids == [4, 5] && tracks.brokenInvariant == nil)
    }

    @Test func `removing several`() {
        var tracks = Tracks(1, 2, 3, 4, 5, 6, 7, 8, 9)
        tracks.removeAll { $0.id.isMultiple(of: 3) }
        #expect(tracks.ids == [1, 2, 4, 5, 7, 8])
        tracks.remove(atOffsets: [4, 0, 4])
        #expect(tracks.ids == [2, 4, 5, 8] && tracks.brokenInvariant == nil)
        tracks.removeSubrange(1..<3)
        #expect(tracks.ids == [2, 8] && tracks.brokenInvariant == nil)
        tracks.removeSubrange(1...)
        #expect(tracks.ids == [2] && tracks.brokenInvariant == nil)
        tracks.removeAll()
        #expect(tracks.isEmpty && tracks.brokenInvariant == nil)
    }

    @Test func `removing all can keep the memory`() {
        var tracks = Tracks(1, 2, 3)
        let address = tracks.address
        tracks.removeAll(keepingCapacity: true)
        tracks.append(Track(id: 1))
        #expect(tracks.address == address && tracks.ids == [1])
    }

    @Test func `when the predicate throws, nothing is removed`() {
        struct Refusal: Error {}
        var tracks = Tracks(1, 2, 3)
        #expect(throws: Refusal.self) {
            try tracks.removeAll { track in
                if track.id == 3 { throw Refusal() }
                return true
            }
        }
        #expect(tracks.ids == [1, 2, 3] && tracks.brokenInvariant == nil)
    }

    @Test func `removing several is one pass: each element costs a constant number of hashes`() {
        // A dictionary hashes a few neighbors again for each key it removes.
        let full = IdentifiedArray(uniqueElements: (0..<1_000).map(CountedElement.init))
        var odd = full
        #expect(CountedID.hashes { odd.removeAll { !$0.id.number.isMultiple(of: 2) } } <= 10_000)
        #expect(odd.count == 500 && odd.brokenInvariant == nil)
        var few = full
        #expect(CountedID.hashes { few.remove(atOffsets: stride(from: 0, to: 1_000, by: 3)) } <= 10_000)
        #expect(few.count == 666 && few.brokenInvariant == nil)
        var end = full
        _ = end.removeLast()
        #expect(CountedID.hashes { end.removeLast(10) } <= 200)
        var same = full
        #expect(CountedID.hashes { same.removeAll { _ in false } } == 0)
    }

    @Test func `finding, changing and appending cost one hash, whatever the size`() {
        var elements = IdentifiedArray(uniqueElements: (0..<1_000).map(CountedElement.init))
        elements.reserveCapacity(2_000)
        let id = CountedID(number: 500)
        #expect(CountedID.hashes { _ = elements[id: id] } == 1)
        #expect(CountedID.hashes { elements[id: id]?.value = 1 } == 1)
        #expect(CountedID.hashes { elements.modify(id: id) { $0.value = 2 } } == 1)
        #expect(CountedID.hashes { elements[500].value = 3 } == 0)
        #expect(CountedID.hashes { elements.append(CountedElement(1_000)) } == 1)
    }
}
