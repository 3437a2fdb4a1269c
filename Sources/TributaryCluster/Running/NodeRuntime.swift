// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryJournal
import TributaryLog

/// Performs the commands of `NodeProtocol`, and makes no decisions.
final class NodeRuntime: Sendable {
    struct Answered: Sendable {
        let answer: NodeAnswer
        let value: Data?
    }

    struct Held {
        var core: NodeProtocol
        var hosts: [String: any StoreHost] = [:]
        var stores: [StoreName: (opening: Int, store: any HostedStore)] = [:]

        /// The ownerships being claimed, by opening.
        var ownerships: [Int: StoreOwnership] = [:]
        var works: [Int: StoreWork] = [:]
        var values: [Int: Data] = [:]
        var askers: [Int: CheckedContinuation<Answered, Never>] = [:]

        /// The messages that are here, by the numbers of their requests.
        var letters: [Int: Letter] = [:]

        /// The tasks that remove and answer messages.
        var finishing: [Int: Task<Void, Never>] = [:]

        /// The number of the last request; each process begins elsewhere, so that no answer to a former one is taken.
        var number = Int.random(in: 0..<1 << 40) << 20

        /// When a message is due that is not yet.
        var mailDue: Duration?
        var timer: (time: Duration, task: Task<Void, Never>)?
        var hasLeft = false
        var leaving: [CheckedContinuation<Void, Never>] = []
        var counts = ClusterCounts()
        var isLeaving = false
        var isStopped = false
        var isPolling = false
        var wasWoken = false
    }

    let mailbox: any Mailbox
    let name: String
    private let epoch: UInt64
    let held: Mutex<Held>
    let clock: NodeClock

    /// Reports that there may be messages.
    let signals: AsyncStream<Void>
    private let signalling: AsyncStream<Void>.Continuation

    /// Asks for a heartbeat before its time.
    let meetings: AsyncStream<Void>
    private let meeting: AsyncStream<Void>.Continuation

    init(_ mailbox: any Mailbox, name: String, settings: NodeProtocol.Settings, clock: NodeClock) {
        self.mailbox = mailbox
        self.name = name
        self.clock = clock
        epoch = .random(in: 0 ... .max)
        (signals, signalling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (meetings, meeting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        held = Mutex(Held(core: NodeProtocol(name: name, epoch: epoch, settings: settings)))
    }

    /// Begins to receive messages.
    ///
    /// - Returns: The tasks that receive; cancel them at the end.
    func start() -> [Task<Void, Never>] {
        let wakeups = mailbox.wakeups(at: name)
        signal()
        return [
            Task.detached { await self.keepReceiving() },
            Task.detached {
                for await _ in wakeups {
                    self.held.withLock { $0.wasWoken = true }
                    self.signal()
                }
            },
        ]
    }

    /// Lets this node look for messages.
    func signal() { signalling.yield() }

    /// Polls where hints do not arrive, as behind a pooler in transaction mode: each heartbeat is followed by one.
    ///
    /// - Parameter hasMet: Whether there was a heartbeat before.
    func review(hasMet: Bool) {
        held.withLock { held in
            held.isPolling = hasMet && !held.wasWoken
            if held.isPolling { held.counts.missedHints += 1 }
            held.wasWoken = false
        }
    }

    /// Waits until the next heartbeat, which comes earlier if a node may be missed then, and polls meanwhile if no hints arrive.
    func waitForHeartbeat(_ heartbeat: Duration) async throws {
        let reading = held.withLock { $0.core.nextReading }.map { $0 - clock.elapsed() }
        let time = max(.milliseconds(1), min(heartbeat, reading ?? heartbeat))
        guard held.withLock({ $0.isPolling }) else { return try await clock.sleep(time) }
        let end = clock.elapsed() + time
        while clock.elapsed() < end {
            signal()
            try await clock.sleep(min(Self.polling, end - clock.elapsed()))
        }
    }

    /// The time between two reads of messages if no hints arrive.
    private static let polling = Duration.milliseconds(100)

    var counts: ClusterCounts {
        held.withLock { held in
            var counts = held.counts
            counts.stores = held.stores.count
            counts.waiting = held.askers.count
            counts.messages = held.letters.count
            counts.asked = held.core.pending.values.count { if case .away = $0.place { true } else { false } }
            return counts
        }
    }

    func add(_ host: any StoreHost, named name: String, passivation: Duration?) {
        let isNew = held.withLock { held in
            held.hosts[name] = host
            return held.core.addDirectory(name, version: host.version, passivation: passivation)
        }
        if isNew { meeting.yield() }
    }

    /// The node that owns a store according to this one.
    func owner(of store: StoreName) -> String? { held.withLock { $0.core.owner(of: store) } }

    func countFailure() { held.withLock { $0.counts.failures += 1 } }

    func nextRow() -> NodeRow { held.withLock { $0.core.nextRow() } }

    /// Sends a request, to this node or another, and waits at most until its deadline.
    func request(_ work: StoreWork, of store: StoreName, within time: Duration) async -> Answered {
        let number = held.withLock { held in
            held.number += 1
            return held.number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event: NodeEvent? = held.withLock { held in
                    guard !held.isStopped, !(held.isLeaving && work.isWatch) else { return nil }
                    held.works[number] = work
                    held.askers[number] = continuation
                    let kind: NodeRequest.Kind =
                        if case .send(let command, _) = work { .command(id: command) } else { .look }
                    return .requested(
                        NodeRequest(
                            number: number,
                            store: store,
                            kind: kind,
                            deadline: clock.elapsed() + time
                        )
                    )
                }
                guard let event else {
                    return continuation.resume(
                        returning: Answered(answer: .refused("the node was stopped"), value: nil)
                    )
                }
                handle(event)
                // The caller was cancelled before the request had a number.
                if Task.isCancelled { handle(.abandoned(number)) }
            }
        } onCancel: {
            handle(.abandoned(number))
        }
    }

    /// Whether nothing is listened to here any more.
    var isLeaving: Bool { held.withLock { $0.isLeaving || $0.isStopped } }

    /// Gives up all stores, and ends listeners, which would wait for other nodes.
    func leave() {
        let listeners = held.withLock { held in
            held.isLeaving = true
            return held.works.filter { number, work in work.isWatch && held.askers[number] != nil }.keys
                .sorted()
        }
        for number in listeners { handle(.abandoned(number)) }
        handle(.leave)
    }

    /// Stops at once, like a killed process: no other node is notified, and running work writes nothing more.
    func stop() {
        let (askers, stores, hosts) = held.withLock { held in
            held.isStopped = true
            held.timer?.task.cancel()
            defer { (held.askers, held.stores) = ([:], [:]) }
            return (held.askers, held.stores, held.hosts.values)
        }
        for host in hosts { host.end() }
        signalling.finish()
        meeting.finish()
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
        let commands = held.withLock { held -> [NodeCommand] in
            guard !held.isStopped else { return [] }
            let commands = held.core.handle(event, at: now)
            setTimer(&held)
            return commands
        }
        for command in commands { carryOut(command) }
    }

    /// Wakes this node when something is to be done without an event, and not before.
    private func setTimer(_ held: inout Held) {
        let times = [held.core.nextDeadline(), held.mailDue].compactMap(\.self)
        guard let time = times.min(), held.timer.map({ time < $0.time }) != false else { return }
        held.timer?.task.cancel()
        let task = Task.detached { [clock] in
            guard (try? await clock.sleep(max(time - clock.elapsed(), .milliseconds(1)))) != nil else {
                return
            }
            self.timePassed()
        }
        held.timer = (time, task)
    }

    private func timePassed() {
        let now = clock.elapsed()
        let isMailDue = held.withLock { held in
            held.timer = nil
            guard let due = held.mailDue, due <= now else { return false }
            held.mailDue = nil
            return true
        }
        if isMailDue { signal() }
        handle(.tick)
    }

    private func carryOut(_ command: NodeCommand) {
        switch command {
        case .post(let number, let node): Task.detached { await self.post(number, to: node) }
        case .forward(let number, let node): finish(number, nil) { .move($0, to: node, from: nil) }
        case .setAside(let number, let reason):
            held.withLock { $0.counts.setAside += 1 }
            finish(
                number,
                .refused("\(reason); the command was set aside"),
                { .setAside($0, reason: reason) },
                isDurable: true
            )
        case .release(let number): release(number)
        case .mark(let number): Task.detached { await self.mark(number) }
        case .meet: meeting.yield()
        case .notify(let nodes):
            let task = Task.detached { await self.notify(nodes) }
            held.withLock { $0.finishing[Self.news] = task }
        case .findStrays(let living): Task.detached { await self.findStrays(from: living) }
        case .adopt(let messages, let isStray): Task.detached { await self.adopt(messages, isStray: isStray) }
        case .answer(let number, let answer): tell(number, answer)
        case .findLast(let name, let opening):
            opens(name, opening) { host in .last(try await host.lastEntry(of: name)) }
        case .claim(let name, let opening, let entry):
            let ownership = StoreOwnership(claim: entry, token: "\(self.name) \(epoch) \(opening)")
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
            let found = held.withLock { held in
                (held.stores[name], held.works[number], held.letters[number]?.message)
            }
            guard let (current, store) = found.0, current == opening else {
                return handle(.performed(number, name, opening: opening, .lost))
            }
            guard let work = found.1 else {
                let reason = "the message cannot be read by this program"
                return handle(.performed(number, name, opening: opening, .unreadable(reason)))
            }
            Task.detached {
                let (answer, value) = await store.perform(work, of: found.2)
                if let value {
                    self.held.withLock { held in
                        if held.askers[number] != nil || held.letters[number] != nil {
                            held.values[number] = value
                        }
                    }
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

    /// Answers a caller here, or the sender of a message.
    private func tell(_ number: Int, _ answer: NodeAnswer) {
        let isMessage = held.withLock { held in
            switch answer {
            case .committed: held.counts.committed += 1
            // Nothing new for a listener is no refusal.
            case .refused where held.works[number]?.isWatch == true: break
            case .refused: held.counts.refused += 1
            case .unknown: held.counts.unknown += 1
            case .shown: break
            }
            return held.letters[number] != nil
        }
        guard !isMessage else { return finish(number, answer) { .remove($0) } }
        let (asker, value) = held.withLock { held in
            held.works[number] = nil
            return (held.askers.removeValue(forKey: number), held.values.removeValue(forKey: number))
        }
        asker?.resume(returning: Answered(answer: answer, value: value))
    }

    /// Requests data from the log for a store.
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
