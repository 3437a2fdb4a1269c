// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The keys of a coded change.
enum FormKey: String, CodingKey { case field, from, to }

/// Codes the values of a field.
protocol FormCoder<Value>: Sendable {
    associatedtype Value

    func encode(
        _ change: FormChange<Value>,
        hidden: Bool,
        in container: inout KeyedEncodingContainer<FormKey>
    ) throws
    func decode(_ container: KeyedDecodingContainer<FormKey>, hidden: Bool) throws -> FormChange<Value>
    func change<Root>(_ property: any WritableKeyPath<Root, Value> & Sendable, _ values: FormChange<Value>)
        -> any ChangeOfValue<Root> & Sendable
    func change<Root>(case name: any StateCaseKeyPath<Root, Value> & Sendable, _ values: FormChange<Value>)
        -> any ChangeOfValue<Root> & Sendable
}

/// The values of a change.
struct FormChange<Value> {
    var from: Value
    var to: Value
}

struct FormValueCoder<Value: Codable & Equatable & Sendable>: FormCoder {
    func encode(
        _ change: FormChange<Value>,
        hidden: Bool,
        in container: inout KeyedEncodingContainer<FormKey>
    ) throws {
        if hidden {
            try container.encode(Secret(wrappedValue: change.from), forKey: .from)
            try container.encode(Secret(wrappedValue: change.to), forKey: .to)
        } else {
            try container.encode(change.from, forKey: .from)
            try container.encode(change.to, forKey: .to)
        }
    }

    func decode(_ container: KeyedDecodingContainer<FormKey>, hidden: Bool) throws -> FormChange<Value> {
        if hidden, let type = Value.self as? any SecretValue.Type, let value = type.withheld as? Value {
            return FormChange(from: value, to: value)
        }
        return FormChange(
            from: try container.decode(Value.self, forKey: .from),
            to: try container.decode(Value.self, forKey: .to)
        )
    }

    func change<Root>(_ property: any WritableKeyPath<Root, Value> & Sendable, _ values: FormChange<Value>)
        -> any ChangeOfValue<Root> & Sendable
    {
        PropertyChange(property, from: values.from, to: values.to)
    }

    func change<Root>(case name: any StateCaseKeyPath<Root, Value> & Sendable, _ values: FormChange<Value>)
        -> any ChangeOfValue<Root> & Sendable
    {
        PropertyChange(case: name, from: values.from, to: values.to)
    }
}

extension FormField {
    /// Encodes the name and the values of a change of this field.
    fileprivate func encode<Other>(_ change: FormChange<Other>, to encoder: any Encoder) throws {
        guard let coder, let from = change.from as? Value, let to = change.to as? Value else {
            let problem = "the field “\(name)” of \(typeName(Root.self)) \(reason)"
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem)
            throw EncodingError.invalidValue(name, context)
        }
        var container = encoder.container(keyedBy: FormKey.self)
        try container.encode(name, forKey: .field)
        try coder.encode(FormChange(from: from, to: to), hidden: isSecret, in: &container)
    }

    /// Decodes a change of this field.
    fileprivate func change(in container: KeyedDecodingContainer<FormKey>) throws -> any ChangeOfValue<Root>
        & Sendable
    {
        guard let coder else {
            throw DecodingError.dataCorruptedError(
                forKey: .field,
                in: container,
                debugDescription: "the field “\(name)” of \(typeName(Root.self)) \(reason)"
            )
        }
        return change(coder, try coder.decode(container, hidden: isSecret))
    }

    private var reason: String {
        isSecret
            ? "is secret, and no value of \(typeName(Value.self)) stands for nothing"
            : "is a \(typeName(Value.self)), which is not Codable, Equatable and Sendable"
    }
}

extension FormTable {
    /// Encodes a change by the name of its field.
    fileprivate func encode<Value>(
        _ change: FormChange<Value>,
        of path: any AnyKeyPath & Sendable,
        to encoder: any Encoder
    ) throws {
        guard let field = field(at: path) else {
            let shown = ShownField(path, in: Root.self).text
            let problem = "\(shown) has no name among the form fields of \(typeName(Root.self))"
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem)
            throw EncodingError.invalidValue(shown, context)
        }
        try field.encode(change, to: encoder)
    }

    /// Decodes a change by the name of its field.
    fileprivate func change<Change>(_: Change.Type, from decoder: any Decoder) throws -> Change {
        let container = try decoder.container(keyedBy: FormKey.self)
        let field = try field(in: container)
        let change = try field.change(in: container)
        if let change = change as? Change { return change }
        throw DecodingError.dataCorruptedError(
            forKey: .field,
            in: container,
            debugDescription: """
                the field “\(field.name)” of \(typeName(Root.self)) makes a \(typeName(type(of: change))), and not a \
                \(typeName(Change.self))
                """
        )
    }
}

extension ChangeOfValue where Root: FormState {
    func encode(to encoder: any Encoder) throws {
        try FormTable<Root>.shared.encode(FormChange(from: oldValue, to: newValue), of: path, to: encoder)
    }
}

extension StateChange: Encodable where Root: FormState {
    /// Encodes the name of the field and both values.
    ///
    /// - Throws: `EncodingError` for a value that has no name or cannot be encoded.
    public func encode(to encoder: any Encoder) throws { try change.encode(to: encoder) }
}

extension StateChange: Decodable where Root: FormState {
    /// Decodes a change by the name of its field.
    ///
    /// - Throws: `DecodingError` for a field that the state does not have, and for a value of another type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FormKey.self)
        self.init(change: try FormTable<Root>.shared.field(in: container).change(in: container))
    }
}

extension PropertyChange: Encodable where Root: FormState {
    /// Encodes the name of the field and both values.
    ///
    /// - Throws: `EncodingError` for a value that has no name or cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        try FormTable<Root>.shared.encode(FormChange(from: oldValue, to: newValue), of: path, to: encoder)
    }
}

extension PropertyChange: Decodable where Root: FormState {
    /// Decodes a change by the name of its field.
    ///
    /// - Throws: `DecodingError` for a field that the state does not have, or that has values of another type.
    public init(from decoder: any Decoder) throws {
        self = try FormTable<Root>.shared.change(Self.self, from: decoder)
    }
}
