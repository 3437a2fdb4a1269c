// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing

@Suite("Frames are read strictly", .timeLimit(.minutes(30)))
struct FrameTests {
    static let clientFrames: [ClientFrame] = [
        .signUp(name: AccountName.sample("ada"), password: "correct \"horse\""),
        .signIn(name: AccountName.sample("ada"), password: "pässwörd", code: "123456"),
        .guest(name: GuestName.sample("eve")),
        .resume(token: "ABC"),
        .join(room: RoomName.sample("hall"), after: nil),
        .join(room: RoomName.sample("hall"), after: 7),
        .leave(room: RoomName.sample("hall")),
        .say(
            room: RoomName.sample("hall"),
            id: MessageID.sample("00ff00ff"),
            text: MessageText.sample("Hi 👋🏽")
        ),
        .rename(DisplayName.sample("Ada L.")),
        .history(room: RoomName.sample("hall"), after: 0),
        .who(room: RoomName.sample("hall")),
    ]

    static let serverFrames: [ServerFrame] = {
        let room = RoomName.sample("hall")
        let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
        let message = Message(
            number: 1,
            id: MessageID.sample("00ff00ff"),
            author: ada.account,
            name: ada.name,
            text: MessageText.sample("Hi"),
            time: 5
        )
        return [
            .signedUp(name: ada.account, secret: "ABC", address: "otpauth://totp/Chat:ada"),
            .signedIn(name: ada.account, shown: ada.name, token: "T"),
            .joined(room: room, members: [ada], last: 3),
            .left(room: room),
            .members(room: room, members: []),
            .came(room: room, member: ada),
            .went(room: room, account: ada.account),
            .messages(room: room, after: 0, messages: [message], last: 1),
            .message(room: room, message: message),
            .renamed(ada.name),
            .refused(reason: "No.", room: nil, id: nil),
            .refused(reason: "No.", room: room, id: message.id),
        ]
    }()

    @Test("Every frame of a client is equal after encoding and decoding", arguments: clientFrames)
    func client(frame: ClientFrame) throws {
        let text = FrameCoding.text(of: frame)
        #expect(try FrameCoding.frame(ClientFrame.self, from: text) == frame)
        #expect(text.utf8.count <= FrameCoding.clientLimit)
    }

    @Test("Every frame of the server is equal after encoding and decoding", arguments: serverFrames)
    func server(frame: ServerFrame) throws {
        #expect(try FrameCoding.frame(ServerFrame.self, from: FrameCoding.text(of: frame)) == frame)
    }

    @Test(
        "Any deviation from a frame is refused",
        arguments: [
            "", "{", "null", "[]", "7", "\"who\"", "{}", #"{"type":"dance"}"#, #"{"type":7}"#,
            #"{"type":"who"}"#,
            #"{"type":"who","room":"hall","more":1}"#, #"{"type":"who","room":"Hall"}"#,
            #"{"type":"who","room":""}"#, #"{"type":"who","room":["hall"]}"#,
            #"{"type":"WHO","room":"hall"}"#,
            #"{"type":"history","room":"hall","after":"7"}"#,
            #"{"type":"history","room":"hall","after":7.5}"#,
            #"{"type":"history","room":"hall","after":99999999999999999999}"#,
            #"{"type":"say","room":"hall","id":"x","text":"Hi"}"#,
            #"{"type":"say","room":"hall","id":"00ff00ff","text":""}"#,
            #"{"type":"say","room":"hall","id":"00ff00ff","text":"a\nb"}"#,
            #"{"type":"say","room":"hall","id":"00ff00ff","text":"\u001b[2J"}"#,
            #"{"type":"rename","name":" Ada"}"#, #"{"type":"rename","name":"a\u202eb"}"#,
            #"{"type":"signUp","name":"ada"}"#, #"{"type":"signUp","name":"ada","password":null}"#,
            #"{"type":"who","room":"hall"} x"#,
        ]
    )
    func refused(text: String) {
        #expect(throws: FrameProblem.self) { try FrameCoding.frame(ClientFrame.self, from: text) }
    }

    @Test("Confidential text is sent over the connection, and shown nowhere")
    func confidential() throws {
        let frame = ClientFrame.signUp(name: AccountName.sample("ada"), password: "tell-nobody")
        #expect(FrameCoding.text(of: frame).contains("tell-nobody"))
        var shown = ""
        dump(frame, to: &shown)
        #expect(shown.contains("•••"))
        #expect(!"\(shown) \(frame) \(String(reflecting: frame))".contains("tell-nobody"))
    }

    @Test("Damaged frames are refused or are another frame, and nothing crashes")
    func damage() {
        var generator = FixedGenerator(state: 11)
        for frame in Self.clientFrames {
            let bytes = Array(FrameCoding.text(of: frame).utf8)
            for _ in 0..<300 {
                var damaged = bytes
                for _ in 0...Int.random(in: 0...2, using: &generator) {
                    let place = Int.random(in: 0..<damaged.count, using: &generator)
                    switch Int.random(in: 0...2, using: &generator) {
                    case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: damaged.remove(at: place)
                    default: damaged.insert(UInt8.random(in: 32...126, using: &generator), at: place)
                    }
                }
                let text = String(decoding: damaged, as: UTF8.self)
                guard let read = try? FrameCoding.frame(ClientFrame.self, from: text) else { continue }
                #expect(try! FrameCoding.frame(ClientFrame.self, from: FrameCoding.text(of: read)) == read)
            }
        }
    }

    @Test("A deep nest of brackets is refused without a crash")
    func depth() {
        let text = #"{"type":"who","room":"# + String(repeating: "[", count: 16_000)
        #expect(throws: FrameProblem.self) { try FrameCoding.frame(ClientFrame.self, from: text) }
    }

    @Test("A page of the longest messages is no longer than the server may send")
    func pageFits() {
        let message = Message(
            number: .max,
            id: MessageID.sample(String(repeating: "f", count: 40)),
            author: AccountName.sample(String(repeating: "a", count: 24)),
            name: DisplayName.sample(String(repeating: "\"", count: 24)),
            text: MessageText.sample(String(repeating: "\"", count: 2000)),
            time: .max
        )
        let page = ServerFrame.messages(
            room: RoomName.sample(String(repeating: "h", count: 32)),
            after: .max,
            messages: Array(repeating: message, count: FrameCoding.pageLength),
            last: .max
        )
        #expect(FrameCoding.text(of: page).utf8.count <= FrameCoding.serverLimit)
    }
}

/// The same numbers each time.
struct FixedGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
