// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The last demand of a feedback in one piece of state, and the effects that run for it.
final class FeedbackMemory<Demand: Equatable, Action> {
    private(set) var last: Demand

    /// The demand of a state without queries.
    let nothing: Demand

    /// Begins and ends the runs of one piece of state.
    private let change: (_ old: Demand, _ new: Demand) -> Effect<Action>

    /// Queries by key, each with a run of its own.
    private init<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ nothing: Demand,
        _ entries: @escaping (Demand) -> [Key: Query],
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) {
        self.nothing = nothing
        last = nothing
        var running: [Key: ChangeStamp] = [:]
        change = { old, new in
            let (old, new) = (entries(old), entries(new))
            let ended = old.keys.filter { new[$0] != old[$0] }.compactMap {
                running.removeValue(forKey: $0)
            }
            var effects: [Effect<Action>] = []
            for (key, query) in new where old[key] != query {
                guard let operation = start({ try await operation(key, query, $0) }).operation else {
                    continue
                }
                // Unique, so that cancelling it touches no other effect.
                let run = ChangeStamp.unique()
                running[key] = run
                // A run belongs to the state with the query, not to the action that began it.
                effects.append(
                    Effect(
                        .cancellable(
                            operation,
                            id: AnyHashable(run),
                            cancelsInFlight: false,
                            belongsToState: true
                        )
                    )
                )
            }
            // Afterwards: a place in the state where nothing runs for a moment would be forgotten by the table of effects.
            return .merge(effects + ended.map { .cancel(id: $0) })
        }
    }

    /// One query, or none.
    static func one<Query: Equatable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> FeedbackMemory where Demand == Query? {
        FeedbackMemory(nil, { $0.map { [0: $0] } ?? [:] }, start) { try await operation($1, $2) }
    }

    /// A set of queries, each on its own.
    static func each<Query: Hashable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> FeedbackMemory where Demand == Set<Query> {
        FeedbackMemory([], { Dictionary(uniqueKeysWithValues: $0.map { ($0, true) }) }, start) {
            try await operation($0, $2)
        }
    }

    /// Queries by key, each on its own.
    static func each<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ start: @escaping FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) -> FeedbackMemory where Demand == [Key: Query] { FeedbackMemory([:], { $0 }, start, operation) }

    /// Whether there is no query, so that nothing has to be kept.
    var isIdle: Bool { last == nothing }

    /// The effect for a demand that may have changed.
    func update(to demand: Demand) -> Effect<Action> {
        guard demand != last else { return .none }
        let old = last
        last = demand
        return change(old, demand)
    }
}

/// Starts the effects of a feedback, for queries of any kind.
typealias FeedbackStart<Action> = (@escaping @Sendable (Send<Action>) async throws -> Void) -> Effect<Action>

extension Effect {
    /// Makes an effect of each operation.
    static func starting(
        _ priority: TaskPriority?,
        _ name: String?,
        _ handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
        _ fileID: String,
        _ line: UInt
    ) -> FeedbackStart<Action> {
        { .run(priority: priority, name: name, operation: $0, catch: handler, fileID: fileID, line: line) }
    }
}
