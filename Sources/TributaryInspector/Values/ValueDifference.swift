// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// The differences between two values of one type; it descends only into unequal parts.
struct ValueDifference {
    struct Change {
        let kind: ValueChange.Kind
        let path: [String]
        let label: String
        let before: Any?
        let after: Any?
    }

    private(set) var changes: [Change] = []

    /// Whether there are more differences than requested, or unexamined parts.
    var isCut: Bool { isFull || isPartial }

    private var isFull = false
    private var isPartial = false

    private let limit: Int
    private var remaining = 200_000

    init(from old: Any, to new: Any, limit: Int) {
        self.limit = limit
        compare(old, new, [], "")
    }

    /// Whether there is any at a path.
    static func isThere(at path: ValuePath, _ old: Any, _ new: Any) -> Bool {
        let (old, new) = (ReflectedValue.find(path, in: old), ReflectedValue.find(path, in: new))
        guard let old, let new else { return (old == nil) != (new == nil) }
        return !ValueDifference(from: old.value.value, to: new.value.value, limit: 1).changes.isEmpty
    }

    private mutating func add(
        _ kind: ValueChange.Kind,
        _ path: [String],
        _ label: String,
        _ old: Any?,
        _ new: Any?
    ) {
        guard changes.count < limit else { return isFull = true }
        changes.append(Change(kind: kind, path: path, label: label, before: old, after: new))
    }

    private mutating func compare(_ old: Any, _ new: Any, _ path: [String], _ label: String) {
        compare(old, new, path, label, areEqual: Self.areEqual(old, new))
    }

    private mutating func compare(
        _ old: Any,
        _ new: Any,
        _ path: [String],
        _ label: String,
        areEqual: Bool?
    ) {
        remaining -= 1
        guard remaining > 0, !isFull else { return isFull = true }
        if areEqual == true || Self.areSameObject(old, new) { return }
        let (before, after) = (ReflectedValue(old), ReflectedValue(new))
        guard before.kind == after.kind, before.caseName == after.caseName, path.count < 64,
            before.count > 0 || after.count > 0
        else {
            // Values that cannot be compared, such as closures, count as equal if they look so.
            if areEqual == false || before.text != after.text { add(.changed, path, label, old, new) }
            return
        }
        let found = changes.count
        switch before.kind {
        case .array: compareElements(before, after, path, label)
        case .struct where before.hasFixedFields && type(of: before.value) == type(of: after.value):
            compareFields(before, after, path, label)
        case .dictionary, .set:
            compareKeyed(before.parts(count: 20_000), after.parts(count: 20_000), path, label)
        default: compareKeyed(before.parts(count: before.count), after.parts(count: after.count), path, label)
        }
        // The difference is in a part that is not shown.
        if areEqual == false, changes.count == found, !isCut { add(.changed, path, label, old, new) }
    }

    /// The fields of a struct, which are the same in both: names are made for those that differ.
    private mutating func compareFields(
        _ before: ReflectedValue,
        _ after: ReflectedValue,
        _ path: [String],
        _ label: String
    ) {
        for (index, (one, other)) in zip(before.mirror.children, after.mirror.children).enumerated() {
            let areEqual = Self.areEqual(one.value, other.value)
            guard areEqual != true, let part = before.parts(from: index, count: 1).first else { continue }
            let label = Self.join(label, part.label)
            compare(one.value, other.value, path + [part.step], label, areEqual: areEqual)
        }
    }

    /// Compares elements: a common beginning and end are skipped, the rest is compared by identifier or by position.
    private mutating func compareElements(
        _ before: ReflectedValue,
        _ after: ReflectedValue,
        _ path: [String],
        _ label: String
    ) {
        let (start, end) = Self.common(before, after)
        let counts = (before.count - start - end, after.count - start - end)
        let most = 10_000
        if max(counts.0, counts.1) > most { isPartial = true }
        compareKeyed(
            before.parts(from: start, count: min(counts.0, most)),
            after.parts(from: start, count: min(counts.1, most)),
            path,
            label
        )
    }

    /// How many elements are equal at the beginning and at the end.
    private static func common(_ before: ReflectedValue, _ after: ReflectedValue) -> (Int, Int) {
        guard let list = before.value as? any EquatableList else { return (0, 0) }
        return list.common(with: after.value)
    }

    private mutating func compareKeyed(
        _ before: [ReflectedValue.Part],
        _ after: [ReflectedValue.Part],
        _ path: [String],
        _ label: String
    ) {
        let others = Dictionary(after.map { (Self.key($0.step), $0) }) { first, _ in first }
        var known: Set<Substring> = []
        for part in before {
            let key = Self.key(part.step)
            guard known.insert(key).inserted else { continue }
            let label = Self.join(label, part.label)
            guard let other = others[key] else {
                add(.removed, path + [part.step], label, part.value, nil)
                continue
            }
            compare(part.value, other.value, path + [other.step], label)
        }
        for part in after where !known.contains(Self.key(part.step)) {
            add(.added, path + [part.step], Self.join(label, part.label), nil, part.value)
        }
    }

    /// The key of a part; without the position, if the element has an identifier.
    private static func key(_ step: String) -> Substring {
        guard step.hasPrefix("#"), let at = step.lastIndex(of: "@") else { return step[...] }
        return step[..<at]
    }

    static func join(_ path: String, _ label: String) -> String {
        if label.hasPrefix("[") { return path + label }
        if Int(label) != nil { return "\(path)[\(label)]" }
        return path.isEmpty ? label : "\(path).\(label)"
    }

    static func areEqual(_ left: Any, _ right: Any) -> Bool? {
        (left as? any Equatable)?.isEqual(to: right)
    }

    private static func areSameObject(_ left: Any, _ right: Any) -> Bool {
        guard type(of: left) is AnyObject.Type, type(of: right) is AnyObject.Type else { return false }
        return left as AnyObject === right as AnyObject
    }
}

/// A list whose elements can be compared without making an existential of each: so a million of them can.
private protocol EquatableList { func common(with other: Any) -> (Int, Int) }

extension EquatableList {
    fileprivate static func common<List: RandomAccessCollection>(_ left: List, _ right: List) -> (Int, Int)
    where List.Element: Equatable {
        var (start, end) = (0, 0)
        for (one, other) in zip(left, right) {
            guard one == other else { break }
            start += 1
        }
        let rest = Swift.min(left.count, right.count) - start
        for (one, other) in zip(left.reversed(), right.reversed()) {
            guard end < rest, one == other else { break }
            end += 1
        }
        return (start, end)
    }
}

extension Array: EquatableList where Element: Equatable {
    fileprivate func common(with other: Any) -> (Int, Int) {
        (other as? Self).map { Self.common(self, $0) } ?? (0, 0)
    }
}

extension IdentifiedArray: EquatableList where Element: Equatable {
    fileprivate func common(with other: Any) -> (Int, Int) {
        (other as? Self).map { Self.common(elements, $0.elements) } ?? (0, 0)
    }
}
