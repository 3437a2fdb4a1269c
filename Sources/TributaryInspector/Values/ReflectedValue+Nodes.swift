// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension ReflectedValue {
    /// How many values an answer shows at most.
    private static let most = 5_000

    /// The value as it is shown, with so many levels of its parts.
    func node(step: String = "", label: String = "", depth: Int, from: Int = 0, count: Int = 100) -> ValueNode
    {
        var rest = Self.most
        return node(step, label, depth, from, count, &rest)
    }

    private func node(
        _ step: String,
        _ label: String,
        _ depth: Int,
        _ first: Int,
        _ limit: Int,
        _ rest: inout Int
    ) -> ValueNode {
        var node = ValueNode(
            step: step,
            label: label,
            kind: kind,
            type: value is JSON ? "JSON" : Self.cut("\(mirror.subjectType)", to: 120),
            text: text,
            count: count
        )
        rest -= 1
        guard depth > 0, node.count > 0, rest > 0 else { return node }
        node.from = first
        node.children = []
        for part in parts(from: first, count: limit) where rest > 0 {
            let child = ReflectedValue(part.value).node(part.step, part.label, depth - 1, 0, 100, &rest)
            node.children?.append(child)
        }
        return node
    }

    /// The value at the end of a path; `nil` if the path leads nowhere.
    static func find(_ path: ValuePath, in value: Any) -> Found? {
        var found = Found(step: "", label: "", value: ReflectedValue(value))
        var objects: Set<ObjectIdentifier> = []
        /// Goes into a part; `false` if the way came by the same object before.
        func enter(_ part: Part) -> Bool {
            guard
                found.value.kind != .object
                    || objects.insert(ObjectIdentifier(found.value.value as AnyObject)).inserted
            else {
                found.isWithinItself = true
                return false
            }
            found = Found(step: part.step, label: part.label, value: ReflectedValue(part.value))
            return true
        }
        switch path {
        case .steps(let steps):
            for step in steps {
                guard let part = found.value.part(at: step) else { return nil }
                guard enter(part) else { break }
            }
        case .label(let label):
            var rest = label[...]
            while !rest.isEmpty {
                guard let (part, remaining) = found.value.part(beginning: rest) else { return nil }
                rest = remaining
                guard enter(part) else { break }
            }
        }
        return found
    }

    /// The part whose label a text begins with, and the rest of the text; the longest, if there are several.
    func part(beginning text: Substring) -> (Part, Substring)? {
        let text = text.first == "." ? text.dropFirst() : text
        if kind == .array, text.first == "[", let end = text.firstIndex(of: "]"),
            let index = Int(text[text.index(after: text.startIndex)..<end]),
            let part = parts(from: index, count: 1).first
        {
            return (part, text[text.index(after: end)...])
        }
        var found: (Part, Substring)?
        for part in parts(count: 20_000) {
            let label = ValueDifference.join("", part.label)
            // By bytes: characters take much longer, and this is called for each of many states.
            guard text.utf8.starts(with: label.utf8) else { continue }
            let rest = text[text.utf8.index(text.startIndex, offsetBy: label.utf8.count)...]
            guard rest.isEmpty || rest.first == "." || rest.first == "[" else { continue }
            if found.map({ $0.1.utf8.count > rest.utf8.count }) ?? true { found = (part, rest) }
            if rest.isEmpty { break }
        }
        return found
    }

    /// A value that a path led to.
    struct Found {
        let step: String
        let label: String
        let value: ReflectedValue

        /// Whether the path came by the same object twice.
        var isWithinItself = false

        func node(depth: Int, from: Int = 0, count: Int = 100) -> ValueNode {
            guard isWithinItself else {
                return value.node(step: step, label: label, depth: depth, from: from, count: count)
            }
            return ValueNode(
                step: step,
                label: label,
                kind: .cut,
                type: "\(value.mirror.subjectType)",
                text: "contains itself",
                count: 0
            )
        }
    }
}
