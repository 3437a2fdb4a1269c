// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal

/// A command-line tool without macros that keeps its state: it writes a list, and a second life of it goes on.
struct List: Reducer {
    struct State: Codable, Sendable { var lines: [String] = [] }

    enum Action: Codable, Sendable { case add(String) }

    var body: some Reducer<State, Action> {
        Update { state, action in
            if case .add(let line) = action { state.lines.append(line) }
        }
    }
}

// What `@CasePathable` writes.
extension List.Action: Journaled {
    struct AllCasePaths {
        var add: CasePath<List.Action, String> {
            CasePath(named: "add", embed: List.Action.add) {
                if case .add(let line) = $0 { line } else { nil }
            }
        }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
for line in ["bread", "butter"] {
    let journal = try Journal(at: folder.appending(path: "list.sqlite").path)
    let list = try await journal.open("list", initialState: List.State()) { List() }
    try await list.send(.add(line)).committed()
    print(await list.state.lines.joined(separator: ", "))
    await list.close()
    await journal.close()
}
