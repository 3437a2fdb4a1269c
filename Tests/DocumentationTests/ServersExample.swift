// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

// page: room
struct Room: Reducer {
    struct State: Equatable, Sendable {
        var guests: Set<String> = []
        var lines: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case joined(String)
        case left(String)
        case said(String, by: String)
        case failed(String)
    }

    @Dependency(\.journal) var journal

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .joined(let guest):
            state.guests.insert(guest)
            return .none
        case .left(let guest):
            state.guests.remove(guest)
            return .none
        case .said(let text, by: let guest):
            guard state.guests.contains(guest) else { return .none }
            state.lines.append("\(guest): \(text)")
            return .run { send in
                try await journal.append(line: "\(guest): \(text)")
            } catch: { error, send in
                await send(.failed("\(error)"))
            }
            .cancellable(id: "journal", policy: .queue)  // lines are written in order
        case .failed(let problem):
            state.lines.append("(\(problem))")
            return .none
        }
    }
}
// page: end

@Client
struct JournalClient {
    var append: @Sendable (_ line: String) async throws -> Void
}

extension Dependencies {
    var journal: JournalClient {
        get { self[JournalClient.self] }
        set { self[JournalClient.self] = newValue }
    }
}

// page: lobby
actor Lobby {
    private var rooms: [String: StoreActor<Room.State, Room.Action>] = [:]
    private let journal: JournalClient

    init(journal: JournalClient) { self.journal = journal }

    func room(_ name: String) -> StoreActor<Room.State, Room.Action> {
        if let room = rooms[name] { return room }
        let room = StoreActor(initialState: Room.State()) { [journal] in
            Room().dependency(\.journal, journal)
        }
        rooms[name] = room
        return room
    }

    func close() async {
        for room in rooms.values {
            await room.finish()  // waits for running effects
            await room.close()
        }
    }
}
// page: end

// page: connection
/// Serves one guest until the guest leaves or the room closes.
func serve(_ guest: String, in room: StoreActor<Room.State, Room.Action>, write: (Int) -> Void) async {
    await room.send(.joined(guest))
    for await count in await room.values(\.guests.count, bufferingPolicy: .bufferingNewest(1)) {
        write(count)
        if count == 0 { break }
    }
}
// page: end

// page: order
extension StoreActor<Room.State, Room.Action> {
    /// Sends several actions as one turn.
    func enter(_ guest: String, saying text: String) {
        send(contentsOf: [.joined(guest), .said(text, by: guest)])
    }
}
// page: end

/// The examples of the article.
struct Servers {
    func served() async -> [String] {
        let written = Printed()
        let lobby = Lobby(journal: JournalClient(append: { line in written.append(line) }))
        let room = await lobby.room("tea")
        await room.enter("Ada", saying: "Hello.")
        let again = await lobby.room("tea")
        await withTaskGroup { group in
            for number in 1...20 {
                group.addTask { await again.send(.said("\(number)", by: "Ada")).finish() }
            }
        }
        let lines = await room.lines
        await lobby.close()
        return lines == written.lines ? lines : ["\(lines)", "\(written.lines)"]
    }

    func connected() async -> [Int] {
        let room = StoreActor(initialState: Room.State(guests: ["Bob"])) { Room() }
        var counts: [Int] = []
        async let leaving: Void = {
            for await count in await room.values(\.guests.count) where count == 2 { break }
            await room.send(.left("Bob"))
            await room.send(.left("Ada"))
        }()
        await serve("Ada", in: room) { counts.append($0) }
        await leaving
        return counts
    }
}
