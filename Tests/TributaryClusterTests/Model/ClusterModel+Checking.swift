// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

extension ClusterModel {
    /// A client at a node gets an answer.
    mutating func told(_ number: Int, _ answer: NodeAnswer, at index: Int) {
        switch askers[index]?.removeValue(forKey: number) {
        case .client(let id):
            switch answer {
            case .committed(let entry):
                guard let store = sent[id]?.store else { return }
                acknowledged[id] = (store.log, entry)
                checkAcknowledged(id)
            case .refused where sent[id]?.tries == 1: refused.insert(id)
            case .unknown where fault == .answersRefusedWhenItTried && sent[id]?.tries == 1:
                refused.insert(id)
            case .shown: check(false, "\(id) was answered with \(answer)")
            case .refused, .unknown: break
            }
        case .watcher(let entry): check(answer == .shown, "who waits for entry \(entry) gets \(answer)")
        case .looker, nil: break
        }
    }

    mutating func check(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition, failure == nil { failure = message() }
    }

    /// An output left a store, though its entry is not durable there.
    mutating func checkOutput(_ name: StoreName, _ entry: Int, _ output: ModelEntry) {
        check(
            log.durableEntries(of: name.log)[entry] == output,
            "the output of entry \(entry) of \(name.log) left, and is not durable"
        )
    }

    /// A store that is open after everything has settled has the entries of its log.
    mutating func checkIsNew(_ name: StoreName, _ entries: [ModelEntry]?, _ who: String) {
        guard let entries else { return }
        let durable = ModelLog.whole(log.durableEntries(of: name.log))
        check(
            entries == durable,
            "\(who) \(name.log) as it was at entry \(entries.count), and its last entry is \(durable.count)"
        )
    }

    mutating func checkAcknowledged(_ id: String) {
        guard let (log, entry) = acknowledged[id] else { return }
        if case .command(id, _)? = self.log.durableEntries(of: log)[entry] { return }
        check(false, "\(id) was acknowledged as entry \(entry) of \(log), and is not there")
    }

    /// Looks at everything that must hold after each step, if something changed on which it depends.
    mutating func checkAll() {
        let seen = [log.durableVersion, acknowledged.count, refused.count]
        guard seen != checked else { return }
        checked = seen
        for name in Self.rooms {
            let durable = log.durableEntries(of: name.log)
            let whole = ModelLog.whole(durable)
            check(whole.count == durable.count, "\(name.log) has a gap after entry \(whole.count)")
            var ids: Set<String> = []
            var former = ModelLog.emptyHash
            for (index, entry) in whole.enumerated() {
                defer { former = ModelLog.hash(former, entry) }
                guard case .command(let id, let base) = entry else { continue }
                check(ids.insert(id).inserted, "\(id) is in \(name.log) twice, again as entry \(index + 1)")
                check(!refused.contains(id), "\(id) was refused, and is entry \(index + 1) of \(name.log)")
                check(
                    base == former,
                    "\(id), entry \(index + 1) of \(name.log), was made on another state than that before it"
                )
            }
        }
        for id in acknowledged.keys { checkAcknowledged(id) }
    }

    /// Each command whose message was durable is applied.
    mutating func checkAccepted() {
        for (id, name) in accepted.sorted(by: { $0.key < $1.key }) {
            let isThere = log.durableEntries(of: name.log).values.contains { entry in
                if case .command(id, _) = entry { true } else { false }
            }
            check(isThere, "\(id) was accepted, and is not in \(name.log)")
        }
    }
}
