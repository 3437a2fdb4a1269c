// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a feedback does when what the state asks for has changed.
@usableFromInline
struct FeedbackWork<Demand, Action> {
    /// What a state asks for that asks for nothing.
    let nothing: Demand

    /// Ends the runs that are no longer asked for, and begins those that were not before.
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
            return ended.merge(with: runs.begin(key, start { try await operation(new, $0) }))
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
            for query in old where !new.contains(query) { effects.append(runs.end(query)) }
            for query in new where !old.contains(query) {
                effects.append(runs.begin(query, start { try await operation(query, $0) }))
            }
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
            for (key, query) in old where new[key] != query { effects.append(runs.end(key)) }
            for (key, query) in new where old[key] != query {
                effects.append(runs.begin(key, start { try await operation(key, query, $0) }))
            }
            return .merge(effects)
        }
    }
}
