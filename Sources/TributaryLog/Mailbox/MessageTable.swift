// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The messages of a mailbox in memory, as a value.
package struct MessageTable: Sendable {
    /// A message, and when its lifetime is over.
    package struct Row: Codable, Sendable {
        package var message: MailboxMessage
        package var expires: LogTime?
    }

    private struct Key: Hashable, Sendable {
        let store: String
        let id: String
    }

    private var rows: [Int: Row] = [:]
    private var numbers: [Key: Int] = [:]

    /// The numbers in their order.
    private var order: [Int] = []
    private var last = 0

    /// The numbers of the messages that were changed since the last call of `takeChanges`.
    private var changed: Set<Int> = []

    package init() {}

    /// The messages that were kept, in any order.
    package init(_ kept: [Row]) {
        for row in kept.sorted(by: { $0.message.number < $1.message.number }) {
            let number = row.message.number
            rows[number] = row
            numbers[Key(store: row.message.store, id: row.message.id)] = number
            order.append(number)
            last = number
        }
    }

    /// Gives no number up to this one any more.
    package mutating func begin(after number: Int) { last = max(last, number) }

    /// Lets everything count as changed.
    package mutating func markAllChanged() { changed.formUnion(order) }

    /// The changes since the last call: a message, or `nil` where it was removed, by the numbers.
    package mutating func takeChanges() -> [(number: Int, row: Row?)] {
        defer { changed = [] }
        return changed.sorted().map { ($0, rows[$0]) }
    }

    package var isEmpty: Bool { rows.isEmpty }

    package func contains(_ number: Int) -> Bool { rows[number] != nil }

    /// All messages after a number, the oldest first.
    package func messages(after number: Int = 0, limit: Int = .max) -> [MailboxMessage] {
        Array(order.lazy.filter { $0 > number }.compactMap { rows[$0]?.message }.prefix(limit))
    }

    /// Whether every message that the changes remove is there.
    package func allows(_ changes: [MailboxChange]) -> Bool {
        changes.allSatisfy { if case .remove(let number) = $0 { contains(number) } else { true } }
    }

    /// Makes changes.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order.
    ///   - now: The time.
    /// - Returns: The names of the nodes that have something to receive.
    @discardableResult
    package mutating func apply(_ changes: [MailboxChange], at now: LogTime) -> Set<String> {
        var woken: Set<String> = []
        for change in changes {
            switch change {
            case .put(let message): woken.insert(put(message, now))
            case .remove(let number): remove(number)
            case .cancel(let store, let id):
                if let number = numbers[Key(store: store, id: id)] { remove(number) }
            case .move(let number, let node, let former):
                guard var row = rows[number], former == nil || former == row.message.node else { continue }
                row.message.node = node
                if former == nil {
                    row.message.suspect = nil
                } else if Self.isDue(row.message, now) {
                    row.message.deaths += 1
                }
                update(number) { $0 = row }
                woken.insert(node)
            case .countDeath(let node):
                for (number, row) in rows where row.message.node == node && Self.isDue(row.message, now) {
                    update(number) { $0.message.deaths += 1 }
                }
            case .suspect(let number, let node): update(number) { $0.message.suspect = node }
            case .setAside(let number, let reason): update(number) { $0.message.setAside = reason }
            case .retry(let number):
                guard var message = rows[number]?.message, message.setAside != nil else { continue }
                (message.setAside, message.suspect, message.deaths) = (nil, nil, 0)
                update(number) { [message] in $0.message = message }
                woken.insert(message.node)
            case .answer(let answer): woken.insert(answer.sender.node)
            }
        }
        return woken
    }

    private mutating func put(_ message: MailboxMessage, _ now: LogTime) -> String {
        let key = Key(store: message.store, id: message.id)
        var message = message
        let expires = message.lifetime.map { LogTime(milliseconds: now.milliseconds + $0.milliseconds) }
        if let number = numbers[key], let former = rows[number]?.message {
            (message.number, message.deaths) = (number, former.deaths)
            (message.suspect, message.setAside) = (former.suspect, former.setAside)
        } else {
            last += 1
            message.number = last
            numbers[key] = last
            order.append(last)
        }
        message.lifetime = nil
        rows[message.number] = Row(message: message, expires: expires)
        changed.insert(message.number)
        return message.node
    }

    private mutating func update(_ number: Int, _ body: (inout Row) -> Void) {
        guard var row = rows[number] else { return }
        body(&row)
        rows[number] = row
        changed.insert(number)
    }

    private mutating func remove(_ number: Int) {
        guard let row = rows.removeValue(forKey: number) else { return }
        changed.insert(number)
        numbers[Key(store: row.message.store, id: row.message.id)] = nil
        if let index = order.firstIndex(of: number) { order.remove(at: index) }
    }

    private static func isDue(_ message: MailboxMessage, _ now: LogTime) -> Bool {
        message.due.map { $0 <= now } ?? true
    }

    /// The messages for a node, without answers.
    package func delivery(to node: String, without taken: [Int], limit: Int, at now: LogTime)
        -> MailboxDelivery
    {
        let taken = Set(taken)
        var delivery = MailboxDelivery(messages: [], answers: [])
        for number in order {
            guard let row = rows[number], row.message.node == node, row.message.setAside == nil else {
                continue
            }
            var message = row.message
            if let due = message.due, due > now {
                let time = Duration.milliseconds(due.milliseconds - now.milliseconds)
                delivery.nextDue = min(delivery.nextDue ?? time, time)
                continue
            }
            guard !taken.contains(number), delivery.messages.count < limit else { continue }
            if let expires = row.expires {
                guard expires > now else { continue }
                message.lifetime = .milliseconds(expires.milliseconds - now.milliseconds)
            }
            delivery.messages.append(message)
        }
        return delivery
    }

    package func strays(from living: [String], limit: Int) -> [MailboxMessage] {
        let living = Set(living)
        return Array(
            messages().lazy.filter { !living.contains($0.node) && $0.setAside == nil }.prefix(limit)
        )
    }

    /// Removes expired messages.
    package mutating func expire(at now: LogTime) {
        for (number, row) in rows where row.expires.map({ $0 <= now }) == true { remove(number) }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !isTooLong, whole < .max / 4 else { return .max / 4 }
        return Int(whole + attoseconds / 1_000_000_000_000_000)
    }
}
