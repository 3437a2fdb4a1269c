// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryJournal
import TributaryLog

/// Carries out what `NodeProtocol` says, and decides nothing.
final class NodeRuntime: Sendable {
    struct Answered: Sendable {
        let answer: NodeAnswer
        let value: Data?
    }

    struct Held {
        var core: NodeProtocol
        var hosts: [String: any StoreHost] = [:]
        var stores: [StoreName: (opening: Int, store: any HostedStore)] = [:]

        /// What is being claimed, by the openings.
        var ownerships: [Int: StoreOwnership] = [:]
        var works: [Int: StoreWork] = [:]
        var values: [Int: Data] = [:]
        var askers: [Int: CheckedContinuation<Answered, Never>] = [:]
        var number = 0
        var hasTimer = false
        var hasLeft = false
        var leaving: [CheckedContinuation<Void, Never>] = []
        var counts = ClusterCounts()
        var isLeaving = false
        var isStopped = false
    }

    let transport: (any NodeTransport)?
    private let epoch: UInt64
    let address: String
    let held: Mutex<Held>
    let clock: NodeClock

    init(
        address: String,
        transport: (any NodeTransport)?,
        settings: NodeProtocol.Settings,
        clock: NodeClock
    ) {
        self.clock = clock
        epoch = .random(in: 0 ... .max)
        self.address = address
        self.transport = transport
        held = Mutex(Held(core: NodeProtocol(address: address, epoch: epoch, settings: settings)))
    }

    var counts: ClusterCounts {
        held.withLock { held in
            var counts = held.counts
            counts.stores = held.stores.count
            counts.waiting = held.askers.count
            counts.asked = held.core.pending.values.count { $0.place == .away }
            return counts
        }
    }

    func add(_ host: any StoreHost, named name: String, passivation: Duration?) {
        held.withLock { held in
            held.hosts[name] = host
            held.core.addDirectory(name, passivation: passivation)
        }
    }

    func countFailure() { held.withLock { $0.counts.failures += 1 } }

    func nextRow() -> NodeRow { held.withLock { $0.core.nextRow() } }

    /// Asks for something, here or elsewhere, and waits until its deadline at the longest.
    func request(_ work: StoreWork, of store: StoreName, within time: Duration, isForeign: Bool = false) async
        -> Answered
    {
        let number = held.withLock { held in
            held.number += 1
            return held.number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event: NodeEvent? = held.withLock { held in
                    guard !held.isStopped, !(held.isLeaving && work.isWatch && !isForeign) else { return nil }
                    held.works[number] = work
                    held.askers[number] = continuation
                    let kind: NodeRequest.Kind =
                        if case .send(let command, _) = work { .command(id: command) } else { .look }
                    return .requested(
                        NodeRequest(
                            number: number,
                            store: store,
                            kind: kind,
                            deadline: clock.elapsed() + time,
                            isForeign: isForeign
                        )
                    )
                }
                guard let event else {
                    return continuation.resume(
                        returning: Answered(answer: .refused("the node was stopped"), value: nil)
                    )
                }
                handle(event)
                // Whoever was cancelled before there was anything to abandon.
                if Task.isCancelled { handle(.abandoned(number)) }
            }
        } onCancel: {
            handle(.abandoned(number))
        }
    }

    /// Whether nothing is listened to here any more.
    var isLeaving: Bool { held.withLock { $0.isLeaving || $0.isStopped } }

    /// Gives all stores up, and lets go of those who listen: they would wait for what other nodes do.
    func leave() {
        let listeners = held.withLock { held in
            held.isLeaving = true
            // What other nodes ask goes to the next owner.
            return held.works.filter { number, work in
                work.isWatch && held.core.pending[number]?.request.isForeign == false
            }.keys.sorted()
        }
        for number in listeners { handle(.abandoned(number)) }
        handle(.leave)
    }

    /// Ends at once, as a process that is killed: nobody is told, and nothing more is written by what is carried out from now on.
    func stop() {
        let (askers, stores) = held.withLock { held in
            held.isStopped = true
            defer { (held.askers, held.stores) = ([:], [:]) }
            return (held.askers, held.stores)
        }
        for asker in askers.values {
            asker.resume(returning: Answered(answer: .unknown("the node was stopped"), value: nil))
        }
        for (_, store) in stores.values { Task.detached { await store.close() } }
    }

    /// Waits until nothing is done here any more.
    func hasLeft() async {
        await withCheckedContinuation { continuation in
            let hasLeft = held.withLock { held in
                if !held.hasLeft { held.leaving.append(continuation) }
                return held.hasLeft
            }
            if hasLeft { continuation.resume() }
        }
    }

    func handle(_ event: NodeEvent) {
        let now = clock.elapsed()
        let (commands, needsTimer) = held.withLock { held -> ([NodeCommand], Bool) in
            guard !held.isStopped else { return ([], false) }
            let commands = held.core.handle(event, at: now)
            let needsTimer = !held.hasTimer && !held.core.pending.isEmpty
            held.hasTimer = held.hasTimer || needsTimer
            return (commands, needsTimer)
        }
        for command in commands { carryOut(command) }
        if needsTimer { Task.detached { await self.keepTime() } }
    }

    /// Lets time pass while somebody waits for something.
    private func keepTime() async {
        while true {
            try? await clock.sleep(.milliseconds(20))
            handle(.tick)
            let isOver = held.withLock { held in
                guard held.core.pending.isEmpty || held.isStopped else { return false }
                held.hasTimer = false
                return true
            }
            if isOver { return }
        }
    }

    private func carryOut(_ command: NodeCommand) {
        switch command {
        case .ask(let number, let address): Task.detached { await self.ask(number, address) }
        case .answer(let number, let answer): tell(number, answer)
        case .findLast(let name, let opening):
            opens(name, opening) { host in .last(try await host.lastEntry(of: name)) }
        case .claim(let name, let opening, let entry):
            let ownership = StoreOwnership(claim: entry, token: "\(address) \(epoch) \(opening)")
            held.withLock { $0.ownerships[opening] = ownership }
            opens(name, opening) { host in
                try await host.claim(name, as: ownership)
                return .claimed
            }
        case .recover(let name, let opening, _):
            guard let ownership = held.withLock({ $0.ownerships.removeValue(forKey: opening) }) else {
                return
            }
            opens(name, opening) { host in
                let store = try await host.open(name, claimedAs: ownership)
                let isWanted = self.held.withLock { held in
                    guard held.core.stores[name]?.opening == opening, !held.isStopped else { return false }
                    held.stores[name] = (opening, store)
                    held.counts.openings += 1
                    return true
                }
                if !isWanted { await store.close() }
                return .recovered(ownership.commands.map { RecordedCommand(id: $0.id, entry: $0.entry) })
            }
        case .verify(let name, let opening):
            guard let (current, store) = held.withLock({ $0.stores[name] }), current == opening else {
                return handle(.logAnswered(name, opening: opening, .failed("the store is closed")))
            }
            opens(name, opening) { host in
                try await host.verify(name, as: store.ownership) ? .claimed : .superseded
            }
        case .perform(let number, let name, let opening):
            let found = held.withLock { held in (held.stores[name], held.works[number]) }
            guard let (current, store) = found.0, current == opening, let work = found.1 else {
                return handle(.performed(number, name, opening: opening, .lost))
            }
            Task.detached {
                let (answer, value) = await store.perform(work)
                if let value {
                    self.held.withLock { if $0.askers[number] != nil { $0.values[number] = value } }
                }
                self.handle(.performed(number, name, opening: opening, answer))
            }
        case .close(let name, let opening):
            let store = held.withLock { held -> (any HostedStore)? in
                held.ownerships[opening] = nil
                guard held.stores[name]?.opening == opening else { return nil }
                return held.stores.removeValue(forKey: name)?.store
            }
            if let store { Task.detached { await store.close() } }
        case .left:
            let leaving = held.withLock { held in
                held.hasLeft = true
                defer { held.leaving = [] }
                return held.leaving
            }
            for continuation in leaving { continuation.resume() }
        }
    }

    private func tell(_ number: Int, _ answer: NodeAnswer) {
        let (asker, value) = held.withLock { held in
            held.works[number] = nil
            switch answer {
            case .committed: held.counts.committed += 1
            case .refused: held.counts.refused += 1
            case .unknown: held.counts.unknown += 1
            case .shown, .elsewhere: break
            }
            return (held.askers.removeValue(forKey: number), held.values.removeValue(forKey: number))
        }
        asker?.resume(returning: Answered(answer: answer, value: value))
    }

    /// Asks the log something for a store.
    private func opens(
        _ name: StoreName,
        _ opening: Int,
        _ body: @escaping @Sendable (any StoreHost) async throws -> LogAnswer
    ) {
        guard let host = held.withLock({ $0.hosts[name.directory] }) else { return }
        Task.detached {
            let answer: LogAnswer
            do {
                answer = try await body(host)
            } catch is ClaimSuperseded {
                answer = .superseded
            } catch ActionLogError.fenced {
                answer = .fenced
            } catch let error as JournalError {
                answer = if case .alreadyOpen = error { .failed("\(error)") } else { .broken("\(error)") }
            } catch {
                answer = .failed("\(error)")
            }
            self.handle(.logAnswered(name, opening: opening, answer))
        }
    }
}
