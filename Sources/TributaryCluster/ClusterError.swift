// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The error of a command that a cluster refused, or whose result is unknown.
public enum ClusterError: Error, Equatable, Sendable {
    /// It has not happened, and will not.
    case refused(reason: String)

    /// It may have happened. Sent again with the same id, it is not done twice.
    case unknown(reason: String)
}

extension ClusterError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .refused(let reason): "It was not done: \(reason)."
        case .unknown(let reason):
            "It may have been done or not: \(reason). Send it again with the same id to find out."
        }
    }
}

/// The counts of a node's work since it began.
public struct ClusterCounts: Equatable, Sendable {
    /// The stores that are open at this node now.
    public var stores = 0

    /// The requests to this node, from its own callers and from other nodes, that have no answer yet.
    public var waiting = 0

    /// Of these, the requests in the mailbox of other nodes.
    public var asked = 0

    /// The messages that this node has taken from the mailbox, and not finished.
    public var messages = 0

    /// How often a store was opened here, to take it over or for a new request.
    public var openings = 0

    /// Commands that were acknowledged here, to callers and to senders of messages.
    public var committed = 0

    /// The refused requests.
    public var refused = 0

    /// Commands with an unknown result.
    public var unknown = 0

    /// Messages that were set aside, because this program cannot read them, or because nodes died of them.
    public var setAside = 0

    /// Heartbeats after which no hint arrived: this node polls its messages then.
    public var missedHints = 0

    /// How often the mailbox or the table of nodes could not be read or written.
    public var failures = 0

    /// Nothing yet.
    public init() {}
}
