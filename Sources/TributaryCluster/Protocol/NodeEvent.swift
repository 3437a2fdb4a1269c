// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to a store.
struct NodeRequest: Sendable {
    enum Kind: Equatable, Sendable {
        /// To send an action, under an id by which it is known when it comes again.
        case command(id: String)

        /// To look at the state, or to wait for entries: it changes nothing, and may be done again.
        case look
    }

    /// The message by which a request came.
    struct Message: Equatable, Sendable {
        let number: Int

        /// How many nodes died that may have had it.
        var deaths = 0

        /// The node that did it alone.
        var suspect: String?
    }

    /// Its number at this node.
    let number: Int
    let store: StoreName
    let kind: Kind

    /// Until when the caller waits; a command that came as a message is done at any time.
    let deadline: Duration?

    /// The message, if the request is from another node, another store, or a reminder.
    var message: Message?
}

/// A message that is addressed to a node which does not live.
struct StrayMessage: Equatable, Sendable {
    let number: Int
    let node: String
    let store: StoreName
}

/// An event of a node.
enum NodeEvent: Sendable {
    /// Time has passed.
    case tick

    /// The table of nodes was written to and read: the rows of those that came lately, how long ago each was changed, and which nodes
    /// are known to be connected to the log.
    case tableRead([NodeRow], ages: [String: Duration] = [:], connected: Set<String> = [])

    /// Another node has come, has other directories, or leaves.
    case othersChanged

    /// A caller of this node requests something.
    case requested(NodeRequest)

    /// Messages were received.
    case received([NodeRequest])

    /// The caller of a look has stopped waiting for its answer.
    case abandoned(Int)

    /// A request was put into the mailbox, or perhaps; `false` if certainly not.
    case posted(Int, Bool)

    /// The owner of a store has answered a request.
    case answered(Int, NodeAnswer)

    /// It was written down, or was not, that this node does a message alone.
    case marked(Int, Bool)

    /// Messages of nodes that do not live were found.
    case strays([StrayMessage])

    /// The log's answer for a store; `opening` identifies the opening that asked.
    case logAnswered(StoreName, opening: Int, LogAnswer)

    /// A store has answered a request.
    case performed(Int, StoreName, opening: Int, StoreAnswer)

    /// A store cannot write any more.
    case lost(StoreName, opening: Int)

    /// This node shall take no more stores, and give up those that it has.
    case leave
}

/// The result of a request.
enum NodeAnswer: Equatable, Sendable {
    /// The action is durable as this entry.
    case committed(Int)

    /// A look has succeeded; the value is kept outside of the protocol.
    case shown

    /// It has not happened, and will not.
    case refused(String)

    /// It may have happened.
    case unknown(String)
}

/// The log's answer about a store.
enum LogAnswer: Equatable, Sendable {
    /// The last entry has this number, `0` for none; nothing is to be believed yet.
    case last(Int)

    /// The claim is durable, and no other node has written after it.
    case claimed

    /// The number of the claim is taken, or the entry before it is missing.
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

/// A store's answer to a request.
enum StoreAnswer: Equatable, Sendable {
    /// The action is durable as this entry.
    case committed(Int)

    /// A look has succeeded, after the state that it read became durable.
    case shown

    /// The store did not take the action, and will not.
    case refused(String)

    /// The action cannot be read by this program.
    case unreadable(String)

    /// The store cannot write any more: the action may be durable or not.
    case lost
}

/// A command of the protocol to its node.
enum NodeCommand: Equatable, Sendable {
    /// Put a request into the mailbox, for a node.
    case post(Int, to: String)

    /// Answer a request; one that came as a message is removed.
    case answer(Int, NodeAnswer)

    /// Address the message of a request to another node, and forget it.
    case forward(Int, to: String)

    /// Set the message of a request aside, and report that to its caller.
    case setAside(Int, reason: String)

    /// Forget a request whose message stays in the mailbox, and receive it again if it is there.
    case release(Int)

    /// Write down that this node does the message of a request alone.
    case mark(Int)

    /// Write the row of this node, and read the table.
    case meet

    /// Notify other nodes that the row of this one is another: they read the table.
    case notify([String])

    /// Find the messages of other nodes than these.
    case findStrays(living: [String])

    /// Take messages of other nodes, some of which died.
    case adopt([StrayMessage], isStray: Bool)

    /// Find the number of the last entry.
    case findLast(StoreName, opening: Int)

    /// Append an entry by which this node owns the store from here on.
    case claim(StoreName, opening: Int, at: Int)

    /// Read everything anew, up to the claim.
    case recover(StoreName, opening: Int, claim: Int)

    /// Find out whether the log has entries that this opening has not begun to append.
    case verify(StoreName, opening: Int)

    /// Perform the request on the store.
    case perform(Int, StoreName, opening: Int)

    /// Close the store.
    case close(StoreName, opening: Int)

    /// This node has left: it owns nothing.
    case left
}
