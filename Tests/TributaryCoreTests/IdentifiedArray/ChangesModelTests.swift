// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The law of the change log: whatever happens to a collection, no changed element goes unreported.
@Suite(.timeLimit(.minutes(30)))
struct ChangesModelTests {
    /// A reader's memory: the version and the arrangement that it read, and, for the test, the value.
    private struct Reader {
        var version: ChangeStamp
        var arrangement: ChangeStamp
        var seen: NaiveTracks

        init(_ tracks: ModelledTracks) {
            version = tracks.array.log.version
            arrangement = tracks.array.arrangement
            seen = tracks.model
        }

        /// A change that was not reported; `nil` if there is none.
        func unreported(_ tracks: ModelledTracks) -> String? {
            let (array, model) = (tracks.array, tracks.model)
            if arrangement == array.arrangement, seen.keys != model.keys { return "arrangement" }
            let differing = RandomChange.identifiers.filter { seen[key: $0] != model[key: $0] }
            if version == array.log.version, !differing.isEmpty { return "\(differing) at all" }
            guard let ids = array.log.changes(since: version) else { return nil }
            if Set(ids).count != ids.count { return "repetitions in \(ids)" }
            let missing = differing.filter { !ids.contains($0) }
            return missing.isEmpty ? nil : "\(missing)"
        }

        func isTold(_ tracks: ModelledTracks) -> Bool { tracks.array.log.changes(since: version) != nil }
    }

    /// A place in a state, with a collection and its readers.
    private struct Place {
        var tracks = ModelledTracks()
        var readers: [Reader] = []
    }

    private let seed = UInt64.random(in: .min ... .max)
}

extension ChangesModelTests {
    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func `every element that differs from a reader's last value is reported`(fixed: UInt64?) {
        let seed = fixed ?? self.seed
        var random = SeededGenerator(seed: seed)
        var places = [Place(), Place()]
        var copies: [ModelledTracks] = []
        for index in places.indices {
            places[index].readers = (0..<3).map { _ in Reader(places[index].tracks) }
        }
        let steps = amount(10_000, inDebug: 1_500)
        var told = 0
        DiagnosticReporter.$current.withValue(.silent) {
            for step in 0..<steps {
                let index = random.number(0..<2)
                let name = disturb(&places, index, &copies, using: &random)
                for place in places {
                    told += place.readers.count { $0.isTold(place.tracks) }
                    let problems = place.readers.compactMap { $0.unreported(place.tracks) }
                    guard let problem = problems.first else { continue }
                    Issue.record("seed \(seed), step \(step), \(name): unreported: \(problem)")
                    return
                }
                // Each reads on at its own pace.
                for reader in 0..<3 where random.chance([60, 10, 1][reader]) {
                    places[index].readers[reader] = Reader(places[index].tracks)
                }
            }
        }
        #expect(told > 2 * steps, "Of six readers, two at least are told the changes one by one.")
    }

    /// One change of any kind: within a collection, or of the places of collections.
    private func disturb(
        _ places: inout [Place],
        _ index: Int,
        _ copies: inout [ModelledTracks],
        using random: inout TributaryTestSupport.SeededGenerator
    ) -> String {
        switch random.number(0..<100) {
        case 0..<5:
            copies.append(places[index].tracks)
            if copies.count > 20 { copies.remove(at: random.number(0..<20)) }
            return "keeping a copy"
        case 5..<10:
            guard let copy = copies.randomElement(using: &random) else { return "" }
            places[index].tracks = copy
            return "putting a copy back"
        case 10..<15:
            guard !copies.isEmpty else { return "" }
            let copy = random.number(0..<copies.count)
            return "changing a copy: \(copies[copy].change(using: &random))"
        case 15..<18:
            (places[0].tracks, places[1].tracks) = (places[1].tracks, places[0].tracks)
            return "swapping"
        case 18..<20:
            places[index].tracks = places[1 - index].tracks
            return "copying the other"
        case 20..<22:
            let anew = Tracks(uniqueElements: places[index].tracks.array)
            places[index].tracks.array = anew
            places[index].tracks.model.pairs = anew.map { NaiveTracks.Pair(key: $0.id, track: $0) }
            return "making anew"
        default:
            return "\(places[index].tracks.change(using: &random))"
        }
    }
}
