// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The keys of a coded change.
enum FormKey: String, CodingKey { case field, from, to }

extension FormTable {
    /// Encodes the name of the field at a key path, and the values of its change.
    fileprivate func encode(
        _ path: any AnyKeyPath & Sendable,
        from oldValue: Any,
        to newValue: Any,
        in encoder: any Encoder
    ) throws {
        func refuse(_ name: String, _ problem: String) throws -> Never {
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem)
            throw EncodingError.invalidValue(name, context)
        }
        guard let field = field(at: path) else {
            let shown = ShownField(path, in: Root.self).text
            try refuse(shown, "\(shown) has no name among the form fields of \(typeName(Root.self))")
        }
        guard field.coded != nil, let from = oldValue as? any Encodable, let to = newValue as? any Encodable
        else { try refuse(field.name, problem(of: field)) }
        var container = encoder.container(keyedBy: FormKey.self)
        func encode(_ value: some Encodable, as key: FormKey) throws {
            if field.isSecret {
                try container.encode(Secret(wrappedValue: value), forKey: key)
            } else {
                try container.encode(value, forKey: key)
            }
        }
        try container.encode(field.name, forKey: .field)
        try encode(from, as: .from)
        try encode(to, as: .to)
    }

    /// Decodes a change by the name of its field.
    fileprivate func change<Change>(_: Change.Type, from decoder: any Decoder) throws -> Change {
        let container = try decoder.container(keyedBy: FormKey.self)
        let field = try field(in: container)
        guard let coded = field.coded else { throw refusal(of: container, problem(of: field)) }
        func decode<Value: CodedValue>(_: Value.Type) throws -> any ChangeOfValue<Root> & Sendable {
            func value(_ key: FormKey) throws -> Value {
                let withheld =
                    field.isSecret ? (Value.self as? any SecretValue.Type)?.withheld as? Value : nil
                return try withheld ?? container.decode(Value.self, forKey: key)
            }
            return PropertyChange(at: field.path, from: try value(.from), to: try value(.to))
        }
        let change = try decode(coded)
        if let change = change as? Change { return change }
        throw refusal(
            of: container,
            """
            the field “\(field.name)” of \(typeName(Root.self)) makes a \(typeName(type(of: change))), and not a \
            \(typeName(Change.self))
            """
        )
    }

    /// The error about the field of a coded change.
    func refusal(of container: KeyedDecodingContainer<FormKey>, _ problem: String) -> DecodingError {
        .dataCorruptedError(forKey: .field, in: container, debugDescription: problem)
    }

    /// Why changes of a field cannot be coded.
    private func problem(of field: FormField) -> String {
        let reason =
            field.isSecret
            ? "is secret, and no value of \(typeName(field.type)) stands for nothing"
            : "is a \(typeName(field.type)), which is not Codable, Equatable and Sendable"
        return "the field “\(field.name)” of \(typeName(Root.self)) \(reason)"
    }
}

extension StateChange: Encodable where Root: FormState {
    /// Encodes the name of the field and both values.
    ///
    /// - Throws: `EncodingError` for a value that has no name or cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        try FormTable<Root>.shared.encode(
            change.path,
            from: change.oldValue,
            to: change.newValue,
            in: encoder
        )
    }
}

extension StateChange: Decodable where Root: FormState {
    /// Decodes a change by the name of its field.
    ///
    /// - Throws: `DecodingError` for a field that the state does not have, and for a value of another type.
    public init(from decoder: any Decoder) throws {
        change = try FormTable<Root>.shared.change((any ChangeOfValue<Root> & Sendable).self, from: decoder)
    }
}

extension PropertyChange: Encodable where Root: FormState {
    /// Encodes the name of the field and both values.
    ///
    /// - Throws: `EncodingError` for a value that has no name or cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
        try FormTable<Root>.shared.encode(path, from: oldValue, to: newValue, in: encoder)
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
