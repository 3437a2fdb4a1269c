// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The law of the change log: whatever happens to a collection, no changed element goes unreported.
@Suite(.timeLimit(.minutes(30)))
struct ChangesModelTests {
    /// An observer's memory: its last stamps, and, for the test, its last value.
    private struct Observer {
        var stamp: ChangeStamp
        var membership: ChangeStamp
        var arrangement: ChangeStamp
        var seen: NaiveTracks

        init(_ tracks: inout ModelledTracks) {
            stamp = tracks.array.markObserved()
            membership = tracks.array.membershipStamp
            arrangement = tracks.array.arrangementStamp
            seen = tracks.model
        }

        /// A change that was not reported; `nil` if there is none.
        func unreported(_ tracks: ModelledTracks) -> String? {
            let (array, model) = (tracks.array, tracks.model)
            if membership == array.membershipStamp, Set(seen.keys) != Set(model.keys) { return "membership" }
            if arrangement == array.arrangementStamp, seen.keys != model.keys { return "arrangement" }
            let differing = RandomChange.identifiers.filter { seen[key: $0] != model[key: $0] }
            switch array.changes(since: stamp) {
            case .everything: return nil
            case .none: return seen == model ? nil : "\(differing), or their arrangement"
            case .elements(let ids, let rearranged):
                if Set(ids).count != ids.count { return "repetitions in \(ids)" }
                if !rearranged, seen.keys != model.keys { return "another arrangement" }
                let missing = differing.filter { !ids.contains($0) }
                return missing.isEmpty ? nil : "\(missing)"
            }
        }
    }

    /// A reader of the log that does not mark: its position, and, for the test, its last value.
    private struct Reader {
        var cursor: ChangeCursor?
        var seen: NaiveTracks

        init(_ tracks: ModelledTracks) {
            cursor = tracks.array.cursor
            seen = tracks.model
        }

        /// A change that was not reported; `nil` if there is none.
        func untold(_ tracks: ModelledTracks) -> String? {
            guard let cursor else { return nil }
            let (array, model) = (tracks.array, tracks.model)
            let differing = Set(RandomChange.identifiers.filter { seen[key: $0] != model[key: $0] })
            if !array.mayHaveChanged(after: cursor), !differing.isEmpty { return "\(differing) at all" }
            if let ids = array.changes(after: cursor), !differing.isSubset(of: ids) {
                return "\(differing.subtracting(ids))"
            }
            var visited: Set<Int> = []
            let isComplete = array.allChanges(after: cursor) { id in
                visited.insert(id)
                return true
            }
            return isComplete && !differing.isSubset(of: visited) ? "\(differing), visited" : nil
        }
    }

    /// A place in a state, with a collection, its observers and its readers.
    private struct Place {
        var tracks = ModelledTracks()
        var observers: [Observer] = []
        var readers: [Reader] = []
    }

    private let seed = UInt64.random(in: .min ... .max)

    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func `every element that differs from an observer's last value is reported`(fixed: UInt64?) {
        let seed = fixed ?? self.seed
        var random = SeededGenerator(seed: seed)
        var places = [Place(), Place()]
        var copies: [ModelledTracks] = []
        for index in places.indices {
            places[index].observers = (0..<2).map { _ in Observer(&places[index].tracks) }
            places[index].readers = (0..<3).map { _ in Reader(places[index].tracks) }
        }
        DiagnosticReporter.$current.withValue(.silent) {
            for step in 0..<amount(10_000, inDebug: 2_500) {
                let index = random.number(0..<2)
                let name = disturb(&places, index, &copies, using: &random)
                for place in places {
                    let problems = place.observers.compactMap { $0.unreported(place.tracks) }
                    let untold = place.readers.compactMap { $0.untold(place.tracks) }
                    guard let problem = (problems + untold).first else { continue }
                    Issue.record("seed \(seed), step \(step), \(name): unreported: \(problem)")
                    return
                }
                if random.chance(20) {
                    let observer = random.number(0..<2)
                    places[index].observers[observer] = Observer(&places[index].tracks)
                }
                // Each reads on at its own pace.
                for reader in 0..<3 where random.chance([60, 10, 1][reader]) {
                    places[index].readers[reader] = Reader(places[index].tracks)
                }
            }
        }
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
            guard !copies.isEmpty else { return "" }
            let copy = random.number(0..<copies.count)
            _ = copies[copy].array.markObserved()
            return "marking a copy"
        case 18..<21:
            (places[0].tracks, places[1].tracks) = (places[1].tracks, places[0].tracks)
            return "swapping"
        case 21..<23:
            places[index].tracks = places[1 - index].tracks
            return "copying the other"
        case 23..<25:
            let anew = Tracks(uniqueElements: places[index].tracks.array)
            places[index].tracks.array = anew
            places[index].tracks.model.pairs = anew.map { NaiveTracks.Pair(key: $0.id, track: $0) }
            return "making anew"
        default:
            return "\(places[index].tracks.change(using: &random))"
        }
    }
}
