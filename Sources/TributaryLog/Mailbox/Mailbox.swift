// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A log that also carries messages: commands and questions for stores that another node owns.
///
/// Nodes of a cluster reach each other through it, and nothing else. A message is a row, addressed to the node that its sender takes
/// for the owner of the store. The owner reduces the command, and one atomic step appends the commit and removes the message. So a command
/// whose message is durable is reduced exactly once, also when its owner dies in between.
///
/// Times are measured by the mailbox, not by nodes, whose clocks may differ. `checkMailbox` of `TributaryTesting` checks an
/// implementation.
public protocol Mailbox: ActionLog {
    /// Appends a commit and changes messages, all of it or nothing, and returns when it is durable.
    ///
    /// A commit that is appended again because its answer was lost changes the messages once.
    ///
    /// - Parameters:
    ///   - commit: Follows the last commit of its log.
    ///   - changes: `put`, `remove`, and `cancel`; others are ignored.
    /// - Throws: The errors of `append`, and `ActionLogError.fenced` if a message that it removes is not there: another
    ///   node has done it.
    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws

    /// Changes messages, all of it or nothing.
    ///
    /// The nodes that get messages or answers by it are woken.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order.
    ///   - isDurable: Whether to return only when they are durable. Otherwise they may be lost when a server dies, which costs less.
    /// - Throws: An `ActionLogError`: `unreachable` if nothing was changed, another one if that is not known.
    func change(_ changes: [MailboxChange], isDurable: Bool) async throws

    /// The messages for a node, which stay, and answers to its own messages, which are removed.
    ///
    /// - Parameters:
    ///   - node: The name of the node.
    ///   - taken: The numbers of messages that it has already, which are left out.
    ///   - limit: How many messages at most; the oldest first.
    /// - Returns: Messages that are due, have not expired, and are not set aside.
    /// - Throws: An `ActionLogError` if they cannot be read.
    func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery

    /// Messages that are addressed to nodes which do not live, the oldest first.
    ///
    /// - Parameters:
    ///   - living: The names of the nodes that live.
    ///   - limit: How many at most.
    /// - Returns: The messages that are not set aside, also those that are not due.
    /// - Throws: An `ActionLogError` if they cannot be read.
    func strays(from living: [String], limit: Int) async throws -> [MailboxMessage]

    /// Wakes a node when there may be messages for it. It is a hint: it may come without a reason, and may be lost.
    ///
    /// - Parameter node: The name of the node.
    /// - Returns: A stream that never fails, and ends with the log.
    func wakeups(at node: String) -> AsyncStream<Void>

    /// Writes down that a node lives, and reads which others do, in one step.
    ///
    /// The cost follows from how many nodes were there lately, not from how many ever were: nodes that have not come for a day are
    /// forgotten. It wakes the node, so that the node can check that hints arrive.
    ///
    /// - Parameters:
    ///   - node: The node; `nil` reads only.
    ///   - age: Nodes that came longer ago are left out.
    /// - Returns: The nodes, in the order of their names.
    /// - Throws: An `ActionLogError` if that was not possible.
    func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode]

    /// All messages, the oldest first, for operators.
    ///
    /// - Parameters:
    ///   - number: The number of a message; `0` for all.
    ///   - limit: How many at most.
    /// - Returns: The messages after it, also those that are set aside or not due.
    /// - Throws: An `ActionLogError` if they cannot be read.
    func messages(after number: Int, limit: Int) async throws -> [MailboxMessage]
}

/// A command or a question for a store.
public struct MailboxMessage: Codable, Equatable, Sendable {
    /// The kinds of messages.
    public enum Kind: Int, Codable, Sendable {
        /// An action, which becomes an entry of the log.
        case command = 0

        /// A question, which changes nothing, and is of no use after its lifetime.
        case question = 1
    }

    /// Who waits for the answer.
    public struct Sender: Codable, Hashable, Sendable {
        /// The name of the node.
        public var node: String

        /// The number of the request at that node.
        public var request: Int

        /// Makes a sender.
        public init(node: String, request: Int) { (self.node, self.request) = (node, request) }
    }

    /// Given by the mailbox when the message is put; rises, and is never given again, also where the message was lost.
    public var number = 0

    /// The name of the store's log.
    public var store: String

    /// Identifies the message: a store has one of an id at a time, and a second one takes the place of the first.
    public var id: String

    /// The name of the node that is to take it.
    public var node: String

    /// The kind of the message.
    public var kind: Kind

    /// Who waits for the answer, if anybody does.
    public var sender: Sender?

    /// Before which time the message is not delivered.
    public var due: LogTime?

    /// How long it is delivered from now on; `nil` forever.
    public var lifetime: Duration?

    /// How many nodes died that may have had it.
    public var deaths = 0

    /// The node that does it alone, because several died that may have had it.
    public var suspect: String?

    /// Why it was set aside; it is not delivered any more.
    public var setAside: String?

    /// The action or the question, as the sender codes it.
    public var contents: [UInt8]

    /// Makes a message that was not put yet.
    public init(
        to store: String,
        id: String,
        at node: String,
        kind: Kind = .command,
        from sender: Sender? = nil,
        due: LogTime? = nil,
        lifetime: Duration? = nil,
        contents: [UInt8]
    ) {
        self.store = store
        self.id = id
        self.node = node
        self.kind = kind
        self.sender = sender
        self.due = due
        self.lifetime = lifetime
        self.contents = contents
    }
}

/// A change of the messages in a mailbox.
public enum MailboxChange: Codable, Equatable, Sendable {
    /// Adds a message.
    ///
    /// If a message with the same store and id waits, its contents, node, sender, and times are replaced, and it keeps its number.
    case put(MailboxMessage)

    /// Removes the message of a number, if it is there.
    case remove(Int)

    /// Removes the message of a store and an id, if it is there.
    case cancel(store: String, id: String)

    /// Addresses a message to another node.
    ///
    /// `from` is the former node if that may have died. Then only a message that is still addressed to it is moved, and a death counts
    /// if it was due. Otherwise the former node gave the message up, and is no suspect any more.
    case move(Int, to: String, from: String?)

    /// Counts a death for each due message that is addressed to a node, because a former process of that name may have had them.
    case countDeath(of: String)

    /// Writes down that a node does the message alone.
    case suspect(Int, by: String)

    /// Sets a message aside, with the reason.
    case setAside(Int, reason: String)

    /// Lets a message that was set aside be delivered again, as if no node had died of it.
    case retry(Int)

    /// Answers a request.
    case answer(MailboxAnswer)
}

extension MailboxChange {
    /// The node that the change gives a message to receive, if it names one.
    package var woken: String? {
        switch self {
        case .put(let message): message.node
        case .move(_, let node, _): node
        case .answer(let answer): answer.sender.node
        case .remove, .cancel, .countDeath, .suspect, .setAside, .retry: nil
        }
    }
}

/// An answer to a request of a node.
public struct MailboxAnswer: Codable, Equatable, Sendable {
    /// Who waits for it.
    public var sender: MailboxMessage.Sender

    /// The answer, as the owner of the store codes it.
    public var contents: [UInt8]

    /// Makes an answer.
    public init(to sender: MailboxMessage.Sender, contents: [UInt8]) {
        self.sender = sender
        self.contents = contents
    }
}

/// The messages and answers that a node has received.
public struct MailboxDelivery: Equatable, Sendable {
    /// Messages for stores that the node owns, as their senders believe.
    public var messages: [MailboxMessage]

    /// Answers to its own messages.
    public var answers: [MailboxAnswer]

    /// How long it is until another message is due; `nil` if none is known.
    public var nextDue: Duration?

    /// Makes a delivery.
    public init(messages: [MailboxMessage], answers: [MailboxAnswer], nextDue: Duration? = nil) {
        self.messages = messages
        self.answers = answers
        self.nextDue = nextDue
    }
}

/// The data of a node that others read.
public struct MailboxNode: Equatable, Sendable {
    /// Its name, which no other node has.
    public var name: String

    /// Its description of itself, as nodes code it.
    public var contents: [UInt8]

    /// How long ago its description changed.
    public var age: Duration

    /// Whether its process is connected to the mailbox; `false` also if that is not known.
    public var isConnected: Bool

    /// Makes a node.
    public init(name: String, contents: [UInt8], age: Duration = .zero, isConnected: Bool = false) {
        self.name = name
        self.contents = contents
        self.age = age
        self.isConnected = isConnected
    }
}
