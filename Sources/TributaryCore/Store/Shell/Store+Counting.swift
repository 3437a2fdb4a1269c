// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Counts of what a store keeps, for tests that it does not grow with what came and went.
extension Store {
    /// How many scopes have a place among what is observed here, counting those that are gone but not yet forgotten.
    package var scopePlaceCount: Int { part.observers.branchCount }

    /// How many observers of this very part are in its list, counting those that are gone but not yet forgotten.
    package var observerCount: Int { part.observers.observerCount }

    /// How many fields of the whole store are tracked with the Observation framework.
    package var trackedFieldCount: Int { part.machine.fields.count }

    /// How many paths of scopes are remembered, counting those without a scope that are not yet forgotten.
    package var scopePathCount: Int { scopes?.count ?? 0 }

    /// How many companions are in the list of the whole store, counting those that are gone but not yet forgotten.
    package var companionCount: Int { (part as? Machine<State, Action>)?.companions.count ?? 0 }
}

extension RowStores {
    /// How many rows' stores are remembered, counting those that are gone but not yet forgotten.
    package var knownCount: Int { source.stores.count }
}
