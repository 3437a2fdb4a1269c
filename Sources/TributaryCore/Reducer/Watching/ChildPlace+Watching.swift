// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension ChildPlace {
    /// The watches of the children at the place, in their parent's state.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - embed: Makes the function that converts the child's actions.
    /// - Returns: The source of these watches.
    func watches<PartAction, Action>(
        of child: ResolvedChild<Part, PartAction>,
        embed: @escaping (ID) -> (PartAction) -> Action?
    ) -> WatchSource<Root, Action> {
        WatchSource {
            child.kinds
        } make: { [self] kind in
            if let lens, let only {
                return lens.watch(child, kind) { child.scoped($0, embed(only), nil, $1) }
            }
            return watchRows(child, kind) { child.scoped($0, embed($1), AnyHashable($1), $2) }
        }
    }

    /// Makes the watch of the rows within their parent's state.
    ///
    /// After every action it visits only inserted, changed, and removed rows of the collection. It stores only watches
    /// with values.
    ///
    /// - Parameters:
    ///   - child: The rows' reducer.
    ///   - kind: The kind of its watch.
    ///   - scope: Converts an effect of a row to an effect of the parent.
    /// - Returns: The watch of the parent's state.
    private func watchRows<Action, RowAction>(
        _ child: ResolvedChild<Part, RowAction>,
        _ kind: WatchKind,
        scope: @escaping (Effect<RowAction>, ID, Part) -> Effect<Action>
    ) -> Watch<Root, Action> {
        let isFiltered = child.kinds.contains(.filter)
        var watches: [ID: Watch<Part, RowAction>] = [:]
        // The version of the collection up to which its changes were visited, and whether it had no rows then.
        var (visited, isEmpty) = (RowsVersion?.none, true)
        // A watch for the next row without one, so that a visit of rows without changes allocates no memory.
        var spare: Watch<Part, RowAction>?

        // Calls a closure with the watch of a row, and forgets a watch without values.
        func visit<Result>(_ id: ID, _ body: (Watch<Part, RowAction>) -> Result) -> Result {
            let watch = watches[id] ?? spare.take() ?? child.makeWatch(kind)
            watches[id] = nil
            defer { if watch.isIdle() { spare = watch } else { watches[id] = watch } }
            return body(watch)
        }

        // The rows that may have changed, come or gone since the last visit.
        func changed(in root: Root) -> ArraySlice<ID> {
            if let visited, let changed = changes(root, visited) { return changed }
            let positions = positions(root)
            return (positions.keys + watches.keys.filter { positions[$0] == nil })[...]
        }

        func remember(_ root: Root) {
            visited = version(root)
            isEmpty = positions(root).isEmpty
        }

        // Looks at a row; `nil` if there is none.
        func look(_ look: WatchLook, at id: ID, in root: Root) -> Bool? {
            var isDue: Bool?
            _ = read(root, id) { row in
                // A filter without a watch evaluates its condition when it gets one.
                isDue =
                    look == .filter ? watches[id]?.look(row, look) == true : visit(id) { $0.look(row, look) }
            }
            return isDue
        }

        return Watch { [self] root, purpose in
            if purpose == .filter && !isFiltered || purpose == .prime && kind != .change { return false }
            guard version(root) != visited else { return false }
            let changed = changed(in: root)
            // By position: code that is not specialized allocates for each element of a generic sequence.
            for position in changed.indices {
                let id = changed[position]
                if let isDue = look(purpose, at: id, in: root) {
                    if isDue { return true }
                } else if purpose == .prime {
                    watches[id] = nil
                } else if purpose == .check, watches[id] != nil {
                    // Feedbacks of a removed row end in `answer`.
                    return true
                }
            }
            // Rows that closures changed are passed to the filters before the next action, and checked after it.
            if purpose != .filter { remember(root) }
            return false
        } answer: { [self] root in
            var changed = changed(in: root)
            if changed.count > 1 {
                let positions = positions(root)
                changed.sort { positions[$0] ?? -1 < positions[$1] ?? -1 }
            }
            // Rows that the closures change are visited after the next action.
            remember(root)
            var effects: [Effect<Action>] = []
            for id in changed {
                guard let isDue = look(.check, at: id, in: root) else {
                    watches[id] = nil
                    continue
                }
                guard isDue else { continue }
                _ = modify(&root, id) { row in
                    effects.append(scope(visit(id) { $0.answer(&row) }, id, row))
                }
            }
            return .merge(effects)
        } isIdle: {
            watches.isEmpty && isEmpty
        }
    }
}
