// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CSQLiteByHand
import Foundation
import TributaryCore
import TributaryJournal

extension Scenario {
    private static let burst = 1_000

    /// Actions that are sent one by one, and awaited a burst at a time, compared with rows of a table.
    static let journal = [
        Scenario(
            "journal/burst/\(burst)",
            baseline: "journal/burst/\(burst)/by-hand",
            batch: 10 * burst,
            isRepeatable: false
        ) {
            let folder = TemporaryFolder()
            let keeper = Keeper()
            blockMain { await keeper.open(folder.path) }
            return { count in
                blockMain {
                    for first in stride(from: 0, to: count, by: burst) {
                        for index in first..<(first + burst) { keeper.store?.send(.add("line \(index)")) }
                        await keeper.store?.finish()
                    }
                    withExtendedLifetime(folder) {}
                }
            }
        },
        Scenario("journal/burst/\(burst)/by-hand", batch: 10 * burst) {
            let table = Table()
            return { count in
                for first in stride(from: 0, to: count, by: burst) {
                    table.add((first..<(first + burst)).map { "line \($0)" })
                }
            }
        },
    ]
}

@MainActor
private final class Keeper {
    var store: StoreOf<Kept>?

    func open(_ path: String) async {
        do {
            let journal = try Journal(at: path, snapshots: .never)
            store = try await Store(journal: journal, id: "kept", initialState: Kept.State()) { Kept() }
        } catch {
            fatalError("\(error)")
        }
    }
}

/// Counts its actions.
private struct Kept: Reducer {
    struct State: Codable, Sendable { var count = 0 }

    enum Action: Journaled, Sendable {
        case add(String)
        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.count += 1
        return .none
    }
}

/// A table to which texts are added, a transaction at a time, each of which is on the disk when it returns.
private final class Table {
    private struct Added: Encodable { var add: String }

    private let folder = TemporaryFolder()
    private let encoder = JSONEncoder()
    private var handle: OpaquePointer?
    private var insertion: OpaquePointer?

    init() {
        sqlite3_open(folder.path, &handle)
        execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, contents TEXT NOT NULL)")
        sqlite3_prepare_v2(handle, "INSERT INTO entries (contents) VALUES (?)", -1, &insertion, nil)
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_close(handle)
    }

    func add(_ texts: [String]) {
        execute("BEGIN")
        for text in texts {
            guard let text = try? String(decoding: encoder.encode(Added(add: text)), as: UTF8.self) else {
                continue
            }
            sqlite3_bind_text(insertion, 1, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            guard sqlite3_step(insertion) == SQLITE_DONE else {
                fatalError(String(cString: sqlite3_errmsg(handle)))
            }
            sqlite3_reset(insertion)
        }
        execute("COMMIT")
    }

    private func execute(_ text: String) {
        guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
            fatalError(String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// A folder that is there as long as the process needs it.
private final class TemporaryFolder: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "tributary-benchmark-\(UUID())"
    )
    var path: String { folder.appending(path: "file.sqlite").path }

    init() { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
