// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Foundation
import Testing
import Tributary
import TributaryJournal

@testable import Rooms

@Suite("A room in a journal", .timeLimit(.minutes(30)))
struct RoomJournalTests {
    let hall = RoomName.sample("hall")
    let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
    let visitor = Room.Visitor(1, at: "a")

    @Test("recovers its messages when it is opened again, and a replay gives the same")
    func recovery() async throws {
        try await withTemporaryPath { path in
            var said: Room.State?
            // Snapshots as well as entries are read again.
            for round in 0..<3 {
                let journal = try Journal(at: path, snapshots: .every(5))
                let room = try await open(journal)
                #expect(await room.state == said ?? Room.State(name: hall))
                await room.send(.running([]))
                await room.send(.enter(visitor, as: ada, after: nil))
                for number in 0..<7 {
                    await say("\(round)\(number)", in: room)
                }
                // Repeated, as by a client that has not received the answer.
                try await say("\(round)6", in: room).committed()
                said = await room.state
                #expect(said?.messages.count == 7 * (round + 1))
                await room.close()
                await journal.close()
            }
            let journal = try Journal(at: path)
            let count = try await journal.verify("room/hall") { Room() }
            #expect(count == 30)
            await journal.close()
        }
    }

    @Test("reads the log of the first cluster's server")
    func version1() async throws {
        try await withTemporaryPath { path in
            let log = try SQLiteLog(at: path)
            let entries = """
                {"e":[{"a":{"enter":{"_0":{"run":"a","number":1},"as":{"account":"ada","name":"Ada"},"after":0}},"t":1},\
                {"a":{"say":{"_0":{"run":"a","number":1},"as":{"account":"ada","name":"Ada"},"_2":[{"id":"00000001","text":"Hi"}],\
                "time":3000}},"t":1},{"a":{"renamed":{"_0":"ada","to":"Countess"}},"t":1},\
                {"a":{"say":{"_0":{"run":"a","number":1},"as":{"account":"ada","name":"Ada"},"_2":[{"id":"00000002","text":"Ho"}],\
                "time":4000}},"t":1},{"a":{"leave":{"_0":{"run":"a","number":1}}},"t":1},{"a":{"running":{"_0":["b"]}},"t":1}]}
                """
            try await log.append(
                LogCommit(
                    name: "room/hall",
                    sequence: 1,
                    count: 6,
                    time: LogTime(milliseconds: 4_000_000),
                    contents: Array(entries.utf8)
                )
            )
            let journal = Journal(log)
            let room = try await open(journal)
            let state = await room.state
            #expect(state.messages.map(\.text.text) == ["Hi", "Ho"])
            #expect(state.messages.map(\.name.text) == ["Ada", "Countess"])
            #expect(state.messages.map(\.time) == [3000, 4000])
            #expect(state.members.isEmpty)
            await journal.close()
        }
    }

    private func open(_ journal: Journal) async throws -> StoreActor<Room.State, Room.Action> {
        try await journal.open("room/hall", initialState: Room.State(name: hall)) {
            Room()
        }
    }

    @discardableResult
    private func say(_ text: String, in room: StoreActor<Room.State, Room.Action>) async -> StoreTask {
        await room.send(
            .say(
                visitor,
                as: ada,
                id: MessageID.sample("000000\(text)"),
                text: MessageText.sample(text),
                time: 0
            )
        )
    }

    private func withTemporaryPath(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "room-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "rooms.sqlite").path)
    }
}
