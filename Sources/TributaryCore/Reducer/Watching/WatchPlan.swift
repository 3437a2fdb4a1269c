// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The two kinds of watches, and what else has to be known of them before they are made.
@usableFromInline
struct WatchKind: OptionSet, Sendable {
    @usableFromInline let rawValue: Int

    @usableFromInline
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Answers to changes: all of a tree run before its feedbacks.
    @usableFromInline static let change = WatchKind(rawValue: 1)

    /// Effects that the state asks for.
    @usableFromInline static let feedback = WatchKind(rawValue: 2)

    /// Filters, which ask the state before every action.
    @usableFromInline static let filter = WatchKind(rawValue: 4)

    /// Whatever there may be.
    static let any: WatchKind = [.change, .feedback, .filter]
}

/// The watches that a reducer and its children have for every piece of state they are run on.
///
/// It is filled while the reducers are resolved. Every piece of state then gets watches of its own.
@usableFromInline
final class WatchPlan<State, Action> {
    private struct Entry {
        let kinds: () -> WatchKind
        let make: (WatchKind) -> Watch<State, Action>
    }

    private var entries: [Entry] = []
    private var isAsked = false

    @usableFromInline
    init() {}

    /// Adds a watch, or those of a part of the tree.
    ///
    /// - Parameters:
    ///   - kinds: What there is in it; asked when the whole tree is resolved.
    ///   - make: Makes what watches one piece of state, of the kind asked for.
    @usableFromInline
    func append(kinds: @escaping () -> WatchKind, make: @escaping (WatchKind) -> Watch<State, Action>) {
        entries.append(Entry(kinds: kinds, make: make))
    }

    /// What there is in the plan.
    @usableFromInline var kinds: WatchKind {
        // A feature that contains itself has what it has without itself.
        guard !isAsked else { return [] }
        isAsked = true
        defer { isAsked = false }
        return entries.reduce(into: []) { $0.formUnion($1.kinds()) }
    }

    /// What watches one piece of state.
    @usableFromInline
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        .all(entries.filter { $0.kinds().contains(kind) }.map { $0.make(kind) })
    }
}
