// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A response or event from the server to a client: one JSON object in one text message.
package enum ServerFrame: Hashable, Sendable {
    /// An account was created; the secret is shown only once.
    case signedUp(name: AccountName, secret: Confidential, address: Confidential)
    case signedIn(name: AccountName, shown: DisplayName, token: Confidential)
    /// The client has entered a room; the messages that it asked for follow.
    case joined(room: RoomName, members: [Member], last: Int)
    case left(room: RoomName)
    /// The members of a room, as requested.
    case members(room: RoomName, members: [Member])
    /// A member has entered a room, or has a new name.
    case came(room: RoomName, member: Member)
    /// A member's last connection has left a room.
    case went(room: RoomName, account: AccountName)
    /// The messages after a number, without gaps; `last` is the number of the newest message in the room.
    case messages(room: RoomName, after: Int, messages: [Message], last: Int)
    /// A new message; for its author, it confirms that the message was stored.
    case message(room: RoomName, message: Message)
    case renamed(DisplayName)
    /// A request was refused, and the connection stays open; `id` is that of the message, if there is one.
    case refused(reason: String, room: RoomName?, id: MessageID?)
}

extension ServerFrame: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try FrameFields(decoder)
        switch fields.type {
        case "signedUp":
            try fields.expect("name", "secret", "address")
            self = .signedUp(
                name: try fields["name"],
                secret: try fields["secret"],
                address: try fields["address"]
            )
        case "signedIn":
            try fields.expect("name", "shown", "token")
            self = .signedIn(name: try fields["name"], shown: try fields["shown"], token: try fields["token"])
        case "joined":
            try fields.expect("room", "members", "last")
            self = .joined(room: try fields["room"], members: try fields["members"], last: try fields["last"])
        case "left":
            try fields.expect("room")
            self = .left(room: try fields["room"])
        case "members":
            try fields.expect("room", "members")
            self = .members(room: try fields["room"], members: try fields["members"])
        case "came":
            try fields.expect("room", "member")
            self = .came(room: try fields["room"], member: try fields["member"])
        case "went":
            try fields.expect("room", "account")
            self = .went(room: try fields["room"], account: try fields["account"])
        case "messages":
            try fields.expect("room", "after", "messages", "last")
            self = .messages(
                room: try fields["room"],
                after: try fields["after"],
                messages: try fields["messages"],
                last: try fields["last"]
            )
        case "message":
            try fields.expect("room", "message")
            self = .message(room: try fields["room"], message: try fields["message"])
        case "renamed":
            try fields.expect("name")
            self = .renamed(try fields["name"])
        case "refused":
            try fields.expect("reason", optional: "room", "id")
            self = .refused(
                reason: try fields["reason"],
                room: try fields.optional("room"),
                id: try fields.optional("id")
            )
        default:
            throw fields.unknownType
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        switch self {
        case .signedUp(let name, let secret, let address):
            try fields.write("signedUp", ("name", name), ("secret", secret), ("address", address))
        case .signedIn(let name, let shown, let token):
            try fields.write("signedIn", ("name", name), ("shown", shown), ("token", token))
        case .joined(let room, let members, let last):
            try fields.write("joined", ("room", room), ("members", members), ("last", last))
        case .left(let room):
            try fields.write("left", ("room", room))
        case .members(let room, let members):
            try fields.write("members", ("room", room), ("members", members))
        case .came(let room, let member):
            try fields.write("came", ("room", room), ("member", member))
        case .went(let room, let account):
            try fields.write("went", ("room", room), ("account", account))
        case .messages(let room, let after, let messages, let last):
            try fields.write(
                "messages",
                ("room", room),
                ("after", after),
                ("messages", messages),
                ("last", last)
            )
        case .message(let room, let message):
            try fields.write("message", ("room", room), ("message", message))
        case .renamed(let name):
            try fields.write("renamed", ("name", name))
        case .refused(let reason, let room, let id):
            try fields.write("refused", ("reason", reason), ("room", room), ("id", id))
        }
    }
}
