// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryInspector

/// The text of an answer: an object of JSON, of which a list is written as far as there is room.
struct ToolText {
    private var fields: [String] = []

    /// How many bytes there are for it.
    private var rest: Int

    init(bytes: Int) { rest = bytes - 2 }

    var text: String { "{" + fields.joined(separator: ",") + "}" }

    /// Adds a field if there is a value.
    mutating func add(_ name: String, _ value: (any Encodable)?) {
        guard let value else { return }
        append("\"\(name)\":" + Self.json(value))
    }

    /// Adds a list as far as there is room, keeping some for the fields after it.
    ///
    /// - Returns: How many are in it.
    @discardableResult
    mutating func add(_ name: String, list: [Item], keeping kept: Int = 200, more isMore: Bool = false) -> Int
    {
        var texts: [String] = []
        var room = rest - kept - name.utf8.count - 6
        for item in list {
            let text = Self.json(item)
            room -= text.utf8.count + 1
            // Always one, or there would be no next page.
            guard room >= 0 || texts.isEmpty else { break }
            texts.append(text)
        }
        append("\"\(name)\":[" + texts.joined(separator: ",") + "]")
        add("more", isMore || texts.count < list.count ? true : nil)
        return texts.count
    }

    private mutating func append(_ field: String) {
        fields.append(field)
        rest -= field.utf8.count + 1
    }

    /// A value as JSON in one line, in which nothing is obeyed by a terminal, or invisible.
    static func json(_ value: any Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self).escaped
    }
}

extension String {
    /// With characters that are invisible, or turn text around, as JSON escapes them.
    fileprivate var escaped: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        return unicodeScalars.map { scalar in
            guard scalar.isHidden else { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + String(format: "%04x", $0) }.joined()
        }
        .joined()
    }

    /// Text of a program within a sentence.
    var shown: String { String(unicodeScalars.map { $0.isHidden ? "�" : Character($0) }.prefix(2_000)) }
}

extension Unicode.Scalar {
    fileprivate var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        default: false
        }
    }
}

/// A part of an answer: the fields that have a value.
struct Item: Encodable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private var fields: [(name: String, value: any Encodable)] = []

    init(_ fields: KeyValuePairs<String, (any Encodable)?>) {
        self.fields = fields.compactMap { name, value in value.map { (name, $0) } }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for field in fields { try container.encode(field.value, forKey: Name(field.name)) }
    }

    /// An action, as lists show it.
    static func action(_ row: ActionRow) -> Item {
        Item([
            "number": row.number, "action": row.title, "with": row.detail.isEmpty ? nil : row.detail,
            "from": row.origin == .store ? nil : row.origin, "cause": row.cause,
            "after": row.since == 0 ? nil : row.since,
            "effects": row.effects == 0 ? nil : row.effects, "site": row.site, "note": row.note,
            "skipped": row.skipped ? true : nil, "error": row.error,
        ])
    }

    /// An action that changed a part of the state.
    static func change(_ change: PathChange, asked path: String?) -> Item {
        let row = change.row
        return Item([
            "number": row.number, "action": row.title, "with": row.detail.isEmpty ? nil : row.detail,
            "from": row.origin == .store ? nil : row.origin,
            "path": change.label == path ? nil : change.label,
            "before": change.before, "after": change.after, "site": row.site,
            "causes": change.causes.isEmpty ? nil : change.causes.map { "\($0.number) \($0.title)" },
        ])
    }

    /// A part of a state that differs.
    static func difference(_ change: ValueChange) -> Item {
        Item(["path": change.label, "before": change.before?.text, "after": change.after?.text])
    }

    /// An effect, with how many milliseconds it has taken.
    static func effect(_ line: EffectLine) -> Item {
        let now = Int(Date().timeIntervalSince1970 * 1_000)
        return Item([
            "effect": line.effect, "name": line.name, "state": line.state, "by": line.by, "site": line.site,
            "took": (line.ended ?? now) - line.began,
            "sent": line.sent.isEmpty ? nil : Array(line.sent.prefix(20)),
            "cancelledBy": line.cancelledBy,
        ])
    }

    /// An action in a tree of causes.
    static func node(_ node: GraphNode) -> Item {
        Item([
            "number": node.number, "action": node.title, "from": node.origin, "cause": node.cause,
            "effects": node.effects.isEmpty
                ? nil : node.effects.map { "\($0.name ?? "unnamed") \($0.state.rawValue)" },
        ])
    }

    /// A store, by the name that a tool takes.
    static func store(_ store: StoreSummary, _ name: String) -> Item {
        Item([
            "store": name, "name": store.name, "kind": store.kind, "state": store.state,
            "action": store.action,
            "actions": store.count, "first": store.first, "last": store.last, "open": store.open,
            "running": store.running == 0 ? nil : store.running, "replays": store.canReplay,
            "sends": store.canType,
        ])
    }

    /// A value: its parts by their names, or its text in one line.
    static func value(_ node: ValueNode) -> any Encodable {
        guard let children = node.children, !children.isEmpty else { return node.text }
        var item = Item([:])
        item.fields = children.map { ($0.label, value($0)) }
        let rest = node.count - (node.from ?? 0) - children.count
        if rest > 0 { item.fields.append(("…", "\(rest) more")) }
        return item
    }
}
