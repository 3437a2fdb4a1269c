// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster
@testable import TributaryCore

extension ClusterModel {
    /// Chooses what follows from one number.
    struct Choice {
        private var numbers: SeededGenerator

        init(state: UInt64) { numbers = SeededGenerator(state: state) }

        mutating func next() -> UInt64 { numbers.next() }

        mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

        /// Whether something with this chance in a hundred happens.
        mutating func happens(_ percent: Int) -> Bool { below(100) < percent }
    }

    /// Makes one step.
    ///
    /// - Parameter number: What the step is follows from it, and from where the run is.
    /// - Returns: What it was, in words.
    mutating func step(_ number: UInt64) -> String {
        var choice = Choice(state: number)
        let index = choice.below(nodes.count)
        let room = Self.rooms[choice.below(Self.rooms.count)]
        let text: String
        switch choice.below(100) {
        case 0..<10: text = send(room, at: index, &choice)
        case 10..<13:
            text = "somebody looks at \(room.id) at n\(index)"
            if nodes[index].isAlive {
                request(room, .look, of: .looker(room), at: index, within: .seconds(2))
            }
        case 13..<45: text = stepOperation(&choice)
        case 45..<60: text = deliverQuestion(&choice)
        case 60..<70: text = deliverReply(&choice)
        case 70..<80: text = passTime(at: index, &choice)
        case 80..<86:
            text = "n\(index) writes its row and reads the table"
            if nodes[index].isAlive, !partitioned.contains(index) || choice.happens(50) {
                beat(index)
                readTable(index)
            }
        case 86..<94:
            let count = 1 + choice.below(3)
            log.replicate(count)
            text = "a standby gets \(count) entries"
        case 94..<96: text = failOver(&choice)
        case 96..<98: text = crash(index, &choice)
        default: text = partition(index)
        }
        checkAll()
        return text
    }

    private mutating func send(_ room: StoreName, at index: Int, _ choice: inout Choice) -> String {
        guard nodes[index].isAlive else { return "nobody is at n\(index)" }
        let known = sent.keys.filter { acknowledged[$0] == nil && !refused.contains($0) }.sorted()
        let id: String
        if !known.isEmpty, choice.happens(40) {
            id = known[choice.below(known.count)]
        } else {
            commandCount += 1
            id = "c\(commandCount)"
        }
        let store = sent[id]?.store ?? room
        sent[id] = (store, (sent[id]?.tries ?? 0) + 1)
        request(
            store,
            .command(id: id),
            of: .client(id: id),
            at: index,
            within: .milliseconds(200 + choice.below(4_000))
        )
        return "a client sends \(id) to \(store.id) at n\(index)"
    }

    private mutating func stepOperation(_ choice: inout Choice) -> String {
        guard !operations.isEmpty else { return "the log has nothing to do" }
        let position = choice.below(operations.count)
        var operation = operations[position]
        let (name, index) = (operation.store, operation.node)
        var text = "n\(index), \(name.id), \(operation.purpose): "
        guard let record = operation.record else {
            operations.remove(at: position)
            let fromFormer = log.former != nil && choice.happens(20)
            if choice.happens(5) {
                answer(operation, .failed("the answer was lost"))
                return text + "the answer was lost"
            }
            text += fromFormer ? "answered by the former primary" : "answered"
            read(operation, log.entries(of: name.log, fromFormer: fromFormer))
            return text
        }
        if !operation.isWritten || !log.isThere(record) {
            // A message that arrives again, after a failover, or not at all.
            if operation.isWritten, choice.happens(30) || choice.happens(5) {
                operations.remove(at: position)
                answer(operation, .failed("the connection was lost"))
                return text + "the connection was lost"
            }
            guard log.write(record) else {
                operations.remove(at: position)
                answer(operation, .fenced)
                return text + "fenced"
            }
            operation.isWritten = true
            operations[position] = operation
            return text + "written as entry \(record.sequence)"
        }
        guard log.isDurable(record) else { return text + "waits for a standby" }
        operations.remove(at: position)
        if choice.happens(8) {
            answer(operation, choice.happens(50) ? .fenced : .failed("the answer was lost"))
            return text + "durable, and the answer was lost or doubled"
        }
        answer(operation, .claimed)
        return text + "durable"
    }

    private mutating func read(_ operation: Operation, _ entries: [Int: ModelEntry]) {
        let (name, index) = (operation.store, operation.node)
        guard isCurrent(operation) else { return }
        let whole = ModelLog.whole(entries)
        guard case .recover(let claim) = operation.purpose else {
            nodes[index].early[name] = whole
            return answer(operation, .last(entries.keys.max() ?? 0))
        }
        let own = ModelEntry.claim(node: index, opening: operation.opening &+ Int(operation.epoch) << 20)
        var state = whole
        if fault == .believesWhatWasReadBeforeTheClaim {
            state = (nodes[index].early[name] ?? []) + [own]
        } else if entries.keys.max() != claim || whole.last != own {
            return answer(operation, .superseded)
        }
        nodes[index].stores[name] = (operation.opening, Store(entries: state, next: claim + 1))
        var commands: [RecordedCommand] = []
        for (position, entry) in state.enumerated() {
            if case .command(let id, _) = entry {
                commands.append(RecordedCommand(id: id, entry: position + 1))
            }
        }
        answer(operation, .recovered(fault == .forgetsCommandsOnRecovery ? [] : commands))
    }

    private func isCurrent(_ operation: Operation) -> Bool {
        nodes[operation.node].isAlive && nodes[operation.node].epoch == operation.epoch
    }

    private mutating func answer(_ operation: Operation, _ answer: LogAnswer) {
        guard isCurrent(operation) else { return }
        let (name, index) = (operation.store, operation.node)
        guard case .commit(let number) = operation.purpose else {
            return handle(.logAnswered(name, opening: operation.opening, answer), at: index)
        }
        guard let (opening, current) = nodes[index].stores[name], opening == operation.opening,
            let record = operation.record
        else { return }
        var store = current
        guard answer == .claimed else {
            return handle(.performed(number, name, opening: opening, .lost), at: index)
        }
        store.inFlight.removeAll { $0.record == record }
        nodes[index].stores[name] = (opening, store)
        checkOutput(name, record.sequence, record.entry)
        handle(.performed(number, name, opening: opening, .committed(record.sequence)), at: index)
        write(name, at: index)
    }

    private mutating func deliverQuestion(_ choice: inout Choice) -> String {
        guard !questions.isEmpty else { return "no question is on its way" }
        let position = choice.below(questions.count)
        var question = questions.remove(at: position)
        let text = "the question \(question.request.kind) from n\(question.from) to n\(question.to) "
        let isCut = !partitioned.isDisjoint(with: [question.from, question.to])
        if !nodes[question.to].isAlive || isCut || choice.happens(10) {
            let reply = Reply(
                to: question.from,
                epoch: question.epoch,
                number: question.number,
                answer: .unknown("lost")
            )
            replies.append(reply)
            return text + "is lost"
        }
        if question.copies == 1, choice.happens(10) {
            question.copies = 0
            questions.append(question)
        }
        request(
            question.request.store,
            question.request.kind,
            of: .node(question.from, epoch: question.epoch, number: question.number),
            at: question.to,
            within: question.remaining
        )
        return text + "arrives"
    }

    private mutating func deliverReply(_ choice: inout Choice) -> String {
        guard !replies.isEmpty else { return "no reply is on its way" }
        let reply = replies.remove(at: choice.below(replies.count))
        guard nodes[reply.to].isAlive, nodes[reply.to].epoch == reply.epoch else {
            return "a reply finds nobody"
        }
        let isLost = choice.happens(10)
        let answer = isLost ? NodeAnswer.unknown("the reply was lost") : reply.answer
        handle(.answered(reply.number, answer), at: reply.to)
        return "n\(reply.to) gets \(answer) for \(reply.number)"
    }

    private mutating func passTime(at index: Int, _ choice: inout Choice) -> String {
        let jump: Duration = choice.happens(10) ? .seconds(8) : .milliseconds(choice.below(400))
        nodes[index].clock += jump
        if nodes[index].isAlive { handle(.tick, at: index) }
        return "\(jump) pass at n\(index)"
    }

    private mutating func failOver(_ choice: inout Choice) -> String {
        let rest = log.records.count - log.durable
        let kept = choice.below(rest + 1)
        log.failOver(keeping: kept)
        return "the primary dies, and \(kept) of \(rest) entries that were not acknowledged stay"
    }

    private mutating func crash(_ index: Int, _ choice: inout Choice) -> String {
        if nodes[index].isAlive, choice.happens(30) {
            handle(.leave, at: index)
            beat(index)
            return "n\(index) begins to leave"
        }
        guard nodes[index].isAlive else {
            nodes[index] = Self.node(index, epoch: nodes[index].epoch + 1)
            beat(index)
            readTable(index)
            return "n\(index) begins anew"
        }
        nodes[index].isAlive = false
        askers[index] = [:]
        return "n\(index) dies"
    }

    private mutating func partition(_ index: Int) -> String {
        if partitioned.remove(index) != nil { return "n\(index) is reached again" }
        partitioned.insert(index)
        return "n\(index) is cut off from the others"
    }

    /// Mends everything, and lets it end.
    mutating func settle() {
        partitioned = []
        for index in nodes.indices where !nodes[index].isAlive || nodes[index].core.row.isLeaving {
            nodes[index] = Self.node(index, epoch: nodes[index].epoch + 1)
            askers[index] = [:]
        }
        var choice = Choice(state: 1)
        var rounds = 0
        while failure == nil, rounds < 400 {
            rounds += 1
            for index in nodes.indices {
                nodes[index].clock += .milliseconds(100)
                beat(index)
                readTable(index)
            }
            while !operations.isEmpty || !questions.isEmpty || !replies.isEmpty, failure == nil {
                log.replicate(.max / 2)
                if !operations.isEmpty { _ = stepOperation(&choice) }
                if !questions.isEmpty { _ = deliverQuestion(&choice) }
                if !replies.isEmpty { _ = deliverReply(&choice) }
            }
            checkAll()
            if nodes.allSatisfy({ $0.core.pending.isEmpty }) { break }
        }
        let left = nodes.flatMap { $0.core.pending.keys }
        check(left.isEmpty, "requests were never answered: \(left.sorted())")
    }
}
