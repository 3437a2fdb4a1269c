// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

@testable import TributaryCluster

extension ClusterModel {
    /// Repairs everything, lets it end, and checks each store: no read returns an old state any more.
    mutating func settle() {
        mend()
        for index in nodes.indices {
            nodes[index].trouble = .none
            if !nodes[index].isAlive || nodes[index].core.row.isLeaving { start(index) }
        }
        var choice = Choice(state: 1)
        for _ in 0..<400 where failure == nil && !(pending.isEmpty && log.messages.isEmpty) {
            letTimePass(&choice)
        }
        let left = pending
        check(left.isEmpty, "requests were never answered: \(left)")
        checkAccepted()
        // Clients that wait for an existing entry are answered, and each store is verified.
        for index in nodes.indices {
            for name in Self.rooms {
                let entry = ModelLog.whole(log.durableEntries(of: name.log)).count
                guard entry > 0 else { continue }
                request(name, .look, of: .watcher(entry: entry), at: index, within: .seconds(60))
            }
        }
        for round in 0..<100 where failure == nil && (round < 2 * NodeProtocol.turns || !pending.isEmpty) {
            letTimePass(&choice)
        }
        let waiting = pending
        check(waiting.isEmpty, "who waits for an entry that is there does not hear of it: \(waiting)")
        hasSettled = true
        for index in nodes.indices {
            for name in Self.rooms {
                checkIsNew(name, nodes[index].stores[name]?.store.entries, "n\(index) keeps")
                request(name, .look, of: .looker(name), at: index, within: .seconds(2))
            }
        }
        for _ in 0..<10 where failure == nil { letTimePass(&choice) }
    }

    /// Sends a command to each store at a node that is well, while the others are not, and expects answers within five heartbeats.
    ///
    /// - Parameter number: The others' troubles follow from it.
    mutating func expectAvailability(_ number: UInt64) {
        var choice = Choice(state: number)
        mend()
        isMended = false
        let well = choice.below(nodes.count)
        for index in nodes.indices where index != well {
            let all = Trouble.allCases.dropFirst()
            nodes[index].trouble = all[all.startIndex + choice.below(all.count)]
            if choice.happens(30) { nodes[index].isAlive = false }
        }
        nodes[well].trouble = choice.happens(30) ? .isDeaf : .none
        if !nodes[well].isAlive || nodes[well].core.row.isLeaving { start(well) }
        isMended = true
        for name in Self.rooms {
            commandCount += 1
            let id = "c\(commandCount)"
            sent[id] = (name, 1)
            request(name, .command(id: id), of: .client(id: id), at: well, within: .seconds(60))
        }
        let ids = ((commandCount - Self.rooms.count + 1)...commandCount).map { "c\($0)" }
        for tenth in 0..<100 where failure == nil {
            log.time.milliseconds += 100
            for index in nodes.indices { nodes[index].clock += .milliseconds(100) }
            for index in nodes.indices {
                let isNext = nodes[index].core.nextReading.map { $0 <= nodes[index].clock } == true
                guard tenth % 20 == 19 || isNext else { continue }
                meet(index)
                receive(index)
            }
            for index in nodes.indices where nodes[index].isAlive && nodes[index].trouble != .paused {
                handle(.tick, at: index)
            }
            work(&choice)
        }
        let troubles = nodes.map { $0.isAlive ? "\($0.trouble)" : "dead" }.joined(separator: ", ")
        for id in ids {
            let (isDone, store) = (acknowledged[id] != nil, sent[id]?.store.id ?? "")
            check(
                isDone,
                "\(id) to \(store) at n\(well) was not done within five heartbeats; the nodes: \(troubles)"
            )
        }
    }

    private mutating func mend() {
        log.mend()
        isMended = true
    }

    /// The requests without an answer.
    private var pending: [Int] { nodes.flatMap { $0.core.pending.keys }.sorted() }

    /// The number of entries that must be durable before a read is answered that may involve another node.
    func awaited(_ number: Int, at index: Int) -> Int? {
        if let letter = nodes[index].letters[number] { return letter.awaited }
        if case .watcher(let entry) = askers[index]?[number] { return entry }
        return nil
    }

    private mutating func letTimePass(_ choice: inout Choice) {
        log.time.milliseconds += 100
        for index in nodes.indices {
            nodes[index].clock += .milliseconds(100)
            beat(index)
            readTable(index)
            receive(index)
        }
        work(&choice)
        checkAll()
    }

    /// Performs all pending operations of the log and the mailbox.
    private mutating func work(_ choice: inout Choice) {
        for _ in 0..<10_000 where failure == nil {
            log.replicate(.max)
            let operation = operations.firstIndex { isReached($0) }
            let mail = mails.firstIndex { reads($0.node) || writes($0.node) || !nodes[$0.node].isAlive }
            let woken = nodes.indices.first { nodes[$0].isWoken && reads($0) && writes($0) }
            if operation == nil, mail == nil, woken == nil { return }
            if let operation { _ = stepOperation(at: operation, &choice) }
            if let mail = mails.firstIndex(where: {
                reads($0.node) || writes($0.node) || !nodes[$0.node].isAlive
            }) {
                _ = stepMail(at: mail, &choice)
            }
            if let woken { receive(woken) }
        }
        check(failure != nil, "the log and the mailbox are never done")
    }

    private func isReached(_ operation: Operation) -> Bool {
        let index = operation.node
        guard nodes[index].isAlive else { return true }
        return operation.record == nil ? reads(index) : writes(index) || operation.isWritten
    }
}
