// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The answer to a `Question`.
package enum Answer: Codable, Equatable, Sendable {
    case hello(run: String, version: Int, title: String, stores: [StoreSummary])
    case rows(rows: [ActionRow], from: Int, total: Int, complete: Bool, scanned: Int)
    case actions(rows: [ActionRow], total: Int, more: Bool, known: Known?)
    case index(index: Int?, complete: Bool)
    case action(
        row: ActionRow,
        value: ValueNode,
        causes: [Int],
        followed: [Int],
        effects: [EffectLine],
        cancelledEffects: [EffectLine],
        typed: String?
    )
    case effects(effects: [EffectLine], total: Int)
    case graph(nodes: [GraphNode], more: Bool)
    case cases(cases: [String])
    case value(node: ValueNode?)
    case text(text: String, more: Bool)
    case pinned(nodes: [ValueNode?])
    case difference(changes: [ValueChange], more: Bool)
    case why(changes: [PathChange], total: Int, more: Bool, known: Known)
    case bisect(number: Int?, value: String?)
    case whatIf(store: String, differs: Int?)
    case wouldDiffer(number: Int?, changes: [ValueChange], more: Bool)
    case minimize(store: String, kept: [Int], number: Int, complete: Bool)
    case test(text: String)
    case sent(number: Int?)
    case done

    /// The actions that an index has: an answer from it is about those.
    package struct Known: Codable, Equatable, Sendable {
        package var since: Int
        package var until: Int

        /// Whether those are all, as far as states are known.
        package var complete: Bool
    }
}

/// An action in a list.
package struct ActionRow: Codable, Equatable, Sendable {
    /// Where an action came from.
    package enum Origin: String, Codable, CaseIterable, Sendable {
        case store, effect, reducer

        init(_ origin: ActionOrigin) {
            switch origin {
            case .store: self = .store
            case .effect: self = .effect
            case .reducer: self = .reducer
            }
        }
    }

    package var number: Int
    package var title: String
    package var detail: String
    package var origin: Origin
    package var cause: Int?
    package var turn: Int

    /// In milliseconds since 1970.
    package var time: Int

    /// How many milliseconds after the action before it.
    package var since: Int?
    package var site: String?

    /// How many effects it began.
    package var effects: Int
    package var note: String?
    package var skipped: Bool
    package var error: String?

    /// How many actions of the same turn follow it, where only the first of each turn is shown.
    package var followers: Int?
}

/// An action in a tree of causes.
package struct GraphNode: Codable, Equatable, Sendable {
    package var number: Int
    package var title: String
    package var origin: ActionRow.Origin
    package var cause: Int?
    package var turn: Int
    package var time: Int
    package var effects: [EffectLine]
}

/// An effect, with the action that began it and its end.
package struct EffectLine: Codable, Equatable, Sendable {
    package enum Stage: String, Codable, Sendable { case running, ended, cancelled }

    package var effect: Int
    package var name: String?
    package var site: String?
    package var by: Int?
    package var began: Int
    package var ended: Int?
    package var state: Stage
    package var cancelledBy: Int?
    package var sent: [Int]
}

/// A value, with some of its parts.
package struct ValueNode: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case `struct`, `class`, tuple, `enum`, array, set, dictionary, text, number, boolean, `nil`, function,
            object
        case secret, cut
    }

    package var step: String
    package var label: String
    package var kind: Kind
    package var type: String
    package var text: String

    /// How many parts it has.
    package var count: Int

    /// The place of the first part that is here.
    package var from: Int?
    package var children: [ValueNode]?
}

/// A part of a state that is another than before.
package struct ValueChange: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable { case changed, added, removed }

    package var path: [String]
    package var label: String
    package var kind: Kind
    package var before: ValueNode?
    package var after: ValueNode?
}

/// An action that changed a part of the state.
package struct PathChange: Codable, Equatable, Sendable {
    package var row: ActionRow

    /// The part that it changed: the one that was asked for, one within it, or one that contains it.
    package var label: String
    package var before: String?
    package var after: String?

    /// The actions that led to it, the nearest first.
    package var causes: [Cause]

    package struct Cause: Codable, Equatable, Sendable {
        package var number: Int
        package var title: String
    }
}

/// A store, or a history that is only read, as a whole.
package struct StoreSummary: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case store, actor, journal, session
        case whatIf = "whatif"

        var isLiving: Bool { self == .store || self == .actor }
    }

    package struct Mark: Codable, Equatable, Sendable {
        package var number: Int
        package var note: String
    }

    package var store: String
    package var name: String
    package var kind: Kind

    /// The names of the types of state and action.
    package var state: String
    package var action: String
    package var open = false
    package var mounted: [String] = []
    package var first: Int
    package var last: Int
    package var count: Int

    /// The numbers of the first and the last action after which the state is kept.
    package var kept: [Int]
    package var base: Int
    package var dropped: Int
    package var running: Int
    package var travelling: Int?
    package var canReplay: Bool
    package var canType = false
    package var canTypeWhy: String? = "This is only shown."
    package var canSet = false
    package var canSetWhy: String? = "This is only shown."
    package var marks: [Mark]
    package var skipped: [Int]
}

/// News for a page.
package enum PageEvent: Codable, Equatable, Sendable {
    case changed(stores: [StoreSummary])
    case gone(stores: [String])
}
