// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A request of a client to the server: one JSON object in one text message.
package enum ClientFrame: Hashable, Sendable {
    case signUp(name: AccountName, password: Confidential)
    /// Signs in with both factors: the password, and a code that no sign-in has used.
    case signIn(name: AccountName, password: Confidential, code: Confidential)
    /// Signs in without an account, for rooms that allow it.
    case guest(name: GuestName)
    /// Signs in again, with the token of the last sign-in, after a connection was lost.
    case resume(token: Confidential)
    /// Enters a room, and asks for the messages after a given one; `nil` asks for the newest messages.
    case join(room: RoomName, after: Int?)
    case leave(room: RoomName)
    case say(room: RoomName, id: MessageID, text: MessageText)
    case rename(DisplayName)
    /// Asks for a page of messages after a given one.
    case history(room: RoomName, after: Int)
    case who(room: RoomName)
}

extension ClientFrame: Codable {
    package init(from decoder: any Decoder) throws {
        let fields = try FrameFields(decoder)
        switch fields.type {
        case "signUp":
            try fields.expect("name", "password")
            self = .signUp(name: try fields["name"], password: try fields["password"])
        case "signIn":
            try fields.expect("name", "password", "code")
            self = .signIn(
                name: try fields["name"],
                password: try fields["password"],
                code: try fields["code"]
            )
        case "guest":
            try fields.expect("name")
            self = .guest(name: try fields["name"])
        case "resume":
            try fields.expect("token")
            self = .resume(token: try fields["token"])
        case "join":
            try fields.expect("room", optional: "after")
            self = .join(room: try fields["room"], after: try fields.optional("after"))
        case "leave":
            try fields.expect("room")
            self = .leave(room: try fields["room"])
        case "say":
            try fields.expect("room", "id", "text")
            self = .say(room: try fields["room"], id: try fields["id"], text: try fields["text"])
        case "rename":
            try fields.expect("name")
            self = .rename(try fields["name"])
        case "history":
            try fields.expect("room", "after")
            self = .history(room: try fields["room"], after: try fields["after"])
        case "who":
            try fields.expect("room")
            self = .who(room: try fields["room"])
        default:
            throw fields.unknownType
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: FrameKey.self)
        switch self {
        case .signUp(let name, let password):
            try fields.write("signUp", ("name", name), ("password", password))
        case .signIn(let name, let password, let code):
            try fields.write("signIn", ("name", name), ("password", password), ("code", code))
        case .guest(let name):
            try fields.write("guest", ("name", name))
        case .resume(let token):
            try fields.write("resume", ("token", token))
        case .join(let room, let after):
            try fields.write("join", ("room", room), ("after", after))
        case .leave(let room):
            try fields.write("leave", ("room", room))
        case .say(let room, let id, let text):
            try fields.write("say", ("room", room), ("id", id), ("text", text))
        case .rename(let name):
            try fields.write("rename", ("name", name))
        case .history(let room, let after):
            try fields.write("history", ("room", room), ("after", after))
        case .who(let room):
            try fields.write("who", ("room", room))
        }
    }
}
