// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

/// Every modifier and container behaves inside every other one as it does outside.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EnginePairTests {}

extension EnginePairTests {
    /// A modifier or a container, to be put around reducers.
    enum Piece: String, CaseIterable, Sendable {
        case stored, alias, modified, optional, created, detail, sheet, rows, pages, loop
        case filter, mark, answer, effect, one, each, keyed, dependency, erased, body, combined
        case wrapped, twice

        var slot: EngineSlot? { EngineSlot(rawValue: rawValue) }

        /// The piece around a tree.
        ///
        /// - Parameters:
        ///   - tree: The content.
        ///   - number: Identifies pieces.
        /// - Returns: Both.
        func around(_ tree: EngineTree, _ number: Int) -> EngineTree {
            switch self {
            case .stored, .alias, .modified:
                .combined([.scope(number, slot ?? .stored, tree), .own(number + 1)])
            case .optional, .created, .detail, .sheet, .rows, .pages:
                .attach(.own(number + 1), number, slot ?? .rows, tree)
            case .loop: .loop(number, tree)
            case .filter: .combined([.filter(number, tree), .own(number + 1)])
            case .mark: .change(tree, number, EngineChange(isCount: true, answer: .mark))
            case .answer: .change(tree, number, EngineChange(isCount: true, answer: .send))
            case .effect: .change(tree, number, EngineChange(isCount: false, answer: .run))
            case .one: .feedback(tree, number, .one)
            case .each: .feedback(tree, number, .each)
            case .keyed: .feedback(tree, number, .keyed)
            case .dependency: .combined([.dependency(tree, number), .feature(number + 1)])
            case .erased: .erased(tree)
            case .body: .body(tree)
            case .combined: .combined([tree, .own(number + 1)])
            case .wrapped: .combined([.wrapped(tree, number), .own(number + 1)])
            case .twice: .combined([.wrapped(tree, number + 1), .own(number + 2)])
            }
        }
    }

    @Test(arguments: Piece.allCases)
    func `a piece around any other behaves like the naive model`(outer: Piece) {
        for (index, inner) in Piece.allCases.enumerated() {
            let leaf = EngineTree.combined([.own(1), .feature(2)])
            let tree = outer.around(inner.around(leaf, 10), 20)
            let seed = UInt64(index)
            let (scenario, difference) = EngineComparison.explore(
                seed: seed,
                steps: amount(30, inDebug: 12),
                tree: tree
            )
            guard let difference else { continue }
            var shrinker = EngineShrinker(scenario, difference)
            shrinker.shrink()
            Issue.record("\(inner) in \(outer): \(shrinker.report)")
        }
    }
}
