// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryLog

/// Work for a store.
enum StoreWork: Codable, Sendable {
    case send(command: String, action: Data)
    case ask(String, question: Data)
    case watch(after: Int)

    var isWatch: Bool { if case .watch = self { true } else { false } }

    /// How many bytes an action may have, or an answer.
    static let limit = 4 << 20

    /// Reads a message.
    ///
    /// - Returns: `nil` if it is no question of a node that speaks as this one does.
    init?(_ message: MailboxMessage) {
        switch message.kind {
        case .command: self = .send(command: message.id, action: Data(message.contents))
        case .question:
            guard let work = try? JSONDecoder().decode(StoreWork.self, from: Data(message.contents)) else {
                return nil
            }
            self = work
        }
    }

    /// The message with the request.
    func message(
        to store: StoreName,
        at node: String,
        from sender: MailboxMessage.Sender,
        within time: Duration
    )
        -> MailboxMessage
    {
        if case .send(let command, let action) = self {
            return MailboxMessage(
                to: store.log,
                id: command,
                at: node,
                from: sender,
                contents: [UInt8](action)
            )
        }
        return MailboxMessage(
            to: store.log,
            id: "\(sender.node) \(sender.request)",
            at: node,
            kind: .question,
            from: sender,
            lifetime: time,
            contents: (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
        )
    }
}

/// The answer of a store's owner: a line of JSON, and the value as it is.
struct NodeReply: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        case committed, shown, refused, unknown
    }

    private var kind: Kind
    private var entry: Int?
    private var reason: String?

    init(_ answer: NodeAnswer) {
        switch answer {
        case .committed(let number): (kind, entry) = (.committed, number)
        case .shown: kind = .shown
        case .refused(let text): (kind, reason) = (.refused, text)
        case .unknown(let text): (kind, reason) = (.unknown, text)
        }
    }

    var answer: NodeAnswer {
        switch kind {
        case .committed: .committed(entry ?? 0)
        case .shown: .shown
        case .refused: .refused(reason ?? "")
        case .unknown: .unknown(reason ?? "")
        }
    }

    private static let end = UInt8(ascii: "\n")

    static func encode(_ answer: NodeAnswer, value: Data?) -> [UInt8] {
        let line = (try? JSONEncoder().encode(NodeReply(answer))) ?? Data()
        return [UInt8](line) + [end] + (value ?? Data())
    }

    /// Reads an answer; one that cannot be read counts as unknown.
    static func decode(_ bytes: [UInt8]) -> (answer: NodeAnswer, value: Data?) {
        guard let index = bytes.firstIndex(of: end),
            let reply = try? JSONDecoder().decode(NodeReply.self, from: Data(bytes[..<index]))
        else { return (.unknown("the answer of the owner cannot be read"), nil) }
        return (reply.answer, Data(bytes[(index + 1)...]))
    }
}
