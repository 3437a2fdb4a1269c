// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a journal cannot give a store, or the state of one.
public enum JournalError: Error, Equatable, Sendable {
    /// An entry of a log was written, and cannot be read by this program.
    case undecodable(name: String, sequence: Int, reason: String)

    /// The entries between the newest usable snapshot and the first one of the log were dropped.
    case entriesMissing(name: String, from: Int, to: Int)

    /// A replay gives another state than the one that a snapshot holds.
    case differs(name: String, sequence: Int, difference: String)

    /// The log has no such entry.
    case noSuchEntry(name: String, sequence: Int, last: Int)

    /// A store with this name is open.
    case alreadyOpen(name: String)
}

extension JournalError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .undecodable(let name, let sequence, let reason):
            """
            Entry \(sequence) of “\(name)” cannot be read: \(reason). Nothing was changed. Say in the action's \
            `coding` what has changed since it was written, or use the program that wrote it.
            """
        case .entriesMissing(let name, let from, let to):
            """
            Entries \(from) to \(to) of “\(name)” were dropped, and no snapshot that this reducer can use stands for \
            them. Open it with the reducer that took the newest snapshot, or keep entries for longer.
            """
        case .differs(let name, let sequence, let difference):
            """
            “\(name)” is not what a replay gives, from entry \(sequence) on:
            \(difference)
            A reducer must depend on the state, the action and its dependencies alone.
            """
        case .noSuchEntry(let name, let sequence, let last):
            "“\(name)” has no entry \(sequence); its last one is \(last)."
        case .alreadyOpen(let name):
            "“\(name)” is open already. A log has one store; share that, or close it first."
        }
    }
}
