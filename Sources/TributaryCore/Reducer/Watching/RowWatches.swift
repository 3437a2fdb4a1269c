// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The watches of the rows of one collection.
///
/// After every action it visits only inserted, changed, and removed rows of the collection. It stores only watches
/// with values.
final class RowWatches<Root, ID: Hashable & SendableMetatype, Row, Action> {
    typealias RowWatch = Watch<Row, Action>

    private let rows: ChildRows<Root, ID, Row>
    private let child: ResolvedChild<Row, Action>
    private let kind: WatchKind
    private var watches: [ID: RowWatch] = [:]

    /// The version of the collection up to which its changes were visited, and whether it had no rows then.
    private var version: RowsVersion?
    private var isEmpty = true

    /// A watch for the next row without one, so that a visit of rows without changes allocates no memory.
    private var spare: RowWatch?

    init(_ rows: ChildRows<Root, ID, Row>, _ child: ResolvedChild<Row, Action>, _ kind: WatchKind) {
        self.rows = rows
        self.child = child
        self.kind = kind
    }

    /// Makes the watch of the enclosing state.
    ///
    /// - Parameter scope: Converts the effect of a row to an effect of the parent.
    /// - Returns: The watch.
    func watch<ParentAction>(
        scope: @escaping (Effect<Action>, ID, Row) -> Effect<ParentAction>
    ) -> Watch<Root, ParentAction> {
        Watch(
            willReduce: child.kinds.contains(.filter) ? willReduce : { _ in },
            prime: kind == .change ? prime : { _ in },
            isDue: isDue,
            answer: { self.answer(&$0, scope: scope) },
            isIdle: { self.watches.isEmpty && self.isEmpty }
        )
    }

    /// Calls a closure with the watch of a row, and forgets a watch without values.
    private func visit<Result>(_ id: ID, _ body: (RowWatch) -> Result) -> Result {
        let watch = watches[id] ?? spare.take() ?? child.makeWatch(kind)
        watches[id] = nil
        defer { if watch.isIdle() { spare = watch } else { watches[id] = watch } }
        return body(watch)
    }

    /// The rows that may have changed, come or gone since the last visit.
    private func changes(in root: Root) -> ArraySlice<ID> {
        if let version, let changed = rows.changes(root, version) { return changed }
        let positions = rows.positions(root)
        return (positions.keys + watches.keys.filter { positions[$0] == nil })[...]
    }

    private func remember(_ root: Root, _ version: RowsVersion) {
        self.version = version
        isEmpty = rows.positions(root).isEmpty
    }

    /// Whether a change is pending in a row, or a row with a watch was removed.
    private func isDue(_ root: Root) -> Bool {
        let now = rows.version(root)
        guard now != version else { return false }
        let changed = changes(in: root)
        // By position: code that is not specialized allocates for each element of a generic sequence.
        for position in changed.indices {
            let id = changed[position]
            if isDue(id, in: root) ?? (watches[id] != nil) { return true }
        }
        remember(root, now)
        return false
    }

    /// Whether a change is pending in a row; `nil` if there is no row.
    private func isDue(_ id: ID, in root: Root) -> Bool? {
        var isDue: Bool?
        _ = rows.read(root, id) { row in isDue = visit(id) { $0.isDue(row) } }
        return isDue
    }

    /// Handles the pending changes of rows, in the order of the collection.
    private func answer<ParentAction>(
        _ root: inout Root,
        scope: (Effect<Action>, ID, Row) -> Effect<ParentAction>
    ) -> Effect<ParentAction> {
        var changed = changes(in: root)
        if changed.count > 1 {
            let positions = rows.positions(root)
            changed.sort { positions[$0] ?? -1 < positions[$1] ?? -1 }
        }
        // Rows that the closures change are visited after the next action.
        remember(root, rows.version(root))
        var effects: [Effect<ParentAction>] = []
        for id in changed {
            guard let isDue = isDue(id, in: root) else {
                // Feedbacks of the row end with it.
                watches[id] = nil
                continue
            }
            guard isDue else { continue }
            _ = rows.modify(&root, id) { row in
                effects.append(scope(visit(id) { $0.answer(&row) }, id, row))
            }
        }
        return .merge(effects)
    }

    /// Stores the current values of the rows.
    private func prime(_ root: Root) {
        for id in changes(in: root) where !rows.read(root, id, { row in visit(id) { $0.prime(row) } }) {
            watches[id] = nil
        }
        remember(root, rows.version(root))
    }

    /// Passes rows that closures changed since their check to the filters, before the next action.
    private func willReduce(_ root: Root) {
        guard rows.version(root) != version else { return }
        for id in changes(in: root) { _ = rows.read(root, id) { watches[id]?.willReduce($0) } }
    }
}
