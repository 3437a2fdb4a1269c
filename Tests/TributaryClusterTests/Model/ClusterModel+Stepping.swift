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
            if nodes[index].isAlive, !log.isCutOff, !partitioned.contains(index) || choice.happens(50) {
                beat(index)
                readTable(index)
            }
        case 86..<94 where log.isCutOff:
            log.isCutOff = false
            text = "the log is reached again"
        case 86..<94:
            let count = 1 + choice.below(3)
            log.replicate(count)
            text = "a standby gets \(count) entries"
        case 94..<96: text = failOver(&choice)
        case 96..<98: text = crash(index, &choice)
        default: text = choice.happens(70) ? partition(index) : cutOffLog(&choice)
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

    mutating func deliverQuestion(_ choice: inout Choice) -> String {
        guard !questions.isEmpty else { return "no question is on its way" }
        let position = choice.below(questions.count)
        let question = questions.remove(at: position)
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
        if fault == .deliversTwice, choice.happens(10) { questions.append(question) }
        request(
            question.request.store,
            question.request.kind,
            of: .node(question.from, epoch: question.epoch, number: question.number),
            at: question.to,
            within: question.remaining
        )
        return text + "arrives"
    }

    mutating func deliverReply(_ choice: inout Choice) -> String {
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
        // Of a longer time, it is a jump of the clock, or the others are slow.
        let isJump = jump < .seconds(8) || log.isCutOff || choice.happens(30)
        for _ in 0..<(isJump ? 1 : 4) where nodes[index].isAlive {
            nodes[index].clock += isJump ? jump : jump / 4
            if isJump { handle(.tick, at: index) } else { readTable(index) }
        }
        return "\(jump) pass at n\(index)" + (isJump ? "" : ", which reads the table meanwhile")
    }

    /// Nobody reaches the log for a time.
    private mutating func cutOffLog(_ choice: inout Choice) -> String {
        log.isCutOff = true
        let time = Duration.seconds(2 + choice.below(8))
        for index in nodes.indices {
            nodes[index].clock += time
            if nodes[index].isAlive { handle(.tick, at: index) }
        }
        return "nobody reaches the log for \(time)"
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
}
