// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The error of a log.
public enum ActionLogError: Error, Equatable, Sendable {
    /// The number of the commit is taken: another writer continues the log.
    case fenced(name: String, sequence: Int)

    /// Another process, or another log of this one, writes to the place.
    case inUse(place: String)

    /// The place belongs to another application. Nothing was written.
    case foreign(place: String)

    /// The place was written by a newer version of this library. Nothing was written.
    case newer(place: String, version: Int, supported: Int)

    /// The stored data cannot be read. Nothing was written.
    case damaged(place: String, reason: String)

    /// The place cannot be written to.
    case notWritable(place: String, reason: String)

    /// There is no room for more.
    case full(place: String)

    /// Nothing takes it in time; it was not written.
    case unreachable(place: String, reason: String)

    /// Another failure. A pending write may be durable or not.
    case failed(place: String, reason: String)

    /// The log was closed.
    case closed(place: String)
}

extension ActionLogError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .fenced(let name, let sequence):
            "Entry \(sequence) of the log “\(name)” was written by another writer, which continues it. Open the store again."
        case .inUse(let place):
            "\(place) is in use. Only one process can write to it; close the other journal first."
        case .foreign(let place):
            "\(place) is not a log of Tributary, and was left as it is. Choose another place."
        case .newer(let place, let version, let supported):
            """
            \(place) was written by a newer version of Tributary (format \(version); this one knows \(supported)), \
            and was left as it is. Update Tributary.
            """
        case .damaged(let place, let reason):
            "\(place) cannot be read: \(reason). It was left as it is; restore a copy, or move it away to begin anew."
        case .notWritable(let place, let reason):
            "\(place) cannot be written: \(reason)."
        case .full(let place):
            "There is no room left for \(place). Make room, and open the journal again: nothing is written until then."
        case .unreachable(let place, let reason):
            "\(place) cannot be reached: \(reason). Nothing was written; try again later."
        case .failed(let place, let reason):
            "\(place): \(reason). Nothing more is written until the journal is opened again."
        case .closed(let place):
            "\(place) was closed."
        }
    }
}
