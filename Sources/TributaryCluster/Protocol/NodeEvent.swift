// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that somebody wants of a store.
struct NodeRequest: Sendable {
    enum Kind: Equatable, Sendable {
        /// To send an action, under an id by which it is known when it comes again.
        case command(id: String)

        /// To look at the state, or to wait for entries: it changes nothing, and may be done again.
        case look
    }

    /// Its number at this node.
    let number: Int
    let store: StoreName
    let kind: Kind
    let deadline: Duration

    /// Whether another node asks, which looks elsewhere itself.
    let isForeign: Bool
}

/// What happens to a node.
enum NodeEvent: Sendable {
    /// Time has passed.
    case tick

    /// The table of nodes was read: each row, and whether it was written lately.
    case tableRead([(row: NodeRow, isRecent: Bool)])

    /// Somebody wants something.
    case requested(NodeRequest)

    /// Nobody waits for the answer of a look any more.
    case abandoned(Int)

    /// Another node has answered a request, or has not.
    case answered(Int, NodeAnswer)

    /// What was asked of the log for a store; `opening` says for which of its openings.
    case logAnswered(StoreName, opening: Int, LogAnswer)

    /// A store did what it was asked.
    case performed(Int, StoreName, opening: Int, StoreAnswer)

    /// A store cannot write any more.
    case lost(StoreName, opening: Int)

    /// This node shall take no more stores, and give up those that it has.
    case leave
}

/// What becomes of a request.
enum NodeAnswer: Equatable, Sendable {
    /// The action is durable as this entry.
    case committed(Int)

    /// What was looked at; the value is beside the protocol.
    case shown

    /// It has not happened, and will not.
    case refused(String)

    /// It may have happened.
    case unknown(String)

    /// It has not happened: the node that was asked does not own the store, or was not reached.
    case elsewhere
}

/// What the log says of a store.
enum LogAnswer: Equatable, Sendable {
    /// The last entry has this number, `0` for none; nothing is to be believed yet.
    case last(Int)

    /// The claim is durable, and nobody else has written after it.
    case claimed

    /// The number of the claim is taken, or what it was to follow is not there.
    case fenced

    /// The state was recovered, up to the claim and no further; the last commands, in order.
    case recovered([RecordedCommand])

    /// There are entries of others after the claim, or the claim is not to be seen.
    case superseded

    /// It did not work now, and may work later.
    case failed(String)

    /// It will not work: an entry cannot be read.
    case broken(String)
}

/// A command in a log.
struct RecordedCommand: Equatable, Sendable {
    let id: String
    let entry: Int
}

/// What a store says to a request.
enum StoreAnswer: Equatable, Sendable {
    /// The action is durable as this entry.
    case committed(Int)

    /// What was looked at was durable when it was.
    case shown

    /// The store did not take the action, and will not.
    case refused(String)

    /// The store cannot write any more: the action may be durable or not.
    case lost
}

/// What a node has to do.
enum NodeCommand: Equatable, Sendable {
    /// Ask another node.
    case ask(Int, address: String)

    /// Tell whoever wanted something.
    case answer(Int, NodeAnswer)

    /// Find the number of the last entry.
    case findLast(StoreName, opening: Int)

    /// Append an entry that says that this node owns the store from here on.
    case claim(StoreName, opening: Int, at: Int)

    /// Read everything anew, up to the claim.
    case recover(StoreName, opening: Int, claim: Int)

    /// Find out whether the log has entries that this opening has not begun to append.
    case verify(StoreName, opening: Int)

    /// Let the store do what is wanted.
    case perform(Int, StoreName, opening: Int)

    /// Let go of the store.
    case close(StoreName, opening: Int)

    /// This node has left: it owns nothing.
    case left
}
