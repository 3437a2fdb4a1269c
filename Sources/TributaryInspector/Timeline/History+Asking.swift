// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    // MARK: - The indices

    /// Indexes the actions that were added since the last question.
    private nonisolated(nonsending) func bringTitlesUpToDate() async throws {
        var pauses = Pauses()
        while max(titles.next, dropped) - dropped < entries.count {
            let place = max(titles.next, dropped)
            titles.add(title(at: place - dropped).title, at: place)
            try await pauses.pause()
        }
    }

    /// Compares the states around each action, once.
    ///
    /// - Throws: If no state is known.
    private nonisolated(nonsending) func bringChangesUpToDate() async throws {
        guard firstKnown < entries.count || entries.isEmpty else {
            throw notKept(entries[entries.count - 1].number)
        }
        if changes == nil { changes = ChangeIndex(from: firstKnown + dropped) }
        // Until nothing was added meanwhile.
        while let next = changes?.next, case let first = max(next - dropped, firstKnown),
            first < entries.count
        {
            let start = dropped
            try await visit(from: first) { index, _, before, after in
                // Another question may have done this meanwhile, or the history may have begun anew.
                guard let next = changes?.next else { return false }
                if index + start >= next { changes?.add(before, after, at: index + start) }
                return true
            }
        }
        if let known = changes?.first, dropped > known + limits.actions / 10 {
            changes?.drop(before: dropped)
        }
    }

    /// Indexes the newest action, if all before it are indexed.
    func changeWasAppended() {
        let place = entries.count - 1 + dropped
        guard changes?.next == place, let after = entries[place - dropped].state,
            let before = place == dropped ? base : entries[place - dropped - 1].state
        else { return }
        changes?.add(before, after, at: place)
    }

    // MARK: - Questions

    /// Actions of a name, or that changed a part of the state, the newest first.
    nonisolated(nonsending) func actions(
        _ name: String?,
        _ path: ValuePath?,
        _ text: String?,
        after: Int?,
        before: Int?,
        count: Int
    ) async throws -> Answer {
        var places: [Int]?
        if let name, !name.isEmpty {
            try await bringTitlesUpToDate()
            places = titles.places(of: name)
        }
        if let path, !path.isEmpty {
            try await bringChangesUpToDate()
            let changed = changes?.places(at: try label(of: path), since: dropped) ?? []
            let named = places.map { Set($0) }
            places = named.map { changed.filter($0.contains) } ?? changed
        }
        let test = text.map { textTest($0) }
        var pauses = Pauses()
        var (rows, scanned): ([ActionRow], Int) = ([], 0)
        let limit = max(1, min(500, count))
        let end = entries.count + dropped
        let candidates = places?.filter { $0 >= dropped }
        let total = candidates?.count ?? entries.count
        for offset in 1...max(1, total) where total > 0 {
            try await pauses.pause()
            // The oldest may go meanwhile.
            let index = (candidates.map { $0[total - offset] } ?? end - offset) - dropped
            guard index >= 0, entries[index].number > after ?? .min, rows.count < limit else { break }
            scanned += 1
            guard entries[index].number < before ?? .max, test?(index) ?? true else { continue }
            rows.append(row(at: index))
        }
        return .rows(rows: rows, from: 0, total: total, complete: rows.count < limit, scanned: scanned)
    }

    /// The actions that changed a part of the state, the newest first, with their causes.
    nonisolated(nonsending) func why(_ path: ValuePath, before: Int?, count: Int) async throws -> Answer {
        try await bringChangesUpToDate()
        let found = changes?.changes(at: try label(of: path), since: dropped) ?? []
        var shown: [PathChange] = []
        var last: Int?
        var total = 0
        let limit = max(1, min(200, count))
        for (label, change) in found {
            // One action may have changed several parts.
            if change.place != last { total += 1 }
            defer { last = change.place }
            let index = change.place - dropped
            guard shown.count < limit, entries[index].number < before ?? .max else { continue }
            // If an action changed more than the index lists, this part may be unchanged.
            guard !label.isEmpty || path.isEmpty || hasChanged(path, at: index) else { continue }
            shown.append(
                PathChange(
                    row: row(at: index),
                    label: label,
                    before: change.before,
                    after: change.after,
                    causes: causes(of: index, limit: 5)
                        .map { number in
                            .init(
                                number: number,
                                title: self.index(of: number).map { title(at: $0).title } ?? ""
                            )
                        }
                )
            )
        }
        let since = max((changes?.first ?? dropped) - dropped, 0)
        return .why(
            changes: shown,
            total: total,
            since: since < entries.count ? entries[since].number : baseNumber
        )
    }

    private func hasChanged(_ path: ValuePath, at index: Int) -> Bool {
        let number = entries[index].number
        guard let before = try? state(before: number), let after = try? state(after: number) else {
            return true
        }
        let (old, new) = (ReflectedValue.find(path, in: before), ReflectedValue.find(path, in: after))
        guard let old, let new else { return (old == nil) != (new == nil) }
        return !ValueDifference(from: old.value.value, to: new.value.value, limit: 1).changes.isEmpty
    }

    /// The text of a path, as differences show it.
    private func label(of path: ValuePath) throws(InspectorFault) -> String {
        guard case .steps(let steps) = path else {
            guard case .label(let label) = path else { return "" }
            return label.hasPrefix(".") ? String(label.dropFirst()) : label
        }
        var label = ""
        for count in 1...max(1, steps.count) {
            let newest: Any = entries.last?.state ?? base
            let found = ReflectedValue.find(.steps(Array(steps.prefix(count))), in: newest)
            label = ValueDifference.join(label, found?.label ?? steps[count - 1])
        }
        return label
    }

    /// The first action after which a condition holds that did not hold before it.
    nonisolated(nonsending) func bisect(_ condition: Condition, after: Int?) async throws -> Answer {
        let label = try label(of: condition.path)
        // An indexed action that changed nothing there cannot change the result.
        let known = changes.map { $0.first..<$0.next } ?? 0..<0
        let places = changes?.places(at: label, since: dropped) ?? []
        var nextPlace = 0
        let first = max(firstKnown, after.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0)
        guard first < entries.count || entries.isEmpty else {
            throw notKept(entries[entries.count - 1].number)
        }
        var (found, value, didHold): (Int?, String?, Bool?) = (nil, nil, nil)
        let start = dropped
        try await visit(from: first) { index, entry, before, after in
            let held = didHold ?? condition.holds(in: before)
            didHold = held
            let place = index + start
            while nextPlace < places.count, places[nextPlace] < place { nextPlace += 1 }
            let isChange = nextPlace < places.count && places[nextPlace] == place
            if known.contains(place), !isChange { return true }
            let holds = condition.holds(in: after)
            didHold = holds
            guard holds, !held else { return true }
            found = entry.number
            value = ReflectedValue.find(condition.path, in: after)?.value.text
            return false
        }
        return .bisect(number: found, value: value)
    }

    /// Leaves out as many actions as possible, so that a condition still holds at the end.
    ///
    /// An action is left out together with those that it caused. Chunks are tried from the largest to single actions.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - end: The last action; by default the first after which it holds.
    /// - Returns: A history with the other actions, and the numbers of the actions that were sent from outside.
    /// - Throws: If it holds nowhere, or the reducer is not known.
    nonisolated(nonsending) func minimize(_ condition: Condition, to end: Int?) async throws -> (
        history: History, kept: [Int], number: Int, isComplete: Bool
    ) {
        let makeReplayer = try replayerOrFault()
        var end = end
        if end == nil, case .bisect(let number, _) = try await bisect(condition, after: nil) { end = number }
        guard let end else { throw InspectorFault("There is no action after which this holds.") }
        let all = Array(entries.prefix { $0.number <= end })
        // The action from outside that each goes back to.
        var roots: [Int: Int] = [:]
        for entry in all { roots[entry.number] = entry.cause.flatMap { roots[$0] } ?? entry.number }
        var kept = all.filter { roots[$0.number] == $0.number }.map(\.number)
        var reductions = 0
        var pauses = Pauses()
        nonisolated(nonsending) func holds(_ roots: [Int: Int], _ kept: Set<Int>) async throws -> Bool {
            let replayer = makeReplayer(base)
            for entry in all where roots[entry.number].map(kept.contains) ?? false {
                replayer.reduce(entry.action, as: entry.recorded)
                reductions += 1
                try await pauses.pause()
            }
            return condition.holds(in: replayer.state)
        }
        guard try await holds(roots, Set(kept)) else {
            throw InspectorFault("This does not hold after action \(end).")
        }
        var size = max(1, kept.count / 2)
        var isComplete = true
        while !kept.isEmpty {
            var (start, isSmaller) = (0, false)
            while start < kept.count {
                guard reductions < 400_000 else {
                    isComplete = false
                    break
                }
                let rest = Array(kept[..<start] + kept[min(start + size, kept.count)...])
                if try await holds(roots, Set(rest)) {
                    (kept, isSmaller) = (rest, true)
                } else {
                    start += size
                }
            }
            if !isComplete || (size == 1 && !isSmaller) { break }
            size = max(1, size / 2)
        }
        let left = Set(kept)
        let skipped = entries.filter { $0.number > end || !(roots[$0.number].map(left.contains) ?? false) }
        return (try await whatIf(skipping: Set(skipped.map(\.number))), kept, end, isComplete)
    }
}

extension Condition {
    /// Whether it holds for a state; a secret is as it is shown, so that nothing about it can be found out.
    func holds(in state: Any) -> Bool {
        guard let found = ReflectedValue.find(path, in: state), found.value.kind != .nil else {
            return test == .missing || (test == .equals && value == "nil")
                || test == .differs && value != "nil"
        }
        let shown = found.value
        let text = shown.text
        /// A text matches with its quotes or without them, and a case by its name.
        func isAny(_ matches: (String) -> Bool) -> Bool {
            matches(text) || shown.caseName.map(matches) == true
                || shown.kind == .text && matches(shown.wholeText(limit: 100_000).text)
        }
        func compare(_ order: (Double, Double) -> Bool) -> Bool {
            guard let number = Double(text), let value = value.flatMap({ Double($0) }) else { return false }
            return order(number, value)
        }
        return switch test {
        case .exists: true
        case .missing: false
        case .equals: isAny { $0 == value }
        case .differs: !isAny { $0 == value }
        case .contains: isAny { text in value.map { text.contains($0) } ?? false }
        case .above: compare(>)
        case .below: compare(<)
        }
    }
}
