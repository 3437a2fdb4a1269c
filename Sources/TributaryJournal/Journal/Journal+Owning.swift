// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore
package import TributaryLog

/// Why a store is not opened by the node that claimed it: the log does not end with the claim.
package struct ClaimSuperseded: Error {}

extension Journal {
    /// How many entries are looked at for the ids of commands, at least.
    private static let window = 1_000

    /// The number of the last entry of a log that can be seen; nothing else of it is to be believed.
    ///
    /// A claim after a smaller number is fenced, and then the number is found again.
    package func lastEntry(of name: String) async throws -> Int {
        var last = try await log.snapshot(of: name, upTo: .max)?.sequence ?? 0
        let limit = 256
        while true {
            let commits = try await log.commits(of: name, after: last, limit: limit)
            last = commits.last?.last ?? last
            if commits.count < limit { return last }
        }
    }

    /// Appends the entry by which a node owns a store from then on.
    package func claim<Action: Journaled & Sendable>(
        _ name: String,
        of action: Action.Type,
        as ownership: StoreOwnership
    )
        async throws
    {
        var entry = JournalEntry<Action>(action: nil, time: Self.now(), cause: nil)
        entry.command = ownership.token
        let commit = LogCommit(
            name: name,
            sequence: ownership.claim,
            time: entry.time,
            contents: try CommitCoding<Action>().encode([entry])
        )
        try await log.append(commit)
    }

    /// Whether no other writer has continued the log after the owner's last append.
    ///
    /// One read, which finds no commit if the store is idle.
    package func verify(_ ownership: StoreOwnership, of name: String) async throws -> Bool {
        // At most one commit of its own is in flight; a second one is another writer's, or was begun meanwhile.
        let last = try await log.commits(of: name, after: ownership.durable, limit: 2).last?.last ?? 0
        // Read afterwards: otherwise, an append that was begun meanwhile would count as foreign.
        return last <= ownership.begun
    }

    /// Opens a store that was claimed.
    ///
    /// - Throws: `ClaimSuperseded` if the claim is not the last entry.
    package func open<State: Codable & Sendable, Action: Journaled & Sendable, R: Reducer<State, Action>>(
        _ name: String,
        claimedAs ownership: StoreOwnership,
        version: Int,
        initialState: State,
        reducer: @Sendable () -> R,
        outbox: StoreOutbox<State, Action>? = nil,
        dependencies configure: @Sendable (inout Dependencies) -> Void
    ) async throws -> StoreActor<State, Action> {
        let opened: Beginning<State, Action> = try await begin(
            name,
            version,
            initialState,
            reducer,
            { [:] },
            configure,
            ownership: ownership,
            outbox: outbox
        )
        let machine = Machine(
            initialState: opened.state,
            reducer: reducer,
            dependencies: .ofStore(configure)
        )
        machine.record(with: opened.makeRecorder())
        return StoreActor(machine: machine)
    }

    /// The actions of a log after an entry, which is known to be durable up to another.
    ///
    /// - Returns: The actions; `nil` if the log lacks some, as a server that was the primary before may.
    package func actions<Action: Journaled & Sendable>(of name: String, after start: Int, upTo end: Int)
        async throws
        -> [(entry: Int, action: Action)]?
    {
        var actions: [(entry: Int, action: Action)] = []
        let last = try await read(name, after: start, upTo: end) { (entry: JournalEntry<Action>, number) in
            if let action = entry.action { actions.append((number, action)) }
        }
        return last < end ? nil : actions
    }

    /// Makes sure that a log ends with a claim, and finds the commands before it that may come again.
    nonisolated(nonsending) func check<State, Action: Journaled & Sendable>(
        _ ownership: StoreOwnership,
        of name: String,
        _ recovered: RecoveredState<State>,
        _ action: Action.Type
    ) async throws {
        guard recovered.sequence == ownership.claim, ownership.isConfirmed else { throw ClaimSuperseded() }
        let start = max(0, ownership.claim - Self.window)
        guard start < recovered.snapshot else { return }
        var earlier: [(id: String, entry: Int)] = []
        let first =
            try await log.commits(of: name, after: start, limit: 1).first?.sequence ?? recovered.snapshot + 1
        _ = try await read(name, after: max(start, first - 1), upTo: recovered.snapshot) {
            (entry: JournalEntry<Action>, number) in
            if let command = entry.command, entry.action != nil { earlier.append((command, number)) }
        }
        ownership.insert(earlier: earlier)
    }
}
