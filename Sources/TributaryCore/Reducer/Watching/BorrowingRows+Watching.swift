// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The watches of rows that borrow, at work.
///
/// As `RowWatches`, it visits only rows that changed, and here also those that borrow what changed.
private final class BorrowingWatches<Root, ID: Hashable, Row, Action> {
    private let child: ResolvedChild<Row, Action>
    private let kind: WatchKind
    private let rows: BorrowingRows<Root, ID, Row>
    private var watches: [ID: Watch<Row, Action>] = [:]

    /// The moment from which changes are looked at; `nil` where they are not told apart.
    private var moment: RowsMoment?

    init(_ rows: BorrowingRows<Root, ID, Row>, _ child: ResolvedChild<Row, Action>, _ kind: WatchKind) {
        self.rows = rows
        self.child = child
        self.kind = kind
    }

    /// The rows that may have changed, come or gone, in the order of the collection, those that went last.
    private func candidates(in root: Root) -> [ID] {
        var known: [ID]?
        if let moment, let cursor = moment.cursor, let lentCursor = moment.lentCursor {
            known = rows.changes(in: root, after: cursor, lentCursor)
        }
        var candidates: [ID] = []
        rows.lens.read(root) { rows in
            guard let known else {
                return candidates = rows.ids + watches.keys.filter { !rows.contains(id: $0) }
            }
            candidates =
                known.count < 2
                ? known : Set(known).sorted { rows.positions[$0] ?? .max < rows.positions[$1] ?? .max }
        }
        return candidates
    }

    private func watch(_ id: ID) -> Watch<Row, Action> {
        if let watch = watches[id] { return watch }
        let made = child.makeWatch(kind)
        watches[id] = made
        return made
    }

    private func look(in root: Root, _ candidates: [ID], _ body: (ID, Row) -> Void) {
        for id in candidates where !rows.read(root, id, { body(id, $0) }) { watches[id] = nil }
    }

    private func isDue(_ id: ID, in root: Root) -> Bool {
        var isDue = false
        guard rows.read(root, id, { isDue = watch(id).isDue($0) }) else { return watches[id] != nil }
        return isDue
    }

    func isDue(_ root: Root) -> Bool {
        guard moment?.cursor != nil else { return true }
        guard !candidates(in: root).contains(where: { isDue($0, in: root) }) else { return true }
        moment = rows.link.moment(root)
        return false
    }

    func answer<ParentAction>(
        _ root: inout Root,
        scope: (Effect<Action>, ID) -> Effect<ParentAction>
    ) -> Effect<ParentAction> {
        var effects: [Effect<ParentAction>] = []
        let found = candidates(in: root)
        rows.lens.modify(&root) { _ = $0.markObserved() }
        rows.recordChanges(in: &root)
        // What answers change is looked at after the next action.
        moment = rows.link.moment(root)
        for id in found {
            var isThere = false
            var due = false
            isThere = rows.read(root, id) { due = watch(id).isDue($0) }
            guard isThere else {
                // What ran for the row ends with it.
                watches[id] = nil
                continue
            }
            guard due else { continue }
            _ = rows.modify(&root, id) { effects.append(scope(watch(id).answer(&$0), id)) }
        }
        return .merge(effects)
    }

    func prime(_ root: Root) {
        look(in: root, candidates(in: root)) { watch($0).prime?($1) }
        moment = rows.link.moment(root)
    }

    func willReduce(_ root: Root) {
        look(in: root, candidates(in: root)) { watches[$0]?.willReduce?($1) }
    }

    func select(_ id: ID) { watch(id).select?() }

    var isIdle: Bool { watches.isEmpty && moment == nil }
}

extension BorrowingRows {
    /// What watches the rows, as `watchRows` does those that do not borrow.
    @usableFromInline
    func watch<Action, RowAction>(
        _ child: ResolvedChild<Row, RowAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<RowAction>, ID) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let watches = BorrowingWatches(self, child, kind)
        var select: (() -> Void)?
        let hasFilters = child.kinds.contains(.filter)
        if hasFilters, kind == .change {
            let selectRow = { [weak watches] (id: AnyHashable) in
                if let id = id.base as? ID { watches?.select(id) }
            }
            select = { child.selectRow = selectRow }
            child.selectRow = selectRow
        }
        return Watch(
            willReduce: hasFilters ? watches.willReduce : nil,
            select: select,
            prime: kind == .change ? watches.prime : nil,
            isDue: watches.isDue,
            answer: { watches.answer(&$0, scope: scope) },
            isIdle: { watches.isIdle }
        )
    }
}
