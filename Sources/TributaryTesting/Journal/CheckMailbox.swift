// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryLog

/// Checks that a mailbox keeps every promise that it adds to those of `ActionLog`, and fails with those that it does not keep.
///
/// ```swift
/// await checkMailbox { former in try SQLiteLog(at: path) }
/// ```
/// The place may hold other logs and messages: the names that are used here are new each time.
///
/// - Parameters:
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
///   - open: Opens the mailbox, at the same place each time. It is given the one that was open before, which is closed.
public nonisolated(nonsending) func checkMailbox<Box: Mailbox>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ open: (_ former: Box?) async throws -> Box
) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await checkPromises(MailboxCheck.promises.map(\.0), of: "Mailbox", at: site, open) { box, prefix, index in
        let reading = try await MailboxCheck.promises[index].1(MailboxCheck(box: box, prefix: prefix))
        return reading.map { reading in { try await reading(MailboxCheck(box: $0, prefix: prefix)) } }
    }
}

/// One promise, checked with nodes and stores of its own.
struct MailboxCheck {
    let box: any Mailbox
    let prefix: String

    typealias Reading = (MailboxCheck) async throws -> Void
    typealias Broken = ActionLogCheck.Broken

    static let promises: [(String, @Sendable (MailboxCheck) async throws -> Reading?)] = [
        (
            "messages are delivered to their node, the oldest first, until they are removed",
            { try await $0.delivers() }
        ),
        ("a message of the same store and id takes the place of the first", { try await $0.replaces() }),
        ("a commit removes and puts messages with it, once", { try await $0.commits() }),
        ("a commit whose message is gone is fenced, and changes nothing", { try await $0.fences() }),
        ("of many commits that remove one message, one gets it", { try await $0.fencesAmongMany() }),
        ("a message is not delivered before it is due", { try await $0.waits() }),
        ("a message is not delivered when its lifetime is over", { try await $0.expires() }),
        ("messages of nodes that do not live are strays, and can be moved", { try await $0.moves() }),
        (
            "a message that is set aside is not delivered until it is retried",
            { try await $0.setsAside() }
        ),
        ("answers are given once, to the node that asked", { try await $0.answers() }),
        ("a node is woken by a message for it", { try await $0.wakes() }),
        ("nodes that came lately are read", { try await $0.meets() }),
        ("contents may be anything", { try await $0.takesAnything() }),
    ]

    func name(_ name: String) -> String { prefix + name }

    func message(_ id: String, to store: String = "s", at node: String = "n", _ contents: [UInt8]? = nil)
        -> MailboxMessage
    {
        MailboxMessage(to: name(store), id: id, at: name(node), contents: contents ?? Array(id.utf8))
    }

    func commit(_ sequence: Int, _ store: String = "s") -> LogCommit {
        LogCommit(
            name: name(store),
            sequence: sequence,
            time: LogTime(milliseconds: 1_700_000_000_000),
            contents: [UInt8(sequence)]
        )
    }

    func received(at node: String = "n", without taken: [Int] = [], limit: Int = 1_000) async throws
        -> [MailboxMessage]
    {
        try await box.receive(at: name(node), without: taken, limit: limit).messages
    }

    func ids(at node: String = "n") async throws -> [String] { try await received(at: node).map(\.id) }

    func number(of id: String, at node: String = "n") async throws -> Int {
        guard let message = try await received(at: node).first(where: { $0.id == id }) else {
            throw Broken(description: "The message “\(id)” is not delivered.")
        }
        return message.number
    }

    func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        guard found != expected else { return }
        throw Broken(description: "\(what): \(expected) was expected, and it is \(found).")
    }

    func expectFenced(_ commit: LogCommit, _ changes: [MailboxChange], _ what: String) async throws {
        do {
            try await box.append(commit, changing: changes)
        } catch ActionLogError.fenced {
            return
        }
        throw Broken(description: "\(what): it was appended.")
    }

    // MARK: - Promises

    func delivers() async throws -> Reading {
        for index in 0..<5 { try await box.change([.put(message("\(index)"))], isDurable: true) }
        try await box.change([.put(message("other", at: "m"))], isDurable: true)
        let all = try await received()
        try expect(all.map(\.id), ["0", "1", "2", "3", "4"], "The messages")
        try expect(all.map(\.number), all.map(\.number).sorted(), "Their numbers")
        try expect(try await received(limit: 2).map(\.id), ["0", "1"], "Two at most")
        let without = try await received(without: [all[0].number, all[2].number])
        try expect(without.map(\.id), ["1", "3", "4"], "Without those that were taken")
        try await box.change([.remove(all[1].number), .remove(all[1].number)], isDurable: true)
        return { again in
            try again.expect(try await again.ids(), ["0", "2", "3", "4"], "After one was removed")
            try again.expect(try await again.ids(at: "m"), ["other"], "Those of another node")
        }
    }

    func replaces() async throws -> Reading {
        try await box.change([.put(message("a", [1])), .put(message("b"))], isDurable: true)
        let number = try await number(of: "a")
        var second = message("a", at: "m", [2])
        second.sender = MailboxMessage.Sender(node: name("m"), request: 7)
        try await box.change([.put(second)], isDurable: true)
        second.number = number
        try await box.change([.put(message("a", to: "other"))], isDurable: true)
        let expected = second
        return { again in
            try again.expect(try await again.received(at: "m"), [expected], "The second one")
            try again.expect(try await again.ids(), ["b", "a"], "Those of the first node")
        }
    }

    func commits() async throws -> Reading {
        try await box.change([.put(message("a")), .put(message("b"))], isDurable: true)
        let removed = try await number(of: "a")
        try await box.append(
            commit(1),
            changing: [.remove(removed), .put(message("c", to: "t")), .cancel(store: name("s"), id: "b")]
        )
        return { again in
            try again.expect(try await again.ids(), ["c"], "The messages after the commit")
            let commits = try await again.box.commits(of: again.name("s"), after: 0, limit: 10)
            try again.expect(commits, [again.commit(1)], "The commits")
            let fenced = [MailboxChange.put(again.message("d"))]
            try await again.expectFenced(again.commit(1), fenced, "The same number")
            try again.expect(try await again.ids(), ["c"], "The messages after a fence")
        }
    }

    func fences() async throws -> Reading? {
        try await box.change([.put(message("a")), .put(message("b"))], isDurable: true)
        let (gone, stays) = (try await number(of: "a"), try await number(of: "b"))
        try await box.change([.remove(gone)], isDurable: true)
        let changes: [MailboxChange] = [.remove(stays), .remove(gone), .put(message("c"))]
        try await expectFenced(commit(1), changes, "Without one of its messages")
        try expect(try await ids(), ["b"], "The messages")
        let commits = try await box.commits(of: name("s"), after: 0, limit: 10)
        try expect(commits, [], "The commits")
        try await box.append(commit(1), changing: [.remove(stays)])
        try expect(try await ids(), [], "The messages at the end")
        return nil
    }

    func fencesAmongMany() async throws -> Reading? {
        for round in 1...20 {
            try await box.change([.put(message("\(round)"))], isDurable: true)
            let number = try await number(of: "\(round)")
            let (box, commits) = (box, (0..<8).map { commit(round, "s\($0 % 2)") })
            // Two logs, so that the number of the entry does not keep all of them apart.
            var counts = [0, 0]
            for (index, commit) in commits.enumerated() {
                do {
                    try await box.append(commit, changing: [.remove(number)])
                    counts[index % 2] += 1
                } catch ActionLogError.fenced {}
            }
            try expect(counts.reduce(0, +), 1, "How many removed the message \(round)")
            for (index, count) in counts.enumerated() where count == 0 {
                try await box.append(self.commit(round, "s\(index)"))
            }
        }
        return nil
    }

    func waits() async throws -> Reading {
        var later = message("later")
        later.due = LogTime(milliseconds: 4_000_000_000_000)
        var now = message("now")
        now.due = LogTime(milliseconds: 1_000)
        try await box.change([.put(later), .put(now)], isDurable: true)
        return { again in
            let delivery = try await again.box.receive(at: again.name("n"), without: [], limit: 10)
            try again.expect(delivery.messages.map(\.id), ["now"], "What is due")
            guard let time = delivery.nextDue, time > .seconds(1_000_000) else {
                throw Broken(description: "The time until the next one is due: \(delivery.nextDue as Any).")
            }
        }
    }

    func expires() async throws -> Reading {
        var (short, long) = (message("short"), message("long"))
        (short.kind, short.lifetime) = (.question, .zero)
        (long.kind, long.lifetime) = (.question, .seconds(100_000))
        try await box.change([.put(short), .put(long)], isDurable: true)
        return { again in
            let messages = try await again.received()
            try again.expect(messages.map(\.id), ["long"], "What has not expired")
            guard let left = messages[0].lifetime, left > .zero, left <= .seconds(100_000) else {
                throw Broken(description: "Its lifetime: \(messages[0].lifetime as Any).")
            }
        }
    }

    func moves() async throws -> Reading {
        var later = message("later")
        later.due = LogTime(milliseconds: 4_000_000_000_000)
        try await box.change([.put(message("a")), .put(later), .put(message("b", at: "m"))], isDurable: true)
        func strays(_ living: [String], _ check: MailboxCheck) async throws -> [MailboxMessage] {
            // Others may use the place.
            try await check.box.strays(from: living.map(check.name), limit: .max)
                .filter { $0.store.hasPrefix(check.prefix) }
        }
        try expect(try await strays(["m"], self).map(\.id), ["a", "later"], "The strays")
        try expect(try await strays(["m", "n"], self), [], "Those of nodes that live")
        let numbers = try await strays(["m"], self).map(\.number)
        try await box.change([.suspect(numbers[0], by: name("n"))], isDurable: true)
        // The second node that misses the same one comes too late.
        for other in ["m", "k"] {
            let changes = numbers.map { MailboxChange.move($0, to: name(other), from: name("n")) }
            try await box.change(changes, isDurable: true)
        }
        return { again in
            let messages = try await again.received(at: "m")
            try again.expect(messages.map(\.id), ["a", "b"], "What the other node receives")
            try again.expect(messages.map(\.deaths), [1, 0], "How many died")
            try again.expect(messages.map(\.suspect), [again.name("n"), nil], "Who does it alone")
            let number = messages[1].number
            try await again.box.change([.suspect(number, by: again.name("m"))], isDurable: true)
            try await again.box.change([.move(number, to: again.name("k"), from: nil)], isDurable: true)
            try await again.box.change([.countDeath(of: again.name("m"))], isDurable: true)
            let all = try await again.received(at: "m") + again.received(at: "k")
            try again.expect(all.map(\.deaths), [2, 0], "How many died after another one")
            try again.expect(all.map(\.suspect), [again.name("n"), nil], "Who was not given up")
            try again.expect(try await strays(["m", "k"], again), [], "The strays at the end")
        }
    }

    func setsAside() async throws -> Reading {
        try await box.change([.put(message("a")), .put(message("b"))], isDurable: true)
        let number = try await number(of: "a")
        try await box.change([.suspect(number, by: name("n"))], isDurable: true)
        try expect(try await received().map(\.suspect), [name("n"), nil], "Who does it alone")
        try await box.change([.setAside(number, reason: "It is no action.")], isDurable: true)
        return { again in
            try again.expect(try await again.ids(), ["b"], "What is delivered")
            try again.expect(
                try await again.box.strays(from: [], limit: .max).filter { $0.number == number },
                [],
                "The strays"
            )
            let kept = try await again.box.messages(after: number - 1, limit: 1)
            try again.expect(kept.map(\.setAside), ["It is no action."], "Why it was set aside")
            try await again.box.change([.retry(number)], isDurable: true)
            let messages = try await again.received()
            try again.expect(messages.map(\.id), ["a", "b"], "What is delivered then")
            try again.expect(messages.map(\.suspect), [nil, nil], "Who does it alone")
        }
    }

    func answers() async throws -> Reading? {
        try await box.change([.put(message("a"))], isDurable: false)
        let number = try await number(of: "a")
        let senders = [7, 8].map { MailboxMessage.Sender(node: name("m"), request: $0) }
        let answers = senders.map {
            MailboxAnswer(to: $0, contents: Array(repeating: UInt8($0.request), count: 70_000))
        }
        try await box.change([.remove(number), .answer(answers[0]), .answer(answers[1])], isDurable: false)
        try expect(
            try await box.receive(at: name("n"), without: [], limit: 10).answers,
            [],
            "Those of another node"
        )
        let found = try await box.receive(at: name("m"), without: [], limit: 10)
        try expect(found.answers, answers, "The answers")
        try expect(found.messages, [], "The messages")
        try expect(
            try await box.receive(at: name("m"), without: [], limit: 10).answers,
            [],
            "The answers, again"
        )
        return nil
    }

    func wakes() async throws -> Reading? {
        var wakeups = box.wakeups(at: name("n")).makeAsyncIterator()
        // Until it listens.
        _ = try await box.meet(MailboxNode(name: name("n"), contents: []), within: .seconds(60))
        let sender = MailboxMessage.Sender(node: name("n"), request: 1)
        let answer = MailboxChange.answer(MailboxAnswer(to: sender, contents: []))
        for change in [MailboxChange.put(message("a")), answer] {
            _ = await wakeups.next()
            try await box.change([change], isDurable: false)
        }
        _ = await wakeups.next()
        try await box.append(commit(1), changing: [.put(message("b"))])
        _ = await wakeups.next()
        return nil
    }

    func meets() async throws -> Reading? {
        for index in 0..<3 {
            let node = MailboxNode(name: name("n\(index)"), contents: [UInt8(index)])
            _ = try await box.meet(node, within: .seconds(60))
        }
        let again = MailboxNode(name: name("n1"), contents: [9])
        let nodes = try await box.meet(again, within: .seconds(60)).filter { $0.name.hasPrefix(prefix) }
        try expect(nodes.map(\.name), (0..<3).map { name("n\($0)") }, "The nodes")
        try expect(nodes.map(\.contents), [[0], [9], [2]], "What they say")
        guard nodes.allSatisfy({ (.zero...Duration.seconds(60)).contains($0.age) }) else {
            throw Broken(description: "The nodes came \(nodes.map(\.age)) ago.")
        }
        let seen = try await box.meet(nil, within: .seconds(60)).filter { $0.name.hasPrefix(prefix) }
        try expect(seen.map(\.name), nodes.map(\.name), "The nodes, without coming")
        return nil
    }

    func takesAnything() async throws -> Reading {
        let ids = ["", "ünïcödé 漢字 🌊", "'; DROP TABLE inbox; --", String(repeating: "long ", count: 50)]
        let sizes = [0, 1, 255, 1_000_003]
        let all = zip(ids, sizes).map { id, size in
            message(id, ActionLogCheck.contents(size))
        }
        try await box.change(all.map { .put($0) }, isDurable: true)
        return { again in
            for (found, expected) in zip(try await again.received(), all)
            where found.id != expected.id || found.contents != expected.contents {
                throw Broken(description: "“\(expected.id)” differs from the message that was put.")
            }
            try again.expect(try await again.received().count, all.count, "How many there are")
        }
    }
}
