// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// Copies are independent; equality, hashing and description see the elements and nothing else.
@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayValueTests {}

extension IdentifiedArrayValueTests {
    private struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let apply: @Sendable (inout Tracks) -> Void
        init(_ name: String, _ apply: @escaping @Sendable (inout Tracks) -> Void) {
            testDescription = name
            self.apply = apply
        }
    }

    private static let changes = [
        Change("id") { $0[id: 1]?.title = "new" },
        Change("position") { $0[0].samples.append(1) },
        Change("modify") { $0.modify(id: 3) { $0.title = "" } },
        Change("update") { $0.updateOrAppend(Track(id: 2, title: "new")) },
        Change("append") { $0.append(Track(id: 4)) },
        Change("insert") { $0.insert(Track(id: 4), at: 0) },
        Change("remove") { $0.remove(id: 2) },
        Change("removeAll where") { $0.removeAll { $0.id == 2 } },
        Change("removeAll") { $0.removeAll(keepingCapacity: true) },
        Change("replace") { $0.replaceSubrange(0..<1, with: [Track(id: 7)]) },
        Change("reverse") { $0.reverse() },
    ]

    @Test(arguments: changes)
    private func `changing a copy leaves the original alone`(change: Change) {
        let original = Tracks(1, 2, 3)
        var copy = original
        change.apply(&copy)
        #expect(copy != original)
        #expect(original.elements == [1, 2, 3].map { Track(id: $0, title: "track \($0)") })
        #expect(original.ids == [1, 2, 3])
        #expect(original.brokenInvariant == nil && copy.brokenInvariant == nil)
    }

    @Test func `equality and hashing see elements and order, and no marks`() {
        var marked = Tracks(1, 2)
        marked[id: 1]?.title = "track 1"
        #expect(marked == Tracks(1, 2) && marked.hashValue == Tracks(1, 2).hashValue)
        #expect(marked != Tracks(2, 1))
        #expect(Set([marked, Tracks(1, 2)]).count == 1)
    }

    @Test func `it prints and reflects like an array`() {
        let names: IdentifiedArray<String, String> = IdentifiedArray(uniqueElements: ["a", "b"], id: \.self)
        #expect(names.description == #"["a", "b"]"#)
        let mirror = Mirror(reflecting: names)
        #expect(mirror.displayStyle == .collection)
        #expect(mirror.children.map { $0.value as? String } == ["a", "b"])
    }

    @Test func `the array of elements shares their memory`() {
        let tracks = Tracks(1, 2)
        let address = tracks.elements.withUnsafeBytes { $0.baseAddress }
        #expect(address == tracks.address)
    }

    @Test func `it crosses isolation when its elements do`() async {
        let tracks = Tracks(1, 2)
        let count = await Task.detached { tracks.count }.value
        #expect(count == 2)
    }
}
