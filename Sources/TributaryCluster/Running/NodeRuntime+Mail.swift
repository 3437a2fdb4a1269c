// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryLog

/// How a node reaches the others: through the mailbox, and nothing else.
extension NodeRuntime {
    /// A message that this node has taken.
    struct Letter: Sendable {
        let message: Int
        let sender: MailboxMessage.Sender?
    }

    /// How many messages are received at once at most.
    private static let limit = 1_000

    /// Receives messages and answers, each time that it is woken.
    func keepReceiving() async {
        for await _ in signals {
            while let isMore = await receive(), isMore {}
        }
    }

    /// - Returns: Whether there may be more; `nil` if the mailbox was not reached.
    private func receive() async -> Bool? {
        let taken = held.withLock { held in
            held.isStopped ? nil : held.letters.values.map(\.message)
        }
        guard let taken else { return nil }
        do {
            let delivery = try await mailbox.receive(at: name, without: taken, limit: Self.limit)
            take(delivery)
            return delivery.messages.count == Self.limit
        } catch {
            countFailure()
            return nil
        }
    }

    private func take(_ delivery: MailboxDelivery) {
        let now = clock.elapsed()
        let requests: [NodeRequest] = held.withLock { held in
            held.mailDue = delivery.nextDue.map { now + $0 }
            return delivery.messages.map { message in
                held.number += 1
                let number = held.number
                held.letters[number] = Letter(message: message.number, sender: message.sender)
                held.works[number] = StoreWork(message)
                return NodeRequest(
                    number: number,
                    store: StoreName(log: message.store) ?? StoreName(directory: "", id: message.store),
                    kind: message.kind == .command ? .command(id: message.id) : .look,
                    deadline: message.lifetime.map { now + $0 },
                    message: NodeRequest.Message(
                        number: message.number,
                        deaths: message.deaths,
                        suspect: message.suspect
                    )
                )
            }
        }
        for answer in delivery.answers {
            guard answer.sender.request != Self.news else {
                handle(.othersChanged)
                continue
            }
            let (answer, number) = (NodeReply.decode(answer.contents), answer.sender.request)
            if let value = answer.value {
                held.withLock { if $0.askers[number] != nil { $0.values[number] = value } }
            }
            handle(.answered(number, answer.answer))
        }
        if !requests.isEmpty || delivery.nextDue != nil { handle(.received(requests)) }
    }

    /// Puts a request into the mailbox.
    func post(_ number: Int, to node: String) async {
        let (found, work) = held.withLock { ($0.core.pending[number]?.request, $0.works[number]) }
        guard let request = found, let work else { return }
        let left = max(.zero, (request.deadline ?? .zero) - clock.elapsed())
        let message = work.message(
            to: request.store,
            at: node,
            from: MailboxMessage.Sender(node: name, request: number),
            within: left
        )
        do {
            try await mailbox.change([.put(message)], isDurable: false)
            handle(.posted(number, true))
        } catch {
            countFailure()
            var mayBeThere = true
            switch error {
            case ActionLogError.unreachable, ActionLogError.notWritable, ActionLogError.closed:
                mayBeThere = false
            default: break
            }
            handle(.posted(number, mayBeThere))
        }
    }

    /// Answers a message, if anybody waits for it, and makes another change with it; it is not received again before that is done.
    func finish(
        _ number: Int,
        _ answer: NodeAnswer?,
        _ change: (Int) -> MailboxChange,
        isDurable: Bool = false
    ) {
        let (found, value) = held.withLock { held in
            held.works[number] = nil
            return (held.letters[number], held.values.removeValue(forKey: number))
        }
        guard let letter = found else { return }
        var changes = [change(letter.message)]
        if let answer, let sender = letter.sender {
            changes.append(
                .answer(MailboxAnswer(to: sender, contents: NodeReply.encode(answer, value: value)))
            )
        }
        let task = Task.detached { [changes] in
            do {
                try await self.mailbox.change(changes, isDurable: isDurable)
            } catch {
                self.countFailure()
            }
            self.held.withLock { held in
                (held.letters[number], held.finishing[number]) = (nil, nil)
            }
        }
        held.withLock { if $0.letters[number] != nil { $0.finishing[number] = task } }
    }

    /// Waits until messages that were finished are removed and answered, and the others are notified.
    func finishAll() async {
        for task in held.withLock({ Array($0.finishing.values) }) { await task.value }
    }

    /// Forgets a message, and receives it again if it is there.
    func release(_ number: Int) {
        let isLeaving = held.withLock { held in
            (held.works[number], held.letters[number], held.values[number]) = (nil, nil, nil)
            return held.isLeaving
        }
        if !isLeaving { signal() }
    }

    func mark(_ number: Int) async {
        let (letter, identity) = held.withLock { ($0.letters[number], $0.core.identity) }
        guard let letter else { return }
        do {
            try await mailbox.change([.suspect(letter.message, by: identity)], isDurable: true)
            handle(.marked(number, true))
        } catch {
            countFailure()
            handle(.marked(number, false))
        }
    }

    /// The number of a request that no node makes: its answer reports that another node has changed.
    static let news = -1

    /// Lets other nodes read the table at once; a hint.
    func notify(_ nodes: [String]) async {
        let changes = nodes.map {
            MailboxChange.answer(MailboxAnswer(to: .init(node: $0, request: Self.news), contents: []))
        }
        do { try await mailbox.change(changes, isDurable: false) } catch { countFailure() }
    }

    func findStrays(from living: [String]) async {
        do {
            let strays = try await mailbox.strays(from: living, limit: 10 * Self.limit).compactMap {
                message in
                StoreName(log: message.store).map {
                    StrayMessage(number: message.number, node: message.node, store: $0)
                }
            }
            if !strays.isEmpty { handle(.strays(strays)) }
        } catch {
            countFailure()
        }
    }

    func adopt(_ messages: [StrayMessage], isStray: Bool) async {
        do {
            let changes = messages.map {
                MailboxChange.move($0.number, to: name, from: isStray ? $0.node : nil)
            }
            try await mailbox.change(changes, isDurable: false)
        } catch {
            countFailure()
        }
    }
}
