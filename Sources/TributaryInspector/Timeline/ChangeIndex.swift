// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The actions that changed each part of a state, so that a question compares no states.
struct ChangeIndex {
    struct Change {
        /// The place of the action, counted from the first ever.
        let place: Int
        let before: String?
        let after: String?
    }

    /// The changes of each part, the oldest first, by the text of its path.
    private(set) var changes: [String: [Change]] = [:]

    /// The place of the first action that it knows, and of the next that it looks at.
    private(set) var first: Int
    private(set) var next: Int

    /// How many changes of one action it lists; an action with more counts as a change of the whole state.
    private static let limit = 256

    init(from place: Int) { (first, next) = (place, place) }

    mutating func add(_ old: Any, _ new: Any, at place: Int) {
        next = place + 1
        let difference = ValueDifference(from: old, to: new, limit: Self.limit)
        for change in difference.changes {
            add(change.label, change.before, change.after, place)
        }
        if difference.isCut { add("", nil, nil, place) }
    }

    private mutating func add(_ label: String, _ before: Any?, _ after: Any?, _ place: Int) {
        let text = { (value: Any?) in value.map { ReflectedValue($0).text } }
        changes[label, default: []].append(Change(place: place, before: text(before), after: text(after)))
    }

    /// Forgets the actions before a place.
    mutating func drop(before place: Int) {
        first = max(first, place)
        changes = changes.compactMapValues { list in
            let kept = list.drop { $0.place < place }
            return kept.isEmpty ? nil : Array(kept)
        }
    }

    /// The changes of a part, of the parts within it, and of those that contain it, the newest first.
    func changes(at label: String, since place: Int) -> [(label: String, change: Change)] {
        var found: [(label: String, change: Change)] = []
        let lists = self.lists(at: label)
        for (changed, list) in lists {
            for change in list.reversed() {
                guard change.place >= place else { break }
                found.append((changed, change))
            }
        }
        // Each list is in order.
        guard lists.count > 1 else { return found }
        return found.sorted { ($0.change.place, $1.label) > ($1.change.place, $0.label) }
    }

    /// The places of the actions that changed a part, something within it, or something that contains it, in order.
    func places(at label: String, since place: Int) -> [Int] {
        let found = lists(at: label).map { $0.value.map(\.place).filter { $0 >= place } }
        return found.count == 1 ? found[0] : Set(found.joined()).sorted()
    }

    private func lists(at label: String) -> [(key: String, value: [Change])] {
        changes.filter { Self.isWithin($0.key, label) || Self.isWithin(label, $0.key) }.map { $0 }
    }

    /// Whether a part is another, or within it.
    static func isWithin(_ part: String, _ whole: String) -> Bool {
        guard !whole.isEmpty else { return true }
        let (part, whole) = (part.utf8, whole.utf8)
        guard part.starts(with: whole) else { return false }
        let rest = part.dropFirst(whole.count)
        return rest.isEmpty || rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "[")
    }
}

/// The places of the actions of each name, counted from the first ever.
struct TitleIndex {
    private(set) var places: [String: [Int]] = [:]
    var next = 0

    mutating func add(_ title: String, at place: Int) {
        // Sessions of other programs have another separator.
        places[title.replacing("/", with: "."), default: []].append(place)
        next = place + 1
    }

    /// The places of the actions with a name, which may be a part of the whole: `load` or `news.load`; the oldest first.
    func places(of name: String) -> [Int] {
        places.filter { title, _ in
            title == name || title.hasPrefix(name + ".") || title.hasSuffix("." + name)
                || title.contains(".\(name).")
        }
        .values.flatMap(\.self).sorted()
    }
}
