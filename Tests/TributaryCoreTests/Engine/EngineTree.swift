// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A tree of reducers, described: every modifier in every container.
///
/// The numbers identify the pieces of a tree.
indirect enum EngineTree: Hashable, Sendable {
    case empty
    /// A closure that performs a message; for `update`, without its effects; for `feature`, with a
    /// dependency.
    case own(Int), update(Int), feature(Int)
    /// A feature with this body.
    case body(EngineTree)
    case combined([EngineTree])
    case scope(Int, EngineSlot, EngineTree)
    case attach(EngineTree, Int, EngineSlot, EngineTree)
    case filter(Int, EngineTree)
    case change(EngineTree, Int, EngineChange)
    case feedback(EngineTree, Int, EngineFeedback)
    case dependency(EngineTree, Int)
    case erased(EngineTree)
    /// A closure around a tree, which may hold an action back, or run the tree twice.
    case wrapped(EngineTree, Int)
    /// A feature with this body that contains itself, as an optional child and as a row.
    case loop(Int, EngineTree)
}

/// The value that an `onChange` compares, and its answer.
struct EngineChange: Hashable, Sendable {
    enum Answer: CaseIterable, Sendable {
        /// Changes the state.
        case mark
        /// Sends an action.
        case send
        /// Starts an effect.
        case run
    }

    /// Whether it looks at the number, or at the query.
    var isCount: Bool
    var answer: Answer
}

/// The kind of a feedback's query.
enum EngineFeedback: CaseIterable, Sendable {
    case one, each, keyed
}

extension EngineTree {
    /// The trees that this one is made of.
    var parts: [EngineTree] {
        switch self {
        case .empty, .own, .update, .feature: []
        case .combined(let trees): trees
        case .attach(let parent, _, _, let child): [parent, child]
        case .body(let tree), .scope(_, _, let tree), .filter(_, let tree), .change(let tree, _, _),
            .feedback(let tree, _, _), .dependency(let tree, _), .erased(let tree), .wrapped(let tree, _),
            .loop(_, let tree):
            [tree]
        }
    }

    /// The same with other parts.
    func with(_ parts: [EngineTree]) -> EngineTree {
        switch self {
        case .empty, .own, .update, .feature: self
        case .combined: .combined(parts)
        case .attach(_, let number, let slot, _): .attach(parts[0], number, slot, parts[1])
        case .body: .body(parts[0])
        case .scope(let number, let slot, _): .scope(number, slot, parts[0])
        case .filter(let number, _): .filter(number, parts[0])
        case .change(_, let number, let change): .change(parts[0], number, change)
        case .feedback(_, let number, let feedback): .feedback(parts[0], number, feedback)
        case .dependency(_, let value): .dependency(parts[0], value)
        case .erased: .erased(parts[0])
        case .wrapped(_, let number): .wrapped(parts[0], number)
        case .loop(let number, _): .loop(number, parts[0])
        }
    }

    /// Whether something in it is an `onChange`.
    var looksAtChanges: Bool {
        if case .change = self { return true }
        return parts.contains(where: \.looksAtChanges)
    }

    var count: Int { parts.reduce(1) { $0 + $1.count } }
}
