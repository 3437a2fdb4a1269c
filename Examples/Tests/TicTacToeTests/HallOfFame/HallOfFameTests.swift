// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TicTacToeHallOfFame
import TicTacToeRules
import Tributary
import TributaryTesting

@Suite("A hall of fame", .timeLimit(.minutes(30)))
struct HallOfFameTests {
    private let game = FinishedGame(id: .game(1), players: .people, result: .won(by: .x))
    private let next = FinishedGame(id: .game(2), players: .people, result: .drawn)

    private func records(_ games: FinishedGame...) -> Records {
        var state = HallOfFame.State.open(Records(), .unknown)
        for game in games { _ = HallOfFame().reduce(into: &state, action: .input(.record(game))) }
        return state.records
    }

    private func client(_ disk: Disk) -> HallOfFameClient {
        HallOfFameClient(load: { try await disk.load() }, save: { try await disk.save($0) })
    }

    @Test("reads the stored records at once, and stores every game")
    func keeps() async {
        let disk = Disk(.records(records(game)))
        let store = TestStore(initialState: HallOfFame.State()) {
            HallOfFame()
        } dependencies: {
            $0.hallOfFameClient = client(disk)
        }
        store.outsideWork = .awaited
        await store.receive(.found(.records(records(game)))) { $0 = .open(records(game), .kept) }
        await store.send(.input(.record(next))) {
            $0 = .open(records(game, next), .writing(records(game, next)))
        }
        await store.receive(.written) { $0 = .open(records(game, next), .kept) }
        await store.finish()
        #expect(await disk.kept == [records(game, next)])
    }

    @Test("loses no game that ends while it reads")
    func waits() async {
        let disk = Disk(.records(records(game)))
        let store = TestStore(initialState: HallOfFame.State()) {
            HallOfFame()
        } dependencies: {
            $0.hallOfFameClient = client(disk)
        }
        store.outsideWork = .awaited
        await store.send(.input(.record(next))) { $0 = .reading(waiting: [next]) }
        await store.receive(\.found) { $0 = .open(records(game, next), .writing(records(game, next))) }
        await store.receive(.written) { $0 = .open(records(game, next), .kept) }
        await store.finish()
    }

    @Test("writes one after the other, and the newest last, in any order of completion")
    func newestLast() async {
        let games = (1...3).map { FinishedGame(id: .game($0), players: .people, result: .drawn) }
        let exploration = await explore {
            let disk = Disk(.nothing)
            let store = TestStore(initialState: HallOfFame.State.open(Records(), .kept)) {
                HallOfFame()
            } dependencies: {
                $0.hallOfFameClient = client(disk)
            }
            store.outsideWork = .awaited
            for game in games { await store.send(.input(.record(game))) }
            await store.finish()
            let all = records(games[0], games[1], games[2])
            store.assert { $0 = .open(all, .kept) }
            let kept = await disk.kept
            if kept.last != all { reportUnexpected(kept) }
            if kept.map(\.games) != kept.map(\.games).sorted() { reportUnexpected(kept) }
        }
        #expect(exploration.isComplete && exploration.count > 1)
    }

    @Test("reports a failure to write, and tries again after the next game")
    func notWritten() async {
        let disk = Disk(.nothing, failures: 1)
        let store = TestStore(initialState: HallOfFame.State.open(Records(), .kept)) {
            HallOfFame()
        } dependencies: {
            $0.hallOfFameClient = client(disk)
        }
        store.outsideWork = .awaited
        await store.send(.input(.record(game))) { $0 = .open(records(game), .writing(records(game))) }
        await store.receive(.notWritten("The disk is full.")) { $0 = .open(records(game), .notWritten) }
        await store.receive(.output(.problem("The disk is full.")))
        await store.send(.input(.record(next))) {
            $0 = .open(records(game, next), .writing(records(game, next)))
        }
        await store.receive(.written) { $0 = .open(records(game, next), .kept) }
        await store.finish()
    }

    @Test("does not overwrite a file that cannot be read")
    func unreadable() async {
        let disk = Disk(.nothing, isReadable: false)
        let store = TestStore(initialState: HallOfFame.State()) {
            HallOfFame()
        } dependencies: {
            $0.hallOfFameClient = client(disk)
        }
        store.outsideWork = .awaited
        await store.receive(.unreadable("No permission.")) { $0 = .open(Records(), .unknown) }
        await store.receive(.output(.problem("No permission.")))
        await store.send(.input(.record(game))) { $0 = .open(records(game), .unknown) }
        await store.finish()
        #expect(await disk.kept.isEmpty)
        #expect(store.state.isForgetful)
    }

    @Test("reports a damaged file, and starts empty")
    func damaged() async {
        let disk = Disk(.damaged("Damaged; kept aside."))
        let store = TestStore(initialState: HallOfFame.State()) {
            HallOfFame()
        } dependencies: {
            $0.hallOfFameClient = client(disk)
        }
        store.outsideWork = .awaited
        await store.receive(\.found) { $0 = .open(Records(), .kept) }
        await store.receive(.output(.problem("Damaged; kept aside.")))
        await store.finish()
    }
}

private func reportUnexpected(_ kept: [Records]) {
    Issue.record("Kept: \(kept.map(\.games))")
}

/// A disk in memory that can fail.
private actor Disk {
    private let found: HallOfFameClient.Found
    private let isReadable: Bool
    private var failures: Int
    private(set) var kept: [Records] = []

    init(_ found: HallOfFameClient.Found, failures: Int = 0, isReadable: Bool = true) {
        self.found = found
        self.failures = failures
        self.isReadable = isReadable
    }

    func load() throws -> HallOfFameClient.Found {
        guard isReadable else { throw Failure(description: "No permission.") }
        return found
    }

    func save(_ records: Records) throws {
        guard failures == 0 else {
            failures -= 1
            throw Failure(description: "The disk is full.")
        }
        kept.append(records)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
