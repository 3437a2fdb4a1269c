// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What differs between two values of one type: a line for each field that changed.
enum StateDifference {
    /// The lines, such as `account.user: nil → User(name: "Ada")`, in the order of the fields.
    static func lines<State>(from old: State, to new: State) -> [String] {
        lines(from: old, to: new, at: "")
    }

    private static func lines(from old: Any, to new: Any, at path: String) -> [String] {
        if let isEqual = areEqual(old, new), isEqual { return [] }
        guard let children = fields(old, new) else {
            let texts = (Outline.text(old), Outline.text(new))
            return texts.0 == texts.1 ? ["\(path): changed"] : ["\(path): \(texts.0) → \(texts.1)"]
        }
        return children.flatMap { field in
            lines(from: field.old, to: field.new, at: field.path(below: path))
        }
    }

    private struct Field {
        var name: String
        var old: Any
        var new: Any

        func path(below path: String) -> String {
            name.isEmpty ? path : path.isEmpty ? name : "\(path).\(name)"
        }
    }

    /// The fields that both values have, or `nil` when the values are to be compared as wholes.
    private static func fields(_ before: Any, _ after: Any) -> [Field]? {
        let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
        let pairs = zip(old.children, new.children)
        switch old.displayStyle {
        case .struct where !old.children.isEmpty && !(before is any CustomStringConvertible), .tuple:
            return pairs.map { Field(name: $0.label ?? "", old: $0.value, new: $1.value) }
        case .optional where !old.children.isEmpty && !new.children.isEmpty:
            return pairs.map { Field(name: "", old: $0.value, new: $1.value) }
        case .collection where old.children.count == new.children.count:
            return zip(0..., pairs).map { Field(name: "\($0)", old: $1.0.value, new: $1.1.value) }
        default:
            return nil
        }
    }

    private static func areEqual(_ old: Any, _ new: Any) -> Bool? {
        guard let old = old as? any Equatable else { return nil }
        return old.equals(new)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool? {
        (other as? Self).map { $0 == self }
    }
}
