// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a field of a frame.
struct FrameKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }
}

/// The fields of a frame to decode: exactly those of its type, no more and no fewer.
struct FrameFields {
    /// The type that the frame names.
    let type: String

    private let container: KeyedDecodingContainer<FrameKey>

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: FrameKey.self)
        type = try container.decode(String.self, forKey: FrameKey("type"))
    }

    /// Refuses a frame that lacks a field, or has an unknown one.
    func expect(_ names: String..., optional others: String...) throws {
        let present = Set(container.allKeys.map(\.stringValue))
        let needed = Set(names).union(["type"])
        if let missing = needed.subtracting(present).min() {
            throw corrupted("A field is missing: \(missing).")
        }
        let unknown = present.subtracting(needed).subtracting(others)
        if !unknown.isEmpty { throw corrupted("A frame of type \(type) has fields that it must not have.") }
    }

    subscript<Value: Decodable>(name: String) -> Value {
        get throws { try container.decode(Value.self, forKey: FrameKey(name)) }
    }

    func optional<Value: Decodable>(_ name: String) throws -> Value? {
        try container.decodeIfPresent(Value.self, forKey: FrameKey(name))
    }

    var unknownType: DecodingError { corrupted("There is no such type of frame.") }

    private func corrupted(_ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: container.codingPath, debugDescription: text))
    }
}

extension KeyedEncodingContainer where Key == FrameKey {
    /// Writes the type and the fields, without those that are `nil`.
    mutating func write<each Value: Encodable>(
        _ type: String,
        _ fields: repeat (String, (each Value)?)
    ) throws {
        try encode(type, forKey: FrameKey("type"))
        for (name, value) in repeat each fields {
            try encodeIfPresent(value, forKey: FrameKey(name))
        }
    }
}
