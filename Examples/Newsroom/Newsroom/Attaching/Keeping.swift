// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Tributary
package import TributaryJournal

/// Where the newsroom keeps what it knows of feeds and of their readers, if it keeps it.
package struct Keeping: Sendable {
    private let journal: Journal?
    private let shelf: String

    /// Keeps nothing: a newsroom ends, and begins anew.
    package static let nowhere = Keeping(journal: nil, shelf: "")

    private init(journal: Journal?, shelf: String) {
        self.journal = journal
        self.shelf = shelf
    }

    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: Of the file, in which every collection of feeds has its own part.
    ///   - shelf: What the collection is called.
    /// - Throws: Why it cannot be opened.
    package init(at path: String, shelf: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.init(
            journal: try Journal(at: path, snapshots: .every(100), keep: .days(30)),
            shelf: shelf
        )
    }

    /// A store that has the state which it had when the program ended, however it ended.
    ///
    /// - Parameters:
    ///   - name: What tells it from the other stores of the collection.
    ///   - initialState: The state before the first action ever.
    ///   - reducer: The reducer.
    ///   - mounts: Makes the reducers that are mounted on the store, by the names that they are given there.
    ///   - configure: Sets the dependencies.
    /// - Returns: The store.
    /// - Throws: Why it cannot be recovered.
    @MainActor
    package func store<State: Codable & Sendable, Action: Journaled & Sendable, R: Reducer<State, Action>>(
        _ name: String,
        initialState: State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) async throws -> Store<State, Action> {
        guard let journal else {
            return Store(initialState: initialState, reducer: reducer, dependencies: configure)
        }
        return try await Store(
            journal: journal,
            id: self.name(name),
            initialState: initialState,
            reducer: reducer,
            mounts: mounts,
            dependencies: configure
        )
    }

    /// The same on an actor of its own.
    package func storeActor<
        State: Codable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        initialState: State,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R,
        dependencies configure: @Sendable (inout Dependencies) -> Void
    ) async throws -> StoreActor<State, Action> {
        guard let journal else {
            return StoreActor(initialState: initialState, reducer: reducer, dependencies: configure)
        }
        return try await journal.open(
            self.name(name),
            initialState: initialState,
            reducer: reducer,
            dependencies: configure
        )
    }

    /// Waits until everything is written, and closes the file.
    package func close() async { await journal?.close() }

    private func name(_ name: String) -> String { "\(name) in \(shelf)" }
}
