// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a feedback does when what the state asks for has changed.
@usableFromInline
struct FeedbackWork<Demand, Action> {
    /// What a state asks for that asks for nothing.
    let nothing: Demand

    /// Begins the runs that were not asked for before, and ends those that are no longer.
    ///
    /// In this order: a place in the state where nothing runs for a moment would be forgotten by the ledger.
    let change: (_ old: Demand, _ new: Demand, _ runs: FeedbackRuns<Action>) -> Effect<Action>
}

extension FeedbackWork {
    /// One query, or none.
    @usableFromInline
    static func one<Query: Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == Query? {
        let key = AnyHashable(0)
        return Self(nothing: nil) { _, new, runs in
            let ended = runs.end(key)
            guard let new else { return ended }
            return runs.begin(key, start { try await operation(new, $0) }).merge(with: ended)
        }
    }

    /// A set of queries, each on its own.
    @usableFromInline
    static func each<Query: Hashable & Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == Set<Query> {
        Self(nothing: []) { old, new, runs in
            var effects: [Effect<Action>] = []
            for query in new where !old.contains(query) {
                effects.append(runs.begin(query, start { try await operation(query, $0) }))
            }
            for query in old where !new.contains(query) { effects.append(runs.end(query)) }
            return .merge(effects)
        }
    }

    /// Queries by key, each on its own.
    @usableFromInline
    static func each<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == [Key: Query] {
        Self(nothing: [:]) { old, new, runs in
            var effects: [Effect<Action>] = []
            let ended = old.keys.filter { new[$0] != old[$0] }.map { runs.end($0) }
            for (key, query) in new where old[key] != query {
                effects.append(runs.begin(key, start { try await operation(key, query, $0) }))
            }
            effects += ended
            return .merge(effects)
        }
    }
}
