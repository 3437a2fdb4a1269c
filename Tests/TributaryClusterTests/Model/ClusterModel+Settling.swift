// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

extension ClusterModel {
    /// Mends everything, lets it end, and looks at each store: nobody is shown what is old any more.
    mutating func settle() {
        partitioned = []
        log.mend()
        for index in nodes.indices where !nodes[index].isAlive || nodes[index].core.row.isLeaving {
            nodes[index] = Self.node(index, epoch: nodes[index].epoch + 1)
            askers[index] = [:]
        }
        var choice = Choice(state: 1)
        for _ in 0..<400 where failure == nil && nodes.contains(where: { !$0.core.pending.isEmpty }) {
            letTimePass(&choice)
        }
        let left = nodes.flatMap { $0.core.pending.keys }
        check(left.isEmpty, "requests were never answered: \(left.sorted())")
        // Until each store has had its turn to be looked after.
        for _ in 0..<2 * NodeProtocol.turns where failure == nil { letTimePass(&choice) }
        hasSettled = true
        for index in nodes.indices {
            for name in Self.rooms {
                checkIsNew(name, nodes[index].stores[name]?.store.entries, "n\(index) keeps")
                request(name, .look, of: .looker(name), at: index, within: .seconds(2))
            }
        }
        for _ in 0..<10 where failure == nil { letTimePass(&choice) }
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
