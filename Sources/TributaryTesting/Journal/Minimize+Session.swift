// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import TributaryCore
public import TributaryLog

/// A session that was made as short as possible.
public struct MinimizedSession<Action> {
    /// The actions that are left, in order.
    public let actions: [Action]

    /// How many actions the session had.
    public let recordedCount: Int

    /// How many sequences of actions were tried.
    public let probeCount: Int
}

/// Leaves out actions of a recorded session, and makes payloads smaller, as long as it leads to a wrong state.
///
/// ```swift
/// let minimized = try minimize(session: "bug.tributary", to: "small.tributary") {
///     Shop()
/// } failing: { state in
///     state.total < 0
/// }
/// ```
/// The actions that effects sent are in the session, so no effect runs. Numbers become smaller, texts and lists shorter, as
/// long as the action can be decoded. The result is a session from which no action and no pair of actions can be left out.
///
/// - Parameters:
///   - path: The path of the session, as `export` or a counterexample wrote it.
///   - output: The path of the shorter session; `nil` writes none.
///   - reducer: The reducer; made and resolved once.
///   - configure: Sets dependencies for the reducer.
///   - isWrong: Whether a state is the failure. It is asked after each action.
/// - Returns: The actions that are left.
/// - Throws: An `ActionLogError` if the file is no session, a `JournalError` if an entry cannot be read, and
///   ``MinimizingError`` if the session does not lead to a wrong state.
public func minimize<State: Codable, Action: Journaled, R: Reducer<State, Action>>(
    session path: String,
    to output: String? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    dependencies configure: (inout Dependencies) -> Void = { _ in },
    failing isWrong: (State) -> Bool
) throws -> MinimizedSession<Action> {
    let session = try LogSession(contentsOf: path)
    let start = try JSONDecoder().decode(State.self, from: Data(session.start.contents))
    let coding = CommitCoding<Action>()
    var actions: [Action] = []
    for commit in session.commits {
        for entry in try coding.decode(commit) {
            guard entry.mount == nil else { throw MinimizingError.mounts }
            if let action = entry.action { actions.append(action) }
        }
    }
    var dependencies = Dependencies()
    dependencies.isTesting = true
    dependencies.diagnosticReporter = .silent
    configure(&dependencies)
    let reduce = R.resolved(dependencies: dependencies, reducer)
    return try withoutActuallyEscaping(isWrong) { isWrong in
        var shrinker = Shrinker<Action>(
            failure: { actions in
                var state = start
                for (index, action) in actions.enumerated() {
                    _ = reduce(&state, action)
                    if isWrong(state) { return index + 1 }
                }
                return nil
            },
            simpler: PayloadShrinker.simpler
        )
        guard shrinker.failure(actions) != nil else { throw MinimizingError.noFailure }
        let shortest = shrinker.shrink(actions)
        if let output {
            let entries = shortest.enumerated().map { index, action in
                JournalEntry(action: action, time: LogTime(milliseconds: index + 1), cause: nil)
            }
            let commits = try entries.enumerated().map { index, entry in
                LogCommit(
                    name: session.name,
                    sequence: session.start.sequence + index + 1,
                    time: entry.time,
                    contents: try coding.encode([entry])
                )
            }
            try LogSession(name: session.name, start: session.start, commits: commits).write(to: output)
        }
        return MinimizedSession(
            actions: shortest,
            recordedCount: actions.count,
            probeCount: shrinker.probeCount
        )
    }
}

/// An error of `minimize`.
public enum MinimizingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The session does not lead to a state that is wrong.
    case noFailure

    /// Reducers were mounted in the session.
    case mounts

    /// The error in words.
    public var description: String {
        switch self {
        case .noFailure: "No state of the session is wrong."
        case .mounts: "Reducers were mounted in the session, which cannot be minimized."
        }
    }
}

/// Makes the payloads of actions smaller, by the JSON in which they are coded.
enum PayloadShrinker {
    /// Actions with one value of the payload made smaller, the smallest first.
    static func simpler<Action: Codable>(_ action: Action) -> [Action] {
        let encoder = JSONEncoder()
        guard let data = try? encoder.encode([action]),
            let values = try? JSONSerialization.jsonObject(with: data) as? [Any], let value = values.first
        else { return [] }
        return smaller(value).compactMap { candidate in
            guard let data = try? JSONSerialization.data(withJSONObject: [candidate]) else { return nil }
            return try? JSONDecoder().decode([Action].self, from: data).first
        }
    }

    private static func smaller(_ value: Any) -> [Any] {
        switch value {
        case let fields as [String: Any]:
            return fields.keys.sorted().flatMap { key in
                smaller(fields[key] ?? NSNull()).map { field in
                    var fields = fields
                    fields[key] = field
                    return fields as Any
                }
            }
        case let elements as [Any]:
            let shorter = elements.indices.map { index in
                var elements = elements
                elements.remove(at: index)
                return elements as Any
            }
            let simpler = elements.indices.flatMap { index in
                smaller(elements[index]).map { element in
                    var elements = elements
                    elements[index] = element
                    return elements as Any
                }
            }
            return (elements.count > 1 ? [[Any]() as Any] : []) + shorter + simpler
        case let text as String:
            return text.isEmpty ? [] : Array(Set(["", String(text.prefix(text.count / 2))])).sorted()
        case let number as Int:
            return Set([0, 1, number / 2, number - number.signum()]).filter {
                $0.magnitude < number.magnitude
            }
            .sorted()
        default: return []
        }
    }
}
