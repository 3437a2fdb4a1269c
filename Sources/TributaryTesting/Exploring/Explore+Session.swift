// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryCore
public import TributaryLog

/// Takes the actions of a session in every order of effects and answers that leads to them, and fails if a property does not hold
/// on the way.
///
/// ```swift
/// try await explore(
///     Checkout(),
///     world: Bank(),
///     replaying: "charged twice.tributary",
///     properties: [.never("charged twice") { $0.world.charges > 1 }]
/// ) { dependencies, bank in
///     …
/// }
/// ```
/// The session is that of a counterexample, which `writeSession(to:)` wrote, or one that was exported from a journal. It contains
/// actions, and no answers: `explore` tries all answers, and follows those after which effects send the actions of the session.
/// Actions without a cause in the session are the user's. It fails as well if no order leads to these actions.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - world: The world outside at the beginning.
///   - path: The session's file. It begins with the initial state.
///   - properties: The properties to verify. `eventually` and `leadsTo` have to hold at the end; `sometimes` is not judged by one
///     session.
///   - configure: Sets dependencies for the reducer and its effects, which send questions to the world.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The failures.
/// - Throws: An `ActionLogError` if the file is no session, and a `JournalError` if an entry cannot be read.
@discardableResult
public nonisolated(nonsending) func explore<R: Reducer, WorldValue: Hashable & Sendable>(
    _ reducer: @autoclosure @escaping () -> R,
    world: WorldValue,
    replaying path: String,
    properties: [Property<R.State, WorldValue>],
    dependencies configure: @escaping (inout Dependencies, World<WorldValue>) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws -> Exploration where R.State: Hashable & Decodable, R.Action: Hashable & Journaled {
    let session = try FollowedSession<R.Action>(LogSession(contentsOf: path))
    let start = Followed<R>.State(feature: try session.start.state(as: R.State.self))
    var limits = CheckLimits()
    // The user's actions are those of the session.
    limits.effectsInFlight = .max
    let feature = CheckedFeature<Followed<R>.State, R.Action, WorldValue>(
        initialState: { start },
        world: world,
        reducer: { AnyReducer(Followed(feature: reducer(), session: session)) },
        dependencies: configure,
        actions: { $0.position.flatMap(session.sent).map { [$0] } ?? [] },
        properties: session.properties(properties),
        limits: limits,
        identify: nil
    )
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let result = await CheckRun(feature, site: site).run(walks: 20)
    var exploration = Exploration()
    exploration.count = 1
    exploration.isComplete = result.isComplete
    exploration.situationCount = result.situationCount
    exploration.failures =
        result.counterexamples.map(\.failure) + result.unreachedProperties.map { "“\($0)” holds nowhere." }
    return exploration
}

/// Takes the actions of a session in every order of effects and answers that leads to them, and fails if a property does not hold
/// on the way.
///
/// It is the `explore(replaying:)` of a session with a world, for a feature whose answers change nothing outside of it.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - path: The session's file. It begins with the initial state.
///   - properties: The properties to verify. `eventually` and `leadsTo` have to hold at the end; `sometimes` is not judged by one
///     session.
///   - configure: Sets dependencies for the reducer and its effects.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The failures.
/// - Throws: An `ActionLogError` if the file is no session, and a `JournalError` if an entry cannot be read.
@discardableResult
public nonisolated(nonsending) func explore<R: Reducer>(
    _ reducer: @autoclosure @escaping () -> R,
    replaying path: String,
    properties: [Property<R.State, NoWorld>],
    dependencies configure: @escaping (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws -> Exploration where R.State: Hashable & Decodable, R.Action: Hashable & Journaled {
    try await explore(
        reducer(),
        world: NoWorld(),
        replaying: path,
        properties: properties,
        dependencies: { dependencies, _ in configure(&dependencies) },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}

/// The actions of a session, in order.
private struct FollowedSession<Action: Journaled & Hashable> {
    let start: LogSnapshot
    let entries: [(action: Action, isSent: Bool)]

    init(_ session: LogSession) throws {
        start = session.start
        entries = try session.entries(of: Action.self).compactMap { _, entry in
            entry.action.map { ($0, entry.cause == nil) }
        }
    }

    /// The action that the user sends at a position, if it is the user's.
    func sent(at position: Int) -> Action? {
        guard position < entries.count, entries[position].isSent else { return nil }
        return entries[position].action
    }

    /// The properties of a feature, for those of its situations that the session leads to.
    func properties<Feature, WorldValue>(
        _ properties: [Property<Feature.State, WorldValue>]
    ) -> [Property<Followed<Feature>.State, WorldValue>] where Feature.Action == Action {
        typealias Whole = Situation<Followed<Feature>.State, WorldValue>
        func part(_ whole: Whole) -> Situation<Feature.State, WorldValue> {
            Situation(
                state: whole.state.feature,
                world: whole.world,
                effectsInFlight: whole.effectsInFlight
            )
        }
        let end = entries.count
        let mapped = properties.compactMap { property -> Property<Followed<Feature>.State, WorldValue>? in
            switch property.kind {
            case .always(let holds): .always(property.name) { $0.position == nil || holds(part($0)) }
            case .leadsTo(let begins, let ends):
                .leadsTo(property.name) {
                    $0.position == end && begins(part($0))
                } then: {
                    $0.position == nil || ends(part($0))
                }
            case .effectsEnd: .effectsEnd
            case .noUnhandledAction: .noUnhandledAction
            case .sometimes: nil
            }
        }
        return mapped + [.sometimes("the actions of the session arrive in its order") { $0.position == end }]
    }
}

/// A feature that reduces only the actions of a session, in their order.
private struct Followed<Feature: Reducer>: Reducer
where Feature.State: Hashable, Feature.Action: Hashable & Journaled {
    struct State: Hashable, CustomDumpRepresentable {
        var feature: Feature.State

        /// How many actions of the session have arrived; `nil` once another one has.
        var position: Int? = 0

        var customDumpValue: Any { feature }
    }

    let feature: Feature
    let session: FollowedSession<Feature.Action>

    var body: some Reducer<State, Feature.Action> {
        Scope(state: \.feature) { feature }
            .wrapped { state, action, reduce in
                guard let position = state.position, position < session.entries.count,
                    session.entries[position].action == action
                else {
                    state.position = nil
                    return .none
                }
                state.position = position + 1
                return reduce(&state, action)
            }
    }
}
