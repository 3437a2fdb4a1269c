// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The actions of each name, or those that changed each part of a state, so that a question looks at no states.
///
/// It covers one range of actions, which grows at both ends: to newer actions as they arrive, and to older ones in small steps.
struct ActionIndex {
    struct Item {
        /// The place of the action, counted from the first ever.
        let place: Int
        var before: String?
        var after: String?
    }

    /// An item with its key.
    typealias Keyed = (key: String, item: Item)

    /// The items of one key, in the order of their places.
    fileprivate struct Lane {
        /// Backwards, as they are found.
        var older: [Item] = []
        var newer: [Item] = []

        var count: Int { older.count + newer.count }

        subscript(offset: Int) -> Item {
            offset < older.count ? older[older.count - 1 - offset] : newer[offset - older.count]
        }

        /// How many are of actions before a place.
        func count(before place: Int) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if self[middle].place < place { low = middle + 1 } else { high = middle }
            }
            return low
        }

        mutating func drop(_ count: Int) {
            let fromNewer = max(0, count - older.count)
            older.removeLast(count - fromNewer)
            newer.removeFirst(fromNewer)
        }
    }

    private var lanes: [String: Lane] = [:]

    /// The place of its first action, and the place after its last one.
    private(set) var first: Int
    private(set) var next: Int

    init(from place: Int) { (first, next) = (place, place) }

    /// Adds the next action.
    mutating func addNext(_ items: [Keyed]) {
        for (key, item) in items { lanes[key, default: Lane()].newer.append(item) }
        next += 1
    }

    /// Adds the actions before its first one, from a place on; the items are in order.
    mutating func addOlder(_ items: [Keyed], from place: Int) {
        for (key, item) in items.reversed() { lanes[key, default: Lane()].older.append(item) }
        first = place
    }

    /// Forgets the actions before a place.
    mutating func drop(before place: Int) {
        guard place > first else { return }
        (first, next) = (place, max(next, place))
        lanes = lanes.compactMapValues { lane in
            var lane = lane
            lane.drop(lane.count(before: place))
            return lane.count == 0 ? nil : lane
        }
    }

    /// How many items there are below some keys.
    func count(where isAsked: (String) -> Bool) -> Int {
        lanes.reduce(0) { isAsked($1.key) ? $0 + $1.value.count : $0 }
    }

    /// The items below some keys that are of actions from one place to before another, the newest first.
    func newestFirst(from first: Int, before place: Int, where isAsked: (String) -> Bool) -> NewestFirst {
        let asked = lanes.filter { isAsked($0.key) }.map { ($0.key, $0.value) }
        return NewestFirst(asked, from: first, before: place)
    }

    struct NewestFirst: Sequence, IteratorProtocol {
        private let lanes: [(key: String, lane: Lane)]
        private let first: Int

        /// The newest item of each lane that is still to come, the newest of all last.
        private var heads: [(place: Int, lane: Int, offset: Int)] = []

        fileprivate init(_ lanes: [(String, Lane)], from first: Int, before place: Int) {
            (self.lanes, self.first) = (lanes, first)
            for (index, (_, lane)) in lanes.enumerated() {
                let count = lane.count(before: place)
                if count > 0 { heads.append((lane[count - 1].place, index, count - 1)) }
            }
            heads.sort { $0 < $1 }
        }

        mutating func next() -> Keyed? {
            guard let (place, index, offset) = heads.popLast(), place >= first else { return nil }
            let (key, lane) = lanes[index]
            if offset > 0 {
                let head = (lane[offset - 1].place, index, offset - 1)
                var (low, high) = (0, heads.count)
                while low < high {
                    let middle = (low + high) / 2
                    if heads[middle] < head { low = middle + 1 } else { high = middle }
                }
                heads.insert(head, at: low)
            }
            return (key, lane[offset])
        }
    }
}

extension ActionIndex {
    /// How many changes of one action it lists; an action with more counts as a change of the whole state.
    private static let most = 256

    /// The parts that an action changed, with their values.
    static func changes(_ old: Any, _ new: Any, at place: Int) -> [Keyed] {
        let difference = ValueDifference(from: old, to: new, limit: most)
        let text = { (value: Any?) in value.map { ReflectedValue($0).text } }
        var items = difference.changes.map { change in
            (change.label, Item(place: place, before: text(change.before), after: text(change.after)))
        }
        if difference.isCut { items.append(("", Item(place: place))) }
        return items
    }

    /// Whether a change of one part is one of another: of the part itself, of one within it, or of one that contains it.
    static func concerns(_ changed: String, _ asked: String) -> Bool {
        isWithin(changed, asked) || isWithin(asked, changed)
    }

    /// Whether a part is another, or within it.
    static func isWithin(_ part: String, _ whole: String) -> Bool {
        guard !whole.isEmpty else { return true }
        let (part, whole) = (part.utf8, whole.utf8)
        guard part.starts(with: whole) else { return false }
        let rest = part.dropFirst(whole.count)
        return rest.isEmpty || rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "[")
    }

    /// Whether an action has a name, which may be a part of the whole: `load` or `news.load`.
    static func isNamed(_ title: String, _ name: String) -> Bool {
        // Sessions of other programs have another separator.
        let title = title.contains("/") ? title.replacing("/", with: ".") : title
        return title == name || title.hasPrefix(name + ".") || title.hasSuffix("." + name)
            || title.contains(".\(name).")
    }
}
