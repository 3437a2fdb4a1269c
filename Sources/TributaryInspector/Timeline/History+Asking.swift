// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    // MARK: - The indices

    /// Indexes all actions that it can.
    nonisolated(nonsending) func index(_ kind: IndexKind) async throws { while try await indexSome(kind) {} }

    /// Indexes some more actions: new ones first, and then backwards, so that an early question is answered about the newest.
    ///
    /// - Returns: Whether there are more.
    /// - Throws: If no state is known.
    nonisolated(nonsending) func indexSome(_ kind: IndexKind) async throws -> Bool {
        let oldest = (kind == .changes ? firstKnown : 0) + dropped
        let end = entries.count + dropped
        if kind == .changes, oldest == end, let last = entries.last { throw notKept(last.number) }
        var known = indices[kind] ?? ActionIndex(from: end)
        // Also if states were forgotten before they were indexed.
        if known.next < oldest || known.first + limits.actions / 10 < dropped { known.drop(before: oldest) }
        indices[kind] = known
        // So few that another question can be answered between.
        let step = min(interval, 250)
        if known.next < end {
            // The actions since the last question.
            let last = min(end, known.next + 250)
            try await items(kind, known.next..<last) { place, items in
                // Another question may have done this meanwhile, or the history may have begun anew.
                if indices[kind]?.next == place { indices[kind]?.addNext(items) }
            }
            return last < end || known.first > oldest
        }
        guard known.first > oldest else { return false }
        let start = max(oldest, (known.first - 1) / step * step)
        var older: [ActionIndex.Keyed] = []
        try await items(kind, start..<known.first) { older += $1 }
        if indices[kind]?.first == known.first { indices[kind]?.addOlder(older, from: start) }
        return start > oldest
    }

    /// Makes the items of some actions, each after the other.
    private nonisolated(nonsending) func items(
        _ kind: IndexKind,
        _ places: Range<Int>,
        _ body: (Int, [ActionIndex.Keyed]) -> Void
    ) async throws {
        guard kind == .titles else {
            return try await visit(places) { place, _, before, after in
                body(place, ActionIndex.changes(before, after, at: place))
                return true
            }
        }
        var pauses = Pauses()
        for place in places where place >= dropped && place - dropped < entries.count {
            body(place, [(title(at: place - dropped).title, .init(place: place))])
            try await pauses.pause()
        }
    }

    /// The index for a question: with all actions, or with the part that a short time allows while the rest is added in the
    /// background.
    private nonisolated(nonsending) func readyIndex(_ kind: IndexKind) async throws -> ActionIndex {
        let end = ContinuousClock.now + Pauses.patience
        while try await indexSome(kind), !isIndexedInBackground || ContinuousClock.now < end {}
        return indices[kind] ?? ActionIndex(from: entries.count + dropped)
    }

    /// Indexes the newest action, if all before it are indexed.
    func changeWasAppended() {
        let place = entries.count - 1 + dropped
        guard indices[.changes]?.next == place, let after = entries[place - dropped].state,
            let before = place == dropped ? base : entries[place - dropped - 1].state
        else { return }
        indices[.changes]?.addNext(ActionIndex.changes(before, after, at: place))
    }

    private func known(_ kind: IndexKind, _ index: ActionIndex) -> Answer.Known {
        let oldest = kind == .changes ? firstKnown : 0
        let (first, next) = (max(index.first - dropped, 0), index.next - dropped)
        return Answer.Known(
            since: first < entries.count ? entries[first].number : last,
            until: next > 0 ? entries[min(next, entries.count) - 1].number : baseNumber,
            complete: first <= oldest && next >= entries.count
        )
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
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        let path = path.flatMap { $0.isEmpty ? nil : $0 }
        let kind: IndexKind? = path != nil ? .changes : name != nil ? .titles : nil
        let end = before.map { firstIndex(from: $0) + dropped } ?? self.count
        var (total, indexed): (Int, Answer.Known?) = (entries.count, nil)
        var places: any IteratorProtocol<Int> = stride(from: end - 1, through: dropped, by: -1).makeIterator()
        if let kind {
            let index = try await readyIndex(kind)
            let label = try path.map(label) ?? ""
            let isAsked: (String) -> Bool = {
                kind == .changes ? ActionIndex.concerns($0, label) : ActionIndex.isNamed($0, name ?? "")
            }
            (total, indexed) = (index.count(where: isAsked), known(kind, index))
            places =
                index.newestFirst(from: dropped, before: end, where: isAsked).lazy.map { $0.item.place }
                .makeIterator()
        }
        let test = text.map { textTest($0) }
        var pauses = Pauses()
        var rows: [ActionRow] = []
        let limit = max(1, min(500, count))
        while let place = places.next() {
            try await pauses.pause()
            // The oldest may go meanwhile.
            let index = place - dropped
            guard index >= 0, entries[index].number > after ?? .min else { break }
            // One action may have changed several parts.
            guard entries[index].number != rows.last?.number, test?(index) ?? true else { continue }
            if path != nil, let name, !ActionIndex.isNamed(title(at: index).title, name) { continue }
            guard rows.count < limit else {
                return .actions(rows: rows, total: total, more: true, known: indexed)
            }
            rows.append(row(at: index))
        }
        return .actions(rows: rows, total: total, more: false, known: indexed)
    }

    /// The actions that changed a part of the state, the newest first, with their causes.
    nonisolated(nonsending) func why(_ path: ValuePath, before: Int?, count: Int) async throws -> Answer {
        let index = try await readyIndex(.changes)
        let label = try label(of: path)
        let isAsked: (String) -> Bool = { ActionIndex.concerns($0, label) }
        let total = index.count(where: isAsked)
        let known = known(.changes, index)
        let end = before.map { firstIndex(from: $0) + dropped } ?? self.count
        var shown: [PathChange] = []
        var pauses = Pauses()
        let limit = max(1, min(200, count))
        for (key, item) in index.newestFirst(from: dropped, before: end, where: isAsked) {
            try await pauses.pause()
            let index = item.place - dropped
            guard index >= 0 else { break }
            // If an action changed more than the index lists, this part may be unchanged.
            guard !key.isEmpty || path.isEmpty || hasChanged(path, at: index) else { continue }
            guard shown.count < limit else {
                return .why(changes: shown, total: total, more: true, known: known)
            }
            shown.append(
                PathChange(
                    row: row(at: index),
                    label: key,
                    before: item.before,
                    after: item.after,
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
        return .why(changes: shown, total: total, more: false, known: known)
    }

    private func hasChanged(_ path: ValuePath, at index: Int) -> Bool {
        let number = entries[index].number
        guard let before = try? state(before: number), let after = try? state(after: number) else {
            return true
        }
        return ValueDifference.isThere(at: path, before, after)
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
        var place = max(firstKnown, after.flatMap { index(of: $0) }.map { $0 + 1 } ?? 0) + dropped
        let end = entries.count + dropped
        guard place < end || entries.isEmpty else { throw notKept(entries[entries.count - 1].number) }
        // An indexed action that changed nothing there cannot change the result.
        var candidates: [Int]?
        if let index = indices[.changes], index.first <= place, index.next >= end {
            candidates = index.newestFirst(from: place, before: end) { ActionIndex.concerns($0, label) }
                .map { $0.item.place }
        }
        var finder = PathFinder(condition.path)
        var (found, value, didHold): (Int?, String?, Bool?) = (nil, nil, nil)
        while place < end {
            if candidates != nil {
                guard let next = candidates?.last else { break }
                // States between two candidates are not replayed.
                if next >= place + interval { place = next }
            }
            var isFar = false
            try await visit(place..<end) { at, entry, before, after in
                if candidates != nil {
                    guard let next = candidates?.last else { return false }
                    isFar = next >= at + interval
                    guard next == at else {
                        place = at + 1
                        return !isFar
                    }
                    while candidates?.last == at { candidates?.removeLast() }
                }
                place = at + 1
                let held = didHold ?? condition.holds(for: finder.find(in: before))
                let part = finder.find(in: after)
                let holds = condition.holds(for: part)
                didHold = holds
                guard holds, !held else { return true }
                (found, value) = (entry.number, part?.text)
                return false
            }
            guard found == nil, isFar else { break }
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
        var finder = PathFinder(condition.path)
        nonisolated(nonsending) func holds(_ roots: [Int: Int], _ kept: Set<Int>) async throws -> Bool {
            let replayer = makeReplayer(base)
            for entry in all where roots[entry.number].map(kept.contains) ?? false {
                replayer.reduce(entry.action, as: entry.recorded)
                reductions += 1
                try await pauses.pause()
            }
            return condition.holds(for: finder.find(in: replayer.state))
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
    /// Whether it holds for a part of a state; a secret is as it is shown, so that nothing about it can be found out.
    func holds(for part: ReflectedValue?) -> Bool {
        guard let shown = part, shown.kind != .nil else {
            return test == .missing || (test == .equals && value == "nil")
                || test == .differs && value != "nil"
        }
        guard test != .exists && test != .missing else { return test == .exists }
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
