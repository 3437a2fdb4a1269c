// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The watches of the rows of one collection.
///
/// After every action it visits only inserted, changed, and removed rows of the collection. It stores only watches
/// with values.
final class RowWatches<ID: Hashable, Row, Action> {
    private let child: ResolvedChild<Row, Action>
    private let kind: WatchKind
    private(set) var watches: [ID: Watch<Row, Action>] = [:]
    var cursor: ChangeCursor?
    private var isEmpty = true

    /// Rows whose closures made a change that counts after the next action.
    private(set) var again: [ID] = []

    /// A watch for the next row without one, so that a visit of rows without changes allocates no memory.
    private var spare: Watch<Row, Action>?

    init(_ child: ResolvedChild<Row, Action>, _ kind: WatchKind) {
        self.child = child
        self.kind = kind
    }

    /// Whether a change is pending in a row, a row with a watch was removed, or changes are not tracked yet.
    func isDue(_ rows: IdentifiedArray<ID, Row>) -> Bool {
        guard let cursor else { return !rows.isEmpty }
        if !again.isEmpty { return true }
        return rows.mayHaveChanged(after: cursor) && isDue(rows, after: cursor)
    }

    @inline(never)
    func isDue(_ rows: IdentifiedArray<ID, Row>, after cursor: ChangeCursor) -> Bool {
        guard rows.allChanges(after: cursor, satisfy: { isSettled($0, in: rows) }) else { return true }
        self.cursor = rows.cursor
        return false
    }

    /// Whether no change is pending in a changed row.
    func isSettled(_ id: ID, in rows: IdentifiedArray<ID, Row>) -> Bool {
        guard let position = rows.positions[id] else { return watches[id] == nil }
        if let watch = watches[id] { return !watch.isDue(rows.storage[position]) }
        return !isDueAnew(id, rows.storage[position])
    }

    /// Whether a change is pending in a row without a watch.
    func isDueAnew(_ id: ID, _ row: Row) -> Bool {
        let watch = takeSpare()
        let isDue = watch.isDue(row)
        keep(watch, of: id)
        return isDue
    }

    private func takeSpare() -> Watch<Row, Action> {
        defer { spare = nil }
        return spare ?? child.makeWatch(kind)
    }

    private func keep(_ watch: Watch<Row, Action>, of id: ID) {
        if watch.isIdle() {
            spare = watch
        } else {
            watches[id] = watch
        }
    }

    /// Handles the pending changes of rows, in the order of the collection.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - scope: Converts a row's effect to an effect of the parent.
    /// - Returns: The effects that follow.
    func answer<ParentAction>(
        _ rows: inout IdentifiedArray<ID, Row>,
        scope: (Effect<Action>, ID) -> Effect<ParentAction>
    ) -> Effect<ParentAction> {
        let former = again
        again = []
        var effects: [Effect<ParentAction>] = []
        if let cursor, let changed = rows.changes(after: cursor) {
            for id in Self.inOrder(changed, former, of: rows) {
                effects.append(scope(answer(id, in: &rows), id))
            }
        } else {
            forgetRemoved(from: rows)
            for id in rows.ids { effects.append(scope(answer(id, in: &rows), id)) }
            _ = rows.markObserved()
        }
        remember(rows)
        return .merge(effects)
    }

    private func remember(_ rows: IdentifiedArray<ID, Row>) {
        cursor = rows.cursor
        isEmpty = rows.isEmpty
    }

    private static func inOrder(
        _ changed: [ID],
        _ again: [ID],
        of rows: IdentifiedArray<ID, Row>
    ) -> [ID] {
        let ids = changed + again.filter { !changed.contains($0) }
        return ids.count < 2 ? ids : ids.sorted { rows.positions[$0] ?? -1 < rows.positions[$1] ?? -1 }
    }

    private func forgetRemoved(from rows: IdentifiedArray<ID, Row>) {
        for id in watches.keys where !rows.contains(id: id) { watches[id] = nil }
    }

    private func answer(_ id: ID, in rows: inout IdentifiedArray<ID, Row>) -> Effect<Action> {
        guard rows.contains(id: id) else {
            // Feedbacks of the row end with it.
            watches[id] = nil
            return .none
        }
        let watch = watches[id] ?? takeSpare()
        watches[id] = nil
        defer { keep(watch, of: id) }
        // The copy is released before the row is changed in place.
        guard rows[id: id].map(watch.isDue) == true else { return .none }
        let effect = rows.modify(id: id) { watch.answer(&$0) } ?? .none
        if rows[id: id].map(watch.isDue) == true { again.append(id) }
        return effect
    }

    /// Stores the current values of the rows.
    func prime(_ rows: IdentifiedArray<ID, Row>) {
        again = []
        let changed = cursor.flatMap { rows.changes(after: $0) }
        if changed == nil { forgetRemoved(from: rows) }
        for id in changed ?? rows.ids {
            guard let row = rows[id: id] else {
                watches[id] = nil
                continue
            }
            let watch = watches[id] ?? takeSpare()
            watch.prime?(row)
            keep(watch, of: id)
        }
        remember(rows)
    }

    /// Passes rows that closures changed since their check to the filters, before the next action.
    func willReduce(_ rows: IdentifiedArray<ID, Row>) {
        if let cursor, !rows.mayHaveChanged(after: cursor) { return }
        let changed = cursor.flatMap { rows.changes(after: $0) } ?? rows.ids
        for id in changed { if let row = rows[id: id] { watches[id]?.willReduce?(row) } }
    }

    /// Selects a row for the filters.
    func select(_ id: ID) {
        let watch = watches[id] ?? takeSpare()
        watches[id] = watch
        watch.select?()
    }

    /// Whether there are no rows.
    ///
    /// Otherwise, this stores which rows were checked.
    var isIdle: Bool { watches.isEmpty && isEmpty }
}

extension Lens {
    /// Makes the watch of a collection's rows in the enclosing state.
    ///
    /// - Parameters:
    ///   - child: The child whose states are the rows.
    ///   - kind: The kind of its watches.
    ///   - scope: Converts the effect of a row to an effect of the parent.
    /// - Returns: The watch of the parent's state.
    func watchRows<ID: Hashable, Row, Action, RowAction>(
        _ child: ResolvedChild<Row, RowAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<RowAction>, ID) -> Effect<Action>
    ) -> Watch<Root, Action> where Part == IdentifiedArray<ID, Row> {
        let watches = RowWatches<ID, Row, RowAction>(child, kind)
        var willReduce: ((Root) -> Void)?
        var select: (() -> Void)?
        if child.kinds.contains(.filter) {
            willReduce = { root in read(root, watches.willReduce) }
            if kind == .change {
                let selectRow = { [weak watches] (id: AnyHashable) in
                    if let id = id.base as? ID { watches?.select(id) }
                }
                select = { child.selectRow = selectRow }
                child.selectRow = selectRow
            }
        }
        return Watch(
            willReduce: willReduce,
            select: select,
            prime: kind == .change ? { root in read(root, watches.prime) } : nil,
            isDue: { root in
                var isDue = false
                read(root) { isDue = watches.isDue($0) }
                return isDue
            },
            answer: { root in
                var effect = Effect<Action>.none
                modify(&root) { effect = watches.answer(&$0, scope: scope) }
                return effect
            },
            isIdle: { watches.isIdle }
        )
    }
}

/// The watches of pages that are joined with rows.
///
/// Like `RowWatches`, it visits only changed pages, and pages whose row changed.
private final class JoinedWatches<Root, ID: Hashable, Page, Joined, Action> {
    private let child: ResolvedChild<Joined, Action>
    private let kind: WatchKind
    private let rows: JoinedRows<Root, ID, Page, Joined>
    private var watches: [ID: Watch<Joined, Action>] = [:]

    /// The moment from which changes count; `nil` if they are not tracked.
    private var moment: RowsMoment?

    init(
        _ rows: JoinedRows<Root, ID, Page, Joined>,
        _ child: ResolvedChild<Joined, Action>,
        _ kind: WatchKind
    ) {
        self.rows = rows
        self.child = child
        self.kind = kind
    }

    /// The pages that may have been changed, inserted, or removed, in the order of the collection, removed ones last.
    private func candidates(in root: Root) -> [ID] {
        let known = moment.flatMap { rows.changes(in: root, since: $0) }
        var candidates: [ID] = []
        rows.lens.read(root) { pages in
            candidates = known ?? pages.ids + watches.keys.filter { !pages.contains(id: $0) }
            guard known != nil, candidates.count > 1 else { return }
            candidates.sort { pages.positions[$0] ?? .max < pages.positions[$1] ?? .max }
        }
        return candidates
    }

    private func watch(_ id: ID) -> Watch<Joined, Action> {
        if let watch = watches[id] { return watch }
        let made = child.makeWatch(kind)
        watches[id] = made
        return made
    }

    private func look(in root: Root, _ body: (ID, Joined) -> Void) {
        for id in candidates(in: root) where !rows.read(root, id, { body(id, $0) }) { watches[id] = nil }
    }

    private func isDue(_ id: ID, in root: Root) -> Bool {
        var isDue = false
        guard rows.read(root, id, { isDue = watch(id).isDue($0) }) else { return watches[id] != nil }
        return isDue
    }

    func isDue(_ root: Root) -> Bool {
        guard moment?.cursor != nil else { return true }
        guard !candidates(in: root).contains(where: { isDue($0, in: root) }) else { return true }
        moment = rows.moment(of: root)
        return false
    }

    func answer<ParentAction>(
        _ root: inout Root,
        scope: (Effect<Action>, ID) -> Effect<ParentAction>
    ) -> Effect<ParentAction> {
        var effects: [Effect<ParentAction>] = []
        let found = candidates(in: root)
        rows.mark(in: &root)
        // Changes that closures make are checked after the next action.
        moment = rows.moment(of: root)
        for id in found {
            var due = false
            guard rows.read(root, id, { due = watch(id).isDue($0) }) else {
                // Feedbacks of the page end with it.
                watches[id] = nil
                continue
            }
            guard due else { continue }
            _ = rows.modify(&root, id) { effects.append(scope(watch(id).answer(&$0), id)) }
        }
        return .merge(effects)
    }

    func prime(_ root: Root) {
        look(in: root) { watch($0).prime?($1) }
        moment = rows.moment(of: root)
    }

    func willReduce(_ root: Root) { look(in: root) { watches[$0]?.willReduce?($1) } }

    func select(_ id: ID) { watch(id).select?() }

    var isIdle: Bool { watches.isEmpty && moment == nil }
}

extension JoinedRows {
    /// Makes the watch of joined pages, like `watchRows` for pages that are not joined.
    func watch<Action, PageAction>(
        _ child: ResolvedChild<Joined, PageAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<PageAction>, ID) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let watches = JoinedWatches(self, child, kind)
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
