// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Thousands of random changes, each compared with the naive model.
@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayModelTests {
    private let seed = UInt64.random(in: .min ... .max)
}

extension IdentifiedArrayModelTests {
    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func `after every change it equals the naive model, and is consistent`(fixed: UInt64?) {
        let seed = fixed ?? self.seed
        var random = SeededGenerator(seed: seed)
        var current = ModelledTracks()
        var copies: [ModelledTracks] = []
        DiagnosticReporter.$current.withValue(.silent) {
            for step in 0..<amount(6_000, inDebug: 3_000) {
                let before = current
                let change = current.change(using: &random)
                let problem = difference(current) ?? difference(before).map { "copy: \($0)" }
                guard problem == nil else {
                    Issue.record("seed \(seed), step \(step), \(change): \(problem ?? "")")
                    return
                }
                // Sometimes keep a copy, and sometimes go on with one.
                if random.chance(2) { copies.append(before) }
                if random.chance(2) { current = copies.randomElement(using: &random) ?? current }
            }
            for copy in copies { #expect(difference(copy) == nil, "seed \(seed), a copy") }
        }
    }

    private func difference(_ tracks: ModelledTracks) -> String? {
        let (array, model) = (tracks.array, tracks.model)
        if let broken = array.brokenInvariant { return broken }
        if array.elements != model.tracks { return "\(array) is not \(model.tracks)" }
        if array.ids != model.keys { return "identifiers \(array.ids) are not \(model.keys)" }
        if Set(array.ids).count != array.count { return "identifiers \(array.ids) are not unique" }
        for key in RandomChange.identifiers {
            if array[id: key] != model[key: key] { return "\(key) is \(String(describing: array[id: key]))" }
            if array.index(id: key) != model.position(of: key) { return "\(key) lies elsewhere" }
        }
        return nil
    }
}
