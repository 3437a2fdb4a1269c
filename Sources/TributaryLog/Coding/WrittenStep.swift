// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryUndo

/// A step of an undo history as a log has it.
struct WrittenStep<Value> {
    var kind: String
    var entry: Int?
    var group: [Value]?
    var inverse: [Value]?
    var undoTitle: String?
    var redoTitle: String?

    enum CodingKeys: String, CodingKey {
        case kind = "k"
        case entry = "n"
        case group = "g"
        case inverse = "i"
        case undoTitle = "t"
        case redoTitle = "r"
    }

    init(_ step: RecordedStep<Value>) {
        kind = step.kind.rawValue
        entry = step.entry
        group = step.group
        inverse = step.inverse
        (undoTitle, redoTitle) = step.titles
    }

    /// The step, unless one of its actions is no more.
    func read<Action>(_ make: (Value) throws -> Action?) rethrows -> RecordedStep<Action>? {
        guard let kind = RecordedStepKind(rawValue: kind) else { return nil }
        var step = RecordedStep<Value>(kind, entry: entry, titles: (undoTitle, redoTitle))
        (step.group, step.inverse) = (group, inverse)
        return try step.map(make)
    }
}

extension WrittenStep: Encodable where Value: Encodable {}
extension WrittenStep: Decodable where Value: Decodable {}

extension WrittenStep where Value == CodedValue {
    /// A step with its actions as they stand in a log.
    init<Other>(_ step: WrittenStep<Other>, in entry: CodedValue) {
        func values(_ key: CodingKeys) -> [CodedValue]? {
            if case .array(let values)? = entry["h"]?[key.rawValue] { values } else { nil }
        }
        (kind, self.entry) = (step.kind, step.entry)
        (group, inverse) = (values(.group), values(.inverse))
        (undoTitle, redoTitle) = (step.undoTitle, step.redoTitle)
    }
}
