// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// A part of the list.
    func rows(_ from: Int, _ count: Int, _ filter: ActionFilter?) -> Answer {
        let from = max(0, from)
        let count = max(0, min(500, count))
        guard let filter, !filter.isEmpty else {
            let indices = from < entries.count ? from..<min(entries.count, from + count) : 0..<0
            return .rows(
                rows: indices.map { row(at: $0) },
                from: from,
                total: entries.count,
                complete: true,
                scanned: entries.count
            )
        }
        let list = scan(filter)
        // Entries that were dropped since are in no list any more.
        let found = list.found.lazy.map { $0 - self.dropped }.filter { $0 >= 0 }
        return .rows(
            rows: found.dropFirst(from).prefix(count)
                .map { index in
                    var row = row(at: index)
                    if filter.heads == true { row.followers = followers(of: index) }
                    return row
                },
            from: from,
            total: found.count,
            complete: list.next - dropped >= entries.count,
            scanned: list.next - dropped
        )
    }

    /// How many actions of the same turn follow an entry.
    private func followers(of index: Int) -> Int {
        entries[(index + 1)...].prefix(10_000).prefix { $0.turn == entries[index].turn }.count
    }

    /// The place of an action in the list, or of the next newer one that a filter lets through.
    func place(_ number: Int, _ filter: ActionFilter?) -> Answer {
        guard let filter, !filter.isEmpty else {
            return .index(index: entries.firstIndex { $0.number >= number }, complete: true)
        }
        let list = scan(filter)
        let found = list.found.filter { $0 >= dropped }
        return .index(
            index: found.firstIndex { entries[$0 - dropped].number >= number },
            complete: list.next - dropped >= entries.count
        )
    }

    func row(at index: Int) -> ActionRow {
        let entry = entries[index]
        let title = title(at: index)
        return ActionRow(
            number: entry.number,
            title: title.title,
            detail: title.detail,
            origin: ActionRow.Origin(entry.origin),
            cause: entry.cause,
            turn: entry.turn,
            time: entry.time,
            since: index == 0 ? nil : entry.time - entries[index - 1].time,
            site: site(at: index),
            effects: entry.effects,
            note: notes[entry.number],
            skipped: entry.isSkipped,
            error: entry.error
        )
    }

    /// The line of the effect that sent an action, if it is known which one did.
    func site(at index: Int) -> String? {
        guard entries[index].origin == .effect, let cause = entries[index].cause else { return nil }
        let sites = Set(effects.begun(by: cause).compactMap { $0.description.site.map { "\($0)" } })
        return sites.count == 1 ? sites.first : nil
    }

    /// The actions that led to one, the nearest first.
    func causes(of index: Int, limit: Int = 200) -> [Int] {
        var causes: [Int] = []
        var next = entries[index].cause
        while let cause = next, causes.count < limit {
            causes.append(cause)
            next = self.index(of: cause).flatMap { entries[$0].cause }
        }
        return causes
    }

    /// One action, with its cause and its consequences.
    func action(_ number: Int, typed: (Action) -> String?) throws(InspectorFault) -> Answer {
        let index = try entry(number)
        return .action(
            row: row(at: index),
            value: ReflectedValue(entries[index].action).node(depth: 3),
            causes: causes(of: index),
            followed: Array(followers[number, default: []].prefix(200)),
            effects: effects.begun(by: number).map(line),
            cancelledEffects: effects.cancelled(by: number).map(line),
            typed: typed(entries[index].action)
        )
    }

    private func line(_ effect: EffectList.Effect) -> EffectLine {
        let sent = effect.by.flatMap { followers[$0] } ?? []
        return effect.line(
            sent: sent.prefix(200).filter { number in index(of: number).map { entries[$0].origin } == .effect
            }
        )
    }

    func effects(_ only: EffectLine.Stage?, _ from: Int, _ count: Int) -> Answer {
        let shown = effects.newestFirst.filter { only == nil || $0.stage == only }
        return .effects(
            effects: shown.dropFirst(max(0, from)).prefix(max(0, min(500, count))).map(line),
            total: shown.count
        )
    }

    /// The tree of causes that an action is in.
    func graph(_ number: Int, _ limit: Int) throws(InspectorFault) -> Answer {
        let limit = max(1, min(1_000, limit))
        var root = try entry(number)
        while let cause = entries[root].cause, let index = index(of: cause), index < root { root = index }
        // Those that follow one are newer than it, so the smallest that waits is the next in the list.
        var numbers = [entries[root].number]
        var next = 0
        while next < numbers.count, numbers.count <= limit + 1 {
            numbers += followers[numbers[next], default: []].prefix(limit + 1)
            next += 1
        }
        let nodes = numbers.sorted().prefix(limit).compactMap { index(of: $0) }
            .map { index in
                let entry = entries[index]
                return GraphNode(
                    number: entry.number,
                    title: title(at: index).title,
                    origin: ActionRow.Origin(entry.origin),
                    cause: entry.cause,
                    turn: entry.turn,
                    time: entry.time,
                    effects: effects.begun(by: entry.number).map { $0.line(sent: []) }
                )
            }
        return .graph(nodes: nodes, more: numbers.count > limit)
    }

    /// The names of actions that were seen, for who types one.
    func cases() -> Answer {
        var known: Set<String> = []
        for index in entries.indices.suffix(2_000) { known.insert(title(at: index).title) }
        return .cases(cases: Array(known.sorted().prefix(200)))
    }
}
