// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// A cursor in the log of a collection reports all later changes, whatever the current value is.
@Suite(.timeLimit(.minutes(30)))
struct ChangeCursorTests {
    @Test(arguments: 0..<UInt64(amount(100, inDebug: 40)))
    func `no change since a place is missed`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var rows = IdentifiedArray<Int, Track>()
        var copies: [IdentifiedArray<Int, Track>] = []
        var told = 0
        _ = rows.markObserved()
        var cursor = try #require(rows.cursor)
        var known = rows
        for _ in 0..<400 {
            for _ in 0..<generator.number(1..<4) { change(&rows, &copies, using: &generator) }
            // Another reader, which marks: less often, and not at the same moments.
            if generator.chance(20) { _ = rows.markObserved() }
            // This one must be correct now, but may read again later.
            let changed = changedIDs(known, rows)
            if let ids = rows.changes(after: cursor) {
                #expect(changed.isSubset(of: ids))
                if !rows.mayHaveChanged(after: cursor) { #expect(changed.isEmpty) }
                told += 1
            }
            let all = Set(known.ids).union(rows.ids)
            var quick: Set<Int> = []
            if rows.allChanges(
                after: cursor,
                satisfy: { id in
                    quick.insert(id)
                    return true
                }
            ) {
                #expect(changed.intersection(all).isSubset(of: quick))
            }
            guard generator.chance(70) else { continue }
            if rows.cursor == nil { _ = rows.markObserved() }
            cursor = try #require(rows.cursor)
            known = rows
        }
        #expect(told > 100, "Most changes are told one by one")
    }

    @Test func `changing one row repeatedly reports only that row`() throws {
        var rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Track(id: $0) })
        _ = rows.markObserved()
        var cursor = try #require(rows.cursor)
        for count in 0..<1_000 {
            rows[id: 5]?.title = "\(count)"
            #expect(rows.mayHaveChanged(after: cursor))
            #expect(rows.changes(after: cursor) == [5])
            cursor = try #require(rows.cursor)
            #expect(!rows.mayHaveChanged(after: cursor))
        }
    }

    private func changedIDs(
        _ old: IdentifiedArray<Int, Track>,
        _ new: IdentifiedArray<Int, Track>
    ) -> Set<Int> {
        Set(old.ids).union(new.ids).filter { old[id: $0] != new[id: $0] }
    }

    private func change(
        _ rows: inout IdentifiedArray<Int, Track>,
        _ copies: inout [IdentifiedArray<Int, Track>],
        using generator: inout TributaryTestSupport.SeededGenerator
    ) {
        let id = generator.number(0..<40)
        switch generator.number(0..<24) {
        case 0: copies = Array((copies + [rows]).suffix(3))
        case 1: if let copy = copies.randomElement(using: &generator) { rows = copy }
        case 2:
            // An independent copy, which may be assigned back.
            if !copies.isEmpty { copies[0][id: id]?.title = "copy \(generator.number(0..<100))" }
        case 3: rows.remove(id: id)
        case 4: rows.reverse()
        case 5 where generator.chance(10): rows.removeAll { $0.id % 3 == 0 }
        case 6...10: rows.append(Track(id: id))
        default: rows[id: id]?.title = "\(generator.number(0..<100))"
        }
    }
}
