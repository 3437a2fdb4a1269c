// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
import TributaryLog

/// Takes orders: actions of the usual size, and a reducer that does little.
struct Orders: Reducer {
    struct State: Codable, Equatable, Sendable {
        var count = 0
        var cents = 0
    }

    enum Action: Equatable, Sendable, Journaled {
        case ordered(id: String, cents: Int)
        case paid(String)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        static func example(_ index: Int) -> Action {
            index.isMultiple(of: 4) ? .paid("order-\(index)") : .ordered(id: "order-\(index)", cents: index)
        }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.count += 1
        if case .ordered(_, let cents) = action { state.cents += cents }
        return .none
    }
}

/// A log that costs nothing: in a list, or nowhere.
final class ListLog: ActionLog {
    private let state = Mutex<(commits: [LogCommit], start: LogSnapshot?)>(([], nil))
    private let keeps: Bool

    init(keeps: Bool = true) { self.keeps = keeps }

    var start: LogSnapshot? {
        get { state.withLock { $0.start } }
        set { state.withLock { $0.start = newValue } }
    }

    func add(_ commit: LogCommit) { state.withLock { $0.commits.append(commit) } }

    func append(_ commit: LogCommit) async throws { if keeps { add(commit) } }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        state.withLock { state in
            // In order, so a binary search works; it is needed once a page.
            let index = state.commits.partitioningIndex { $0.last > sequence }
            return Array(state.commits[index...].prefix(limit))
        }
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        state.withLock { $0.start.flatMap { $0.name == name && $0.sequence <= sequence ? $0 : nil } }
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws { start = snapshot }

    func names() async throws -> [String] { [] }

    func close() async {}
}

extension [LogCommit] {
    /// The first index where a condition holds, if it holds for all later ones.
    fileprivate func partitioningIndex(where holds: (LogCommit) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
