// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Tributary
package import TributaryJournal

/// The storage for feeds and their readers, or none.
package struct Keeping: Sendable {
    private let journal: Journal?
    private let shelf: String

    /// No storage: a newsroom starts empty.
    package static let nowhere = Keeping(journal: nil, shelf: "")

    private init(journal: Journal?, shelf: String) {
        self.journal = journal
        self.shelf = shelf
    }

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in which every collection of feeds has its own part.
    ///   - shelf: The name of the collection.
    /// - Throws: The error if it cannot be opened.
    package init(at path: String, shelf: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.init(
            journal: try Journal(at: path, snapshots: .every(100), keep: .days(30)),
            shelf: shelf
        )
    }

    /// A store that recovers the state from the last run of the program, however that ended.
    ///
    /// - Parameters:
    ///   - name: The name of the store within the collection.
    ///   - initialState: The state before the very first action.
    ///   - reducer: The reducer.
    ///   - mounts: Makes the reducers that are mounted on the store, by their names in the mount.
    ///   - configure: Sets the dependencies.
    /// - Returns: The store.
    /// - Throws: The error if it cannot be recovered.
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
