// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a feedback reacts when its query has changed.
struct FeedbackWork<Demand, Action> {
    /// The query of a state without one.
    let nothing: Demand

    /// Begins the runs of new queries, and ends those of former ones.
    ///
    /// In this order: a place in the state where nothing runs for a moment would be forgotten by the table of effects.
    let change: (_ old: Demand, _ new: Demand, _ runs: FeedbackRuns<Action>) -> Effect<Action>
}

extension FeedbackWork {
    /// One query, or none.
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

/// The last query of one piece of state, and the effect that runs for it.
final class FeedbackMemory<Demand: Equatable, Action> {
    /// The last query.
    ///
    /// Behind a pointer that this object owns while it lives, and that only the machine's actor reads and writes, one access at a
    /// time. So reading it after each action needs no runtime check of exclusive access.
    private(set) var last: Demand
    private let work: FeedbackWork<Demand, Action>
    private let runs = FeedbackRuns<Action>()

    init(_ work: FeedbackWork<Demand, Action>) {
        self.work = work
        last = work.nothing
    }

    /// Whether there is no query, so that nothing has to be kept.
    var isIdle: Bool { last == work.nothing }

    /// The effect for a changed query.
    func change(to demand: Demand) -> Effect<Action> {
        let old = last
        last = demand
        return work.change(old, demand, runs)
    }

    /// The effect for a query that may have changed.
    func update(to demand: Demand) -> Effect<Action> { demand == last ? .none : change(to: demand) }
}

/// The identifier of one run of a feedback.
///
/// It is a unique identifier, so cancelling it touches no other effect.
final class FeedbackRun: Hashable {
    static func == (left: FeedbackRun, right: FeedbackRun) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The running effects of one feedback in one piece of state, by query or by the query's key.
final class FeedbackRuns<Action> {
    private var running: [AnyHashable: FeedbackRun] = [:]

    init() {}

    /// The effect that begins a run: it belongs to the state with the query, not to the action that began it.
    func begin(_ key: AnyHashable, _ effect: Effect<Action>) -> Effect<Action> {
        guard let operation = effect.operation else { return effect }
        let run = FeedbackRun()
        running[key] = run
        return Effect(
            .cancellable(operation, id: AnyHashable(run), cancelsInFlight: false, belongsToState: true)
        )
    }

    /// The effect that cancels a run, if it has not ended by itself.
    func end(_ key: AnyHashable) -> Effect<Action> {
        running.removeValue(forKey: key).map { .cancel(id: $0) } ?? .none
    }
}
