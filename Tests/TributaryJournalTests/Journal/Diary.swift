// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryJournal

/// A slow log, so that the last actions stay in flight for long.
struct SlowLog: ActionLog {
    let log: SQLiteLog

    func append(_ commit: LogCommit) async throws {
        for _ in 0..<1_000 { await Task.yield() }
        try await log.append(commit)
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: limit)
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: sequence)
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await log.keep(snapshot, droppingBefore: time)
    }

    func names() async throws -> [String] { try await log.names() }

    func close() async { await log.close() }
}

struct Diary: Reducer {
    init(mistake: Mistake? = nil) { self.mistake = mistake }

    struct State: Codable, Equatable, Sendable {
        var prefix = ""
        var lines: [String] = []
    }

    enum Action: Equatable, Sendable, Journaled {
        case write(String)
        case twice(String)
        case ask
        case roll

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Mistake { case changed, counts }

    var mistake: Mistake?
    private let count = Count()

    private final class Count { var value = 0 }

    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .write(let text):
            count.value += 1
            switch mistake {
            case nil: state.lines.append(state.prefix + text)
            case .changed: state.lines.insert(state.prefix + text, at: 0)
            case .counts: state.lines.append("\(count.value) \(ObjectIdentifier(count))")
            }
            return .none
        case .twice(let text):
            return .merge(.send(.write(text)), .send(.write(text)))
        case .ask:
            return .run { await $0(.write("answer")) }
        case .roll:
            state.lines.append(withRandomNumberGenerator { "\(Int.random(in: 0..<1_000_000, using: &$0))" })
            return .none
        }
    }
}
