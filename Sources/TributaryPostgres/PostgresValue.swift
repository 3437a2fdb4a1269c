// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
/// A value on its way to the server or from it, in PostgreSQL's binary form.
struct PostgresValue {
    /// The bytes; `nil` is SQL's null.
    let bytes: [UInt8]?

    init(bytes: [UInt8]?) { self.bytes = bytes }

    init(_ number: Int) {
        var bytes: [UInt8] = []
        Self.append(Int64(number), to: &bytes)
        self.bytes = bytes
    }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// An array of as many values as there are rows.
    init(_ numbers: some Collection<Int>) {
        self.init(of: 20, numbers, size: { _ in 8 }, { Self.append(Int64($0), to: &$1) })
    }

    init(_ texts: some Collection<String>) {
        self.init(of: 25, texts, size: \.utf8.count, { $1 += $0.utf8 })
    }

    init(_ contents: some Collection<[UInt8]>) { self.init(of: 17, contents, size: \.count, { $1 += $0 }) }

    /// An array in one dimension: how many dimensions, whether there are nulls, the type, its length, and the index of its first
    /// element, before the elements.
    private init<Elements: Collection>(
        of type: Int32,
        _ elements: Elements,
        size: (Elements.Element) -> Int,
        _ append: (Elements.Element, inout [UInt8]) -> Void
    ) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + size($1) })
        for number in [1, 0, type, Int32(elements.count), 1] { Self.append(number, to: &bytes) }
        for element in elements {
            Self.append(Int32(size(element)), to: &bytes)
            append(element, &bytes)
        }
        self.bytes = bytes
    }

    /// A whole number of any width; `0` for null.
    var integer: Int {
        guard let bytes, let first = bytes.first else { return 0 }
        var number = first >= 0x80 ? -1 : 0
        for byte in bytes { number = number << 8 | Int(byte) }
        return number
    }

    var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

    var isTrue: Bool { bytes == [1] }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}

/// A statement with the values of its parameters `$1`, `$2`, ….
struct PostgresStatement {
    var sql: String
    var values: [PostgresValue] = []
}

/// A row of an answer.
typealias PostgresRow = [PostgresValue]
#endif
