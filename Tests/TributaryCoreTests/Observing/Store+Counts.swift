// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCore

/// Sizes of a store's internal tables, for leak tests. Entries count until they are removed, even after their owners.
extension Store {
    /// The scopes and observers of this part, and the tracked fields and companions of the whole store.
    var counts: (scopes: Int, observers: Int, fields: Int, companions: Int) {
        let (observers, fields) = (part.observers, part.machine.stateObservers.fields)
        let companions = (part as? Machine<State, Action>)?.companions?.count ?? 0
        return (
            observers.nodes.elements.count, observers.observers.elements.count, fields.count, companions
        )
    }

    /// The scopes that are known on all paths of the whole store.
    var knownCount: Int {
        let tables = part.machine.stateObservers.paths.all.map {
            Mirror(reflecting: $0.value.value).descendant("stores") as? KeyTable<MemberKey, Weak<AnyObject>>
        }
        return tables.reduce(0) { $0 + ($1?.count ?? 0) }
    }
}
