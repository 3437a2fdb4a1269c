// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatServer
import ChatTestSupport
import Testing

@Suite("Many clients at once", .timeLimit(.minutes(30)))
struct LoadTests {
    private static let count = 200
    private static let roomCount = 10
    private static let saidInRoom = 3

    /// Two hundred connections over loopback.
    ///
    /// All are in one large room, and each in one of ten small ones.
    @Test("Two hundred clients get every message of their rooms once and in order")
    func twoHundred() async throws {
        let (count, roomCount, saidInRoom) = (Self.count, Self.roomCount, Self.saidInRoom)
        let plaza = RoomName.sample("plaza")
        let histories = try await ServerRun.with {
            $0.framesPerSecond = .max
        } _: { run in
            try await withThrowingTaskGroup(of: [RoomName: [Message]].self) { group in
                // All have entered before any message is sent, so that all receive everything.
                let gate = Gate(count)
                for number in 0..<count {
                    group.addTask {
                        let name = "guest-\(number)"
                        let own = RoomName.sample("room-\(number % roomCount)")
                        var guest = try await Guest(name, token: try await run.token(name), port: run.port)
                        try await guest.join(plaza)
                        try await guest.join(own)
                        await gate.pass()
                        await guest.say(0, in: plaza)
                        for said in 1...saidInRoom { await guest.say(said, in: own) }
                        return try await guest.messages([plaza: count, own: count / roomCount * saidInRoom])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(histories.count == count)
        var rooms: [RoomName: [Message]] = [:]
        for history in histories {
            #expect(history.count == 2)
            for (room, messages) in history {
                let isPlaza = room == plaza
                let expected = isPlaza ? count : count / roomCount * saidInRoom
                #expect(messages.map(\.number) == Array(1...expected))
                // Everybody has seen the same.
                #expect(messages == rooms[room, default: messages])
                rooms[room] = messages
            }
        }
        #expect(rooms.count == roomCount + 1)
        for (room, messages) in rooms {
            #expect(Set(messages.map { "\($0.author) \($0.id)" }).count == messages.count)
            // Each author's messages arrive in the order of sending.
            for (_, own) in Dictionary(grouping: messages, by: \.author) where room != plaza {
                #expect(own.map(\.id) == own.map(\.id).sorted { $0.text < $1.text })
                #expect(own.count == saidInRoom)
            }
        }
    }

    @Test("One that sends as fast as it can gets every echo, in order")
    func burst() async throws {
        let room = RoomName.sample("hall")
        try await ServerRun.with {
            $0.framesPerSecond = .max
        } _: { run in
            var guest = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            try await guest.join(room)
            for number in 0..<2000 { await guest.say(number, in: room) }
            let messages = try await guest.messages([room: 2000])[room] ?? []
            #expect(messages.map(\.number) == Array(1...2000))
            #expect(messages.map(\.id.text) == (0..<2000).map { String(10_000_000 + $0) })
        }
    }
}

/// Blocks all until the expected number has arrived.
private actor Gate {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { self.count = count }

    func pass() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}
