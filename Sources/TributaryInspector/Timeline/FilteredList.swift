// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The entries that a filter lets through, as far as they were looked at.
struct FilteredList {
    let filter: ActionFilter

    /// The places of those that it lets through, counted from the first entry ever.
    var found: [Int] = []

    /// The place that is looked at next.
    var next: Int
}

extension History {
    /// Looks at some more entries, and returns the list of a filter.
    ///
    /// It looks at so many that the store's actor is not kept for long.
    func scan(_ filter: ActionFilter) -> FilteredList {
        let known = filters.firstIndex { $0.filter == filter }
        var list = known.map { filters.remove(at: $0) } ?? FilteredList(filter: filter, next: dropped)
        let test = makeTest(filter)
        let end = min(entries.count, list.next - dropped + (filter.path == nil ? 5_000 : 200))
        let first = max(0, list.next - dropped)
        var next = first
        let began = ContinuousClock.now
        while next < end {
            // A test may take long; then there is less of it at a time, but always some.
            if next > first, (next - first).isMultiple(of: 16), began.duration(to: .now) > longestScan {
                break
            }
            if test(next) { list.found.append(next + dropped) }
            next += 1
        }
        list.next = max(list.next, next + dropped)
        filters.append(list)
        if filters.count > 4 { filters.removeFirst() }
        return list
    }

    private typealias Test = (Int) -> Bool

    private func makeTest(_ filter: ActionFilter) -> Test {
        var tests: [Test] = []
        if let text = filter.text, !text.isEmpty { tests.append(textTest(text)) }
        if let value = filter.value?.lowercased(), !value.isEmpty {
            tests.append { [unowned self] index in
                var writer = SessionValue(limit: 10_000)
                return writer.json(of: entries[index].action).text.lowercased().contains(value)
            }
        }
        if let origins = filter.origins, !origins.isEmpty {
            tests.append { [unowned self] in origins.contains(ActionRow.Origin(entries[$0].origin)) }
        }
        if let turn = filter.turn { tests.append { [unowned self] in entries[$0].turn == turn } }
        if let cause = filter.cause { tests.append { [unowned self] in entries[$0].cause == cause } }
        if filter.noted == true { tests.append { [unowned self] in notes[entries[$0].number] != nil } }
        if let file = filter.file, !file.isEmpty {
            tests.append { [unowned self] in site(at: $0)?.contains(file) == true }
        }
        if filter.heads == true {
            tests.append { [unowned self] in $0 == 0 || entries[$0 - 1].turn != entries[$0].turn }
        }
        if let path = filter.path, !path.isEmpty {
            tests.append { [unowned self] index in
                guard let after = entries[index].state,
                    let before = index == 0 ? base : entries[index - 1].state
                else { return false }
                return ValueDifference.isThere(at: path, before, after)
            }
        }
        return { index in tests.allSatisfy { $0(index) } }
    }

    /// Whether all words of a text are in the title of an entry.
    func textTest(_ text: String) -> (Int) -> Bool {
        let words = text.lowercased().split(separator: " ")
        return { [unowned self] index in
            let title = title(at: index)
            let whole = "\(title.title) \(title.detail)".lowercased()
            return words.allSatisfy { whole.contains($0) }
        }
    }
}
