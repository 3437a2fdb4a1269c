// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Synchronization
import Testing

@testable import ChatServer

@Suite("Guessing a password", .timeLimit(.minutes(30)))
struct GuessesTests {
    private let ada = AccountName.sample("ada")
    private let world = World()

    /// The time, and how many hashes were made.
    private final class World: Sendable {
        let time = Mutex(3000)
        let hashes = Mutex((count: 0, running: 0, mostAtOnce: 0))

        func hash(isRight: Bool) async throws {
            hashes.withLock {
                $0.count += 1
                $0.running += 1
                $0.mostAtOnce = max($0.mostAtOnce, $0.running)
            }
            for _ in 0..<10 { await Task.yield() }
            hashes.withLock { $0.running -= 1 }
            if !isRight { throw AccountProblem.wrong }
        }
    }

    private func guesses() -> Guesses { Guesses { [world] in world.time.withLock { $0 } } }

    private func attempt(_ guesses: Guesses, from address: String, isRight: Bool = false) async
        -> AccountProblem?
    {
        do {
            try await guesses.attempt(ada, from: address) { [world] in try await world.hash(isRight: isRight)
            }
            return nil
        } catch {
            return error as? AccountProblem
        }
    }

    @Test("A hundred attempts at once cost five hashes, one after the other")
    func flood() async {
        let guesses = guesses()
        let problems = await withTaskGroup(of: AccountProblem?.self) { group in
            for _ in 0..<100 { group.addTask { await attempt(guesses, from: "10.0.0.1") } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(problems.count { $0 == .wrong } == Account.failureLimit)
        #expect(problems.count { $0 == .locked } == 100 - Account.failureLimit)
        let hashes = world.hashes.withLock { $0 }
        #expect(hashes.count == Account.failureLimit)
        #expect(hashes.mostAtOnce == 1)
    }

    @Test("Guessing locks its own address until a minute after the last attempt, and no other address")
    func address() async {
        let guesses = guesses()
        for second in 0..<Account.failureLimit {
            world.time.withLock { $0 = 3000 + second }
            #expect(await attempt(guesses, from: "10.0.0.1") == .wrong)
        }
        #expect(await attempt(guesses, from: "10.0.0.1", isRight: true) == .locked)
        #expect(await attempt(guesses, from: "10.0.0.2", isRight: true) == nil)
        world.time.withLock { $0 = 3063 }
        #expect(await attempt(guesses, from: "10.0.0.1", isRight: true) == .locked)
        world.time.withLock { $0 = 3064 }
        #expect(await attempt(guesses, from: "10.0.0.1", isRight: true) == nil)
    }

    @Test("A right attempt forgets the wrong ones")
    func forgetting() async {
        let guesses = guesses()
        for _ in 0..<3 {
            for _ in 1..<Account.failureLimit { #expect(await attempt(guesses, from: "10.0.0.1") == .wrong) }
            #expect(await attempt(guesses, from: "10.0.0.1", isRight: true) == nil)
        }
    }
}
