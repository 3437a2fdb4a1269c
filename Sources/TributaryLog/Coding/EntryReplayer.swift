// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// Makes a state from the entries of a log, with the reducers that were mounted.
package final class EntryReplayer<State, Action> {
    package let replayer: Replayer<State, Action>

    /// The reducers that are mounted, in order.
    package private(set) var mounts: [RecordedMounts.Mount] = []

    /// Whether the turn of the last entry continued.
    package private(set) var isCutOff = false

    private let name: String
    private let seed: UInt64
    private let reducers: [String: AnyReducer<State, Action>]

    /// - Parameters:
    ///   - name: Of the log.
    ///   - start: The state to begin with.
    ///   - mounts: The reducers that are mounted there.
    ///   - reducer: The reducer.
    ///   - makeMounts: Makes the reducers that may be mounted, by their names.
    ///   - configure: Sets dependencies for all of them.
    /// - Throws: `JournalError.undecodable` if `makeMounts` lacks a mounted reducer.
    package init<R: Reducer<State, Action>>(
        of name: String,
        startingWith start: State,
        mounts: RecordedMounts,
        reducer: () -> R,
        makingMounts makeMounts: () -> [String: AnyReducer<State, Action>],
        dependencies configure: (inout Dependencies) -> Void
    ) throws {
        self.name = name
        seed = name.seed
        replayer = Replayer(initialState: start, reducer: reducer, dependencies: configure)
        reducers = replayer.dependencies.making(makeMounts)
        for mount in mounts.mounts { try self.mount(mount.name, at: mount.entry) }
    }

    package var state: State { replayer.state }

    /// Replays an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - number: Its number.
    /// - Throws: `JournalError.undecodable` if it mounts an unknown reducer.
    package func replay(_ entry: JournalEntry<Action>, _ number: Int) throws {
        isCutOff = entry.isPart
        switch entry.mount {
        case .began(let name): try mount(name, at: number)
        case .ended(let entry):
            mounts.removeAll { $0.entry == entry }
            replayer.mount(nil, at: entry)
        case nil:
            guard let action = entry.action else { return }
            let entryOfAction = RecordedEntry(
                number: number,
                milliseconds: entry.time.milliseconds,
                seed: seed
            )
            replayer.reduce(action, as: entryOfAction, passing: entry.passed)
        }
    }

    private func mount(_ mounted: String, at entry: Int) throws {
        guard let reducer = reducers[mounted] else {
            throw JournalError.undecodable(
                name: name,
                sequence: entry,
                reason: "it mounts “\(mounted)”, and `mounts` has no reducer of this name"
            )
        }
        mounts.append(RecordedMounts.Mount(name: mounted, entry: entry))
        replayer.mount(reducer, at: entry)
    }
}

/// The reducers that were mounted when a snapshot was taken, as a part of its fingerprint.
package struct RecordedMounts: Equatable, Sendable {
    package struct Mount: Equatable, Sendable {
        package let name: String
        package let entry: Int

        package init(name: String, entry: Int) {
            self.name = name
            self.entry = entry
        }
    }

    package var mounts: [Mount]

    package init(_ mounts: [Mount] = []) { self.mounts = mounts }

    /// A character that is in no name.
    fileprivate static let separator: Character = "\u{1F}"

    /// The fingerprint of a reducer, with the mounted ones.
    package func fingerprint(of reducer: String) -> String {
        mounts.reduce(reducer) { "\($0)\(Self.separator)\($1.entry) \($1.name)" }
    }

    /// The reducers mounted in addition to a reducer; `nil` if the fingerprint is that of another one.
    package init?(in fingerprint: String, of reducer: String) {
        let parts = fingerprint.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard parts.first.map(String.init) == reducer else { return nil }
        mounts = []
        for part in parts.dropFirst() {
            let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let entry = Int(words[0]) else { return nil }
            mounts.append(Mount(name: String(words[1]), entry: entry))
        }
    }
}

extension LogSnapshot {
    /// The reducers that were mounted when it was taken.
    package var mounts: RecordedMounts {
        let reducer = fingerprint.prefix { $0 != RecordedMounts.separator }
        return RecordedMounts(in: fingerprint, of: String(reducer)) ?? RecordedMounts()
    }
}

extension String {
    /// The seed of the log's random numbers, the same on all machines.
    package var seed: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
