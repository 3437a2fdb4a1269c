// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The watches of pages that are joined with rows, at work.
///
/// As `RowWatches`, it visits only pages that changed, and here also those whose row did.
private final class JoinedWatches<Root, ID: Hashable, Page, Joined, Action> {
    private let child: ResolvedChild<Joined, Action>
    private let kind: WatchKind
    private let rows: JoinedRows<Root, ID, Page, Joined>
    private var watches: [ID: Watch<Joined, Action>] = [:]

    /// The moment from which changes are looked at; `nil` where they are not told apart.
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

    /// The pages that may have changed, come or gone, in the order of the collection, those that went last.
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
        // What answers change is looked at after the next action.
        moment = rows.moment(of: root)
        for id in found {
            var due = false
            guard rows.read(root, id, { due = watch(id).isDue($0) }) else {
                // What ran for the page ends with it.
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
    /// What watches the pages, as `watchRows` does those that are not joined.
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
