// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCore

/// Sizes of a store's internal tables, for leak tests. Entries count until they are removed, even after their owners.
extension Store {
    /// The scopes and observers of this part, and the tracked fields and companions of the whole store.
    var counts: (scopes: Int, observers: Int, fields: Int, companions: Int) {
        let (observers, machine) = (part.observers, part.machine)
        let companions = (part as? Machine<State, Action>)?.companions?.count ?? 0
        return (observers.nodeCount, observers.observerCount, machine.fields.count, companions)
    }

    /// The cached stores of the rows of a kind.
    func knownCount<ID, RowState, RowAction>(of _: RowStores<ID, RowState, RowAction>) -> Int {
        let paths = paths?.all.compactMap {
            $0.value as? ScopePath<State, Action, ID, RowState, RowAction>
        }
        return paths?.first?.stores.count ?? 0
    }
}
