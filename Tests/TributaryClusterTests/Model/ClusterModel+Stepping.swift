// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

@testable import TributaryCluster
@testable import TributaryCore

extension ClusterModel {
    /// Derives choices from one number.
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
    /// - Parameter number: Determines the step, together with the state of the run.
    /// - Returns: The step, in words.
    mutating func step(_ number: UInt64) -> String {
        var choice = Choice(state: number)
        let index = choice.below(nodes.count)
        let room = Self.rooms[choice.below(Self.rooms.count)]
        let text: String
        switch choice.below(100) {
        case 0..<10: text = send(room, at: index, &choice)
        case 10..<12:
            text = "somebody looks at \(room.id) at n\(index)"
            if isAwake(index) { request(room, .look, of: .looker(room), at: index, within: .seconds(2)) }
        case 12..<15: text = accept(room, at: index, &choice)
        case 15..<45: text = stepOperation(&choice)
        case 45..<60: text = stepMail(&choice)
        case 60..<70:
            text = "n\(index) receives"
            if nodes[index].isWoken || choice.happens(30) { receive(index) }
        case 70..<78: text = passTime(at: index, &choice)
        case 78..<86:
            text = "n\(index) meets the others"
            meet(index)
        case 86..<94 where log.isCutOff:
            log.isCutOff = false
            text = "the log is reached again"
        case 86..<94:
            let count = 1 + choice.below(4)
            log.replicate(count)
            text = "a standby gets \(count) writes"
        case 94..<96: text = failOver(&choice)
        case 96..<98: text = crash(index, &choice)
        default: text = choice.happens(70) ? trouble(index, &choice) : cutOffLog(&choice)
        }
        checkAll()
        return text
    }

    private func isAwake(_ index: Int) -> Bool { nodes[index].isAlive && nodes[index].trouble != .paused }

    private mutating func send(_ room: StoreName, at index: Int, _ choice: inout Choice) -> String {
        guard isAwake(index) else { return "nobody is at n\(index)" }
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
            within: .milliseconds(200 + choice.below(8_000))
        )
        return "a client sends \(id) to \(store.id) at n\(index)"
    }

    /// A command is put durably, as with the commit of another store, for a node that need not be the owner.
    private mutating func accept(_ room: StoreName, at index: Int, _ choice: inout Choice) -> String {
        guard !log.isCutOff else { return "nothing is accepted" }
        commandCount += 1
        let id = "m\(commandCount)"
        var message = MailboxMessage(to: room.log, id: id, at: nodes[index].name, contents: [])
        if choice.happens(30) {
            message.due = LogTime(milliseconds: log.time.milliseconds + choice.below(10_000))
        }
        wake(log.change([.put(message)]))
        log.replicate(.max)
        accepted[id] = room
        return "\(id) is accepted for \(room.id) at n\(index)"
    }

    private mutating func passTime(at index: Int, _ choice: inout Choice) -> String {
        let jump: Duration = choice.happens(10) ? .seconds(8) : .milliseconds(choice.below(400))
        log.time.milliseconds += jump.milliseconds
        // Of a longer time, it is a jump of the clock, or the others are slow.
        let isJump = jump < .seconds(8) || log.isCutOff || nodes[index].trouble != .none || choice.happens(30)
        for _ in 0..<(isJump ? 1 : 4) where isAwake(index) {
            nodes[index].clock += isJump ? jump : jump / 4
            if isJump { handle(.tick, at: index) } else { readTable(index) }
        }
        return "\(jump) pass at n\(index)" + (isJump ? "" : ", which reads the table meanwhile")
    }

    /// The log is unreachable for a time.
    private mutating func cutOffLog(_ choice: inout Choice) -> String {
        log.isCutOff = true
        let time = Duration.seconds(2 + choice.below(8))
        log.time.milliseconds += time.milliseconds
        for index in nodes.indices {
            nodes[index].clock += time
            if isAwake(index) { handle(.tick, at: index) }
        }
        return "nobody reaches the log for \(time)"
    }

    private mutating func failOver(_ choice: inout Choice) -> String {
        let rest = log.uncertain
        let kept = choice.below(rest + 1)
        log.failOver(keeping: kept)
        return "the primary dies, and \(kept) of \(rest) writes that were not durable stay"
    }

    private mutating func crash(_ index: Int, _ choice: inout Choice) -> String {
        if isAwake(index), choice.happens(30) {
            handle(.leave, at: index)
            if writes(index) { beat(index) }
            return "n\(index) begins to leave"
        }
        guard nodes[index].isAlive else {
            start(index)
            return "n\(index) begins anew"
        }
        nodes[index].isAlive = false
        askers[index] = [:]
        return "n\(index) dies"
    }

    /// Restarts a node without any state.
    mutating func start(_ index: Int) {
        nodes[index] = Self.node(index, epoch: nodes[index].epoch + 1)
        askers[index] = [:]
        guard !log.isCutOff else { return }
        _ = log.change([.countDeath(of: nodes[index].name)])
        beat(index)
        readTable(index)
    }

    private mutating func trouble(_ index: Int, _ choice: inout Choice) -> String {
        if choice.happens(30) {
            nodes[index].isConnected.toggle()
            return "n\(index) is \(nodes[index].isConnected ? "connected again" : "no longer connected")"
        }
        let all = Trouble.allCases
        nodes[index].trouble = nodes[index].trouble == .none ? all[choice.below(all.count)] : .none
        return "n\(index) is \(nodes[index].trouble)"
    }
}
