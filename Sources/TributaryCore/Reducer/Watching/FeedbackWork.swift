// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The work for the queries of a feedback.
struct FeedbackWork<Demand, Action> {
    /// The demand of a state without queries.
    let nothing: Demand

    /// Makes the function that begins and ends the runs of one piece of state when its demand has changed.
    fileprivate let makeChange: () -> (_ old: Demand, _ new: Demand) -> Effect<Action>

    /// Queries by key, each with a run of its own.
    private init<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ nothing: Demand,
        _ entries: @escaping (Demand) -> [Key: Query],
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) {
        self.nothing = nothing
        makeChange = {
            var running: [Key: FeedbackRun] = [:]
            return { old, new in
                let (old, new) = (entries(old), entries(new))
                let ended = old.keys.filter { new[$0] != old[$0] }.compactMap {
                    running.removeValue(forKey: $0)
                }
                var effects: [Effect<Action>] = []
                for (key, query) in new where old[key] != query {
                    guard let operation = start({ try await operation(key, query, $0) }).operation else {
                        continue
                    }
                    let run = FeedbackRun()
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
    }

    /// One query, or none.
    static func one<Query: Equatable & Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == Query? {
        Self(nil, { $0.map { [0: $0] } ?? [:] }, start) { _, query, send in try await operation(query, send) }
    }

    /// A set of queries, each on its own.
    static func each<Query: Hashable & Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == Set<Query> {
        Self([], { Dictionary(uniqueKeysWithValues: $0.map { ($0, true) }) }, start) { query, _, send in
            try await operation(query, send)
        }
    }

    /// Queries by key, each on its own.
    static func each<Key: Hashable & Sendable, Query: Equatable & Sendable>(
        _ start: FeedbackStart<Action>,
        _ operation: @escaping @Sendable (Key, Query, Send<Action>) async throws -> Void
    ) -> Self where Demand == [Key: Query] { Self([:], { $0 }, start, operation) }
}

/// Starts the effects of a feedback, for queries of any kind.
struct FeedbackStart<Action> {
    private let priority: TaskPriority?
    private let name: String?
    private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
    private let site: SourceSite

    init(
        _ priority: TaskPriority?,
        _ name: String?,
        _ handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
        _ fileID: String,
        _ line: UInt
    ) {
        self.priority = priority
        self.name = name
        self.handler = handler
        site = SourceSite(fileID: fileID, line: line)
    }

    func callAsFunction(
        _ operation: @escaping @Sendable (Send<Action>) async throws -> Void
    ) -> Effect<Action> {
        .run(
            priority: priority,
            name: name,
            operation: operation,
            catch: handler,
            fileID: site.fileID,
            line: site.line
        )
    }
}

/// The last demand of one piece of state, and the effects that run for it.
final class FeedbackMemory<Demand: Equatable, Action> {
    private(set) var last: Demand
    private let nothing: Demand
    private let change: (Demand, Demand) -> Effect<Action>

    init(_ work: FeedbackWork<Demand, Action>) {
        nothing = work.nothing
        last = nothing
        change = work.makeChange()
    }

    /// Whether there is no query, so that nothing has to be kept.
    var isIdle: Bool { last == nothing }

    /// The effect for a changed demand.
    func change(to demand: Demand) -> Effect<Action> {
        let old = last
        last = demand
        return change(old, demand)
    }

    /// The effect for a demand that may have changed.
    func update(to demand: Demand) -> Effect<Action> { demand == last ? .none : change(to: demand) }
}

/// The identifier of one run of a feedback.
///
/// It is a unique identifier, so cancelling it touches no other effect.
final class FeedbackRun: Hashable {
    static func == (left: FeedbackRun, right: FeedbackRun) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
