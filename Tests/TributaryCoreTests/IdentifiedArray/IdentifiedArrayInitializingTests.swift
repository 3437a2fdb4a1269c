// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayInitializingTests {}

extension IdentifiedArrayInitializingTests {
    @Test func `a new collection is empty`() {
        #expect(Tracks().isEmpty)
        #expect(IdentifiedArray<String, Track>(id: \.title).isEmpty)
        #expect(([] as Tracks).ids == [])
    }

    @Test func `elements keep their order`() {
        let tracks = Tracks(uniqueElements: [3, 1, 2].map { Track(id: $0) })
        #expect(tracks.ids == [3, 1, 2])
        #expect(tracks.elements.map(\.id) == [3, 1, 2])
        #expect(tracks.brokenInvariant == nil)
    }

    @Test func `a property may identify the elements`() {
        let tracks = IdentifiedArray(
            uniqueElements: [Track(id: 1, title: "a"), Track(id: 1, title: "b")],
            id: \.title
        )
        #expect(tracks.ids == ["a", "b"])
        #expect(tracks[id: "b"] == Track(id: 1, title: "b"))
    }

    @Test func `of elements with one identifier the first is kept, and the others are diagnostics`() {
        var tracks = Tracks()
        let complaints = diagnostics {
            tracks = [
                Track(id: 1, title: "first"), Track(id: 2), Track(id: 1, title: "second"), Track(id: 2),
            ]
        }
        #expect(tracks.elements == [Track(id: 1, title: "first"), Track(id: 2)])
        #expect(complaints.map(\.identifier) == [.duplicateIdentifier, .duplicateIdentifier])
        #expect(complaints.first?.message.contains("identifier 1") == true)
    }

    @Test func `a second element with an identifier is reported with the line that added it`() {
        let line = UInt(#line)
        let complaints = diagnostics {
            var tracks = Tracks(uniqueElements: [Track(id: 1), Track(id: 1)])
            tracks.append(contentsOf: [Track(id: 1)])
            tracks.replaceSubrange(0..<1, with: [Track(id: 2), Track(id: 2)])
            _ = IdentifiedArray(uniqueElements: [3, 3], id: \.self)
        }
        #expect(complaints.map(\.site?.line) == [line + 2, line + 3, line + 4, line + 5])
        #expect(
            complaints.first?.message == """
                Two elements of TributaryCore.IdentifiedArray<Int, TributaryCoreTests.Track> have the identifier 1; \
                the second was left out.
                """
        )
    }

    @Test func `elements with one identifier can be made into one, without a diagnostic`() {
        let numbers = [(1, 10), (2, 20), (1, 30), (1, 40)].map { Track(id: $0.0, samples: [$0.1]) }
        let complaints = diagnostics {
            let tracks = Tracks(numbers) { Track(id: $0.id, samples: $0.samples + $1.samples) }
            #expect(tracks.elements == [Track(id: 1, samples: [10, 30, 40]), Track(id: 2, samples: [20])])
        }
        #expect(complaints.isEmpty)
    }

    @Test func `an error while making elements into one is passed on`() {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try Tracks([Track(id: 1), Track(id: 1)]) { _, _ in throw Refusal() }
        }
    }
}
