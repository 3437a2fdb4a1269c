// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The pages or rows of a collection, each joined with a row of another one.
final class JoinedRows<Root, ID: Hashable, Page, Joined> {
    let lens: Lens<Root, IdentifiedArray<ID, Page>>
    let join: Join<Root, Page, Joined>

    /// Whether those after one that is removed go with it.
    let isStack: Bool

    init(_ lens: Lens<Root, IdentifiedArray<ID, Page>>, _ join: Join<Root, Page, Joined>, isStack: Bool) {
        self.lens = lens
        self.join = join
        self.isStack = isStack
    }

    func read(_ root: Root, _ id: ID, _ body: (Joined) -> Void) -> Bool {
        var isThere = false
        lens.read(root) { pages in
            if let page = pages[id: id] { isThere = join.read(root, page, body) }
        }
        return isThere
    }

    func modify(_ root: inout Root, _ id: ID, _ body: (inout Joined) -> Void) -> Bool {
        var (page, position) = (Page?.none, Int?.none)
        if lens.isInPlace {
            lens.modify(&root) { pages in
                pages.restartRecording()
                position = pages.positions[id]
                if let position { page = pages.takeOut(at: position) }
            }
        } else {
            lens.read(root) { page = $0[id: id] }
        }
        guard page != nil else { return false }
        let isThere = join.modify(&root, &page) { joined in
            guard var part = joined.take() else { return }
            body(&part)
            joined = part
        }
        if position != nil {
            lens.modify(&root) { $0.putBack(page.take(), at: position, id: id) }
        } else if isThere {
            lens.modify(&root) { $0[id: id] = page.take() }
        }
        return isThere
    }

    /// Makes both collections record their changes.
    func recordChanges(in root: inout Root) {
        let moment = moment(of: root)
        if moment?.cursor == nil || moment?.joinedCursor == nil { mark(in: &root) }
    }

    /// Marks this moment in both collections.
    func mark(in root: inout Root) {
        lens.modify(&root) { _ = $0.markObserved() }
        join.mark(&root)
    }

    /// This moment in the life of both collections.
    func moment(of root: Root) -> RowsMoment? {
        var moment: RowsMoment?
        lens.read(root) { moment = RowsMoment(membership: $0.membership, cursor: $0.cursor) }
        moment?.joinedMembership = join.membership(root)
        moment?.joinedCursor = join.cursor(root)
        return moment
    }

    /// The pages that changed, came or went since a moment, and those whose rows did; `nil` where that is not known.
    func changes(in root: Root, since moment: RowsMoment) -> [ID]? {
        guard let cursor = moment.cursor, let joinedCursor = moment.joinedCursor else { return nil }
        let mayHaveChanged = join.changes(root, joinedCursor)
        var changed: [ID]?
        lens.read(root) { pages in
            changed = pages.mayHaveChanged(after: cursor) ? pages.changes(after: cursor) : []
            guard let mayHaveChanged, let own = changed else { return }
            for (id, page) in zip(pages.ids, pages.storage) where mayHaveChanged(page) && !own.contains(id) {
                changed?.append(id)
            }
        }
        return changed
    }

    /// The collection's record of changed pages and rows.
    var link: RowsLink<Root> {
        RowsLink(moment: moment) { [self] root, moment, body in
            guard let changed = changes(in: root, since: moment) else { return false }
            for id in changed { body(AnyHashable(id)) }
            return true
        }
    }

    /// The way to one of the pages.
    func lens(_ id: ID) -> Lens<Root, Joined> {
        Lens(
            .closures(
                Lens<Root, Joined>.Closures(
                    read: { [self] root, body in read(root, id, body) },
                    modify: { [self] root, body in modify(&root, id, body) }
                )
            )
        )
    }

    /// The identifiers of the pages, without those whose row is gone.
    func ids(_ root: Root) -> [ID] {
        var ids: [ID] = []
        lens.read(root) { pages in
            ids = zip(pages.ids, pages.storage).filter { join.isThere(root, $1) }.map(\.0)
        }
        return ids
    }
}
