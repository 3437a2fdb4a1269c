// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

extension ClusterModel {
    /// Mends everything, lets it end, and looks at each store: nobody is shown what is old any more.
    mutating func settle() {
        partitioned = []
        log.mend()
        isMended = true
        for index in nodes.indices where !nodes[index].isAlive || nodes[index].core.row.isLeaving {
            nodes[index] = Self.node(index, epoch: nodes[index].epoch + 1)
            askers[index] = [:]
        }
        var choice = Choice(state: 1)
        for _ in 0..<400 where failure == nil && !pending.isEmpty { letTimePass(&choice) }
        let left = pending
        check(left.isEmpty, "requests were never answered: \(left)")
        // Whoever waits for an entry that is there hears of it, and each store has its turn to be verified.
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

    /// The requests that nobody has answered.
    private var pending: [Int] { nodes.flatMap { $0.core.pending.keys }.sorted() }

    /// How many entries must be durable before a look is answered that another node may have been asked for.
    func awaited(_ number: Int, at index: Int) -> Int? {
        switch askers[index]?[number] {
        case .watcher(let entry): entry
        case .node(let from, _, let number): awaited(number, at: from)
        case .client, .looker, nil: nil
        }
    }

    private mutating func letTimePass(_ choice: inout Choice) {
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
    }
}
