// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// A part of the list.
    func rows(_ request: JSON) -> JSON {
        let from = max(0, request["from"]?.integer ?? 0)
        let count = max(0, min(500, request["count"]?.integer ?? 100))
        let filter = request["filter"] ?? .null
        guard !filter.isNull, filter != [:] else {
            let indices = from < entries.count ? from..<min(entries.count, from + count) : 0..<0
            return [
                "rows": .array(indices.map { row(at: $0) }), "from": .integer(from),
                "total": .integer(entries.count), "complete": true, "scanned": .integer(entries.count),
            ]
        }
        let list = scan(filter)
        // What was dropped since is in no list any more.
        let found = list.found.lazy.map { $0 - self.dropped }.filter { $0 >= 0 }
        let shown = Array(found.dropFirst(from).prefix(count))
        let hasFollowers = filter["heads"]?.boolean == true
        return [
            "rows": .array(
                shown.map {
                    hasFollowers ? row(at: $0).with("followers", .integer(followers(of: $0))) : row(at: $0)
                }
            ),
            "from": .integer(from), "total": .integer(found.count),
            "complete": .boolean(list.next - dropped >= entries.count),
            "scanned": .integer(list.next - dropped),
        ]
    }

    /// How many actions of the same turn follow an entry.
    private func followers(of index: Int) -> Int {
        entries[(index + 1)...].prefix(10_000).prefix { $0.turn == entries[index].turn }.count
    }

    /// The place of an action in the list, or of the next newer one that a filter lets through.
    func place(_ request: JSON) throws(InspectorFault) -> JSON {
        guard let number = request["number"]?.integer else { throw InspectorFault("Which action?") }
        let filter = request["filter"] ?? .null
        guard !filter.isNull, filter != [:] else {
            return ["index": JSON(entries.firstIndex { $0.number >= number }), "complete": true]
        }
        let list = scan(filter)
        let found = list.found.filter { $0 >= dropped }
        let index = found.firstIndex { entries[$0 - dropped].number >= number }
        return ["index": JSON(index), "complete": .boolean(list.next - dropped >= entries.count)]
    }

    func row(at index: Int) -> JSON {
        let entry = entries[index]
        let title = title(at: index)
        return [
            "number": .integer(entry.number), "title": .string(title.title), "detail": .string(title.detail),
            "origin": .string("\(entry.origin)"), "cause": JSON(entry.cause), "turn": .integer(entry.turn),
            "time": .integer(entry.time),
            "since": JSON(index == 0 ? nil : entry.time - entries[index - 1].time),
            "site": JSON(site(at: index)), "effects": .integer(entry.effects), "changed": .null,
            "note": JSON(notes[entry.number]), "skipped": .boolean(entry.isSkipped),
            "error": JSON(entry.error),
        ]
    }

    /// The line of the effect that sent an action, if it is known which one did.
    func site(at index: Int) -> String? {
        guard entries[index].origin == .effect, let cause = entries[index].cause else { return nil }
        let sites = Set(effects.begun(by: cause).compactMap { $0.description.site.map { "\($0)" } })
        return sites.count == 1 ? sites.first : nil
    }

    /// One action, with what it came from and what came of it.
    func action(_ number: Int, typed: (Action) -> String?) throws(InspectorFault) -> JSON {
        let index = try entry(number)
        let followed = entries[index...].filter { $0.cause == number }.prefix(200).map(\.number)
        var causes: [Int] = []
        var next = entries[index].cause
        while let cause = next, causes.count < 200 {
            causes.append(cause)
            next = self.index(of: cause).flatMap { entries[$0].cause }
        }
        var answer = row(at: index)
        answer["value"] = ReflectedValue(entries[index].action).node(step: "", label: "", depth: 3)
        answer["causes"] = JSON(causes)
        answer["followed"] = JSON(Array(followed))
        answer["effects"] = .array(effects.begun(by: number).map(json))
        answer["cancelledEffects"] = .array(effects.cancelled(by: number).map(json))
        answer["typed"] = JSON(typed(entries[index].action))
        return answer
    }

    private func json(_ effect: EffectList.Effect) -> JSON {
        guard let by = effect.by, let index = index(of: by) else { return effect.json(sent: []) }
        return effect.json(
            sent: entries[index...].filter { $0.cause == by && $0.origin == .effect }.prefix(200).map(
                \.number
            )
        )
    }

    func effects(_ request: JSON) -> JSON {
        let shown = effects.newestFirst.filter { request["only"]?.string != "running" || $0.ended == nil }
        let from = max(0, request["from"]?.integer ?? 0)
        let count = max(0, min(500, request["count"]?.integer ?? 100))
        return [
            "effects": .array(shown.dropFirst(from).prefix(count).map(json)), "total": .integer(shown.count),
        ]
    }

    /// The tree of causes that an action is in.
    func graph(_ request: JSON) throws(InspectorFault) -> JSON {
        guard let number = request["number"]?.integer else { throw InspectorFault("Which action?") }
        let limit = max(1, min(1_000, request["limit"]?.integer ?? 200))
        var root = try entry(number)
        while let cause = entries[root].cause, let index = index(of: cause), index < root { root = index }
        var known: Set<Int> = [entries[root].number]
        var nodes: [JSON] = []
        var isMore = false
        for index in root..<entries.count {
            let entry = entries[index]
            guard index == root || entry.cause.map(known.contains) == true else { continue }
            guard nodes.count < limit else {
                isMore = true
                break
            }
            known.insert(entry.number)
            nodes.append([
                "number": .integer(entry.number), "title": .string(title(at: index).title),
                "origin": .string("\(entry.origin)"), "cause": JSON(entry.cause),
                "turn": .integer(entry.turn), "time": .integer(entry.time),
                "effects": .array(effects.begun(by: entry.number).map { $0.json(sent: []) }),
            ])
        }
        return ["nodes": .array(nodes), "more": .boolean(isMore)]
    }

    /// The names of actions that were seen, for who types one.
    func cases() -> JSON {
        var known: Set<String> = []
        for index in entries.indices.suffix(2_000) { known.insert(title(at: index).title) }
        return ["cases": .array(known.sorted().prefix(200).map(JSON.string))]
    }
}
