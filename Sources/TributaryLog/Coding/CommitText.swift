// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The JSON of a commit, taken apart at the places where its actions are.
///
/// A decoder takes twice as long for the text around an action as for the action. So it gets only the actions, of many commits at
/// once. This reads only the form that `CommitCoding` writes; for other JSON it is `nil`, and the caller uses a decoder.
package struct CommitText {
    /// The fields of an entry, and the range of its action.
    package struct Entry {
        package var action: Range<Int>?
        package var time: Int?
        package var cause: Int?
        var command: Range<Int>?
        var context: [String: String]?

        /// Whether it has other fields, which need a decoder.
        var isRare = false
    }

    /// Where the versions of the actions are.
    private(set) var versions: Range<Int>?
    package private(set) var entries: [Entry] = []

    /// Takes a text apart.
    package init?(_ bytes: [UInt8]) {
        var scanner = ValueScanner(bytes)
        guard scanner.take("{") else { return nil }
        repeat {
            switch scanner.takeKey() {
            case UInt8(ascii: "v"):
                guard let range = scanner.takeValue() else { return nil }
                versions = range
            case UInt8(ascii: "e"):
                guard entries.isEmpty, scanner.take("[") else { return nil }
                repeat {
                    guard let entry = Self.entry(&scanner) else { return nil }
                    entries.append(entry)
                } while scanner.take(",")
                guard scanner.take("]") else { return nil }
            default: return nil
            }
        } while scanner.take(",")
        guard scanner.take("}"), scanner.isAtEnd else { return nil }
    }

    private static func entry(_ scanner: inout ValueScanner) -> Entry? {
        var entry = Entry()
        guard scanner.take("{") else { return nil }
        repeat {
            switch scanner.takeKey() {
            case UInt8(ascii: "a"):
                guard let range = scanner.takeValue() else { return nil }
                entry.action = range
            case UInt8(ascii: "t"):
                guard let number = scanner.takeNumber() else { return nil }
                entry.time = number
            case UInt8(ascii: "c"):
                guard let number = scanner.takeNumber() else { return nil }
                entry.cause = number
            case UInt8(ascii: "i"):
                guard let range = scanner.takeValue() else { return nil }
                entry.command = range
            case UInt8(ascii: "s"):
                guard let fields = scanner.takeFields() else { return nil }
                entry.context = fields
            case UInt8(ascii: "x"), UInt8(ascii: "p"), UInt8(ascii: "m"), UInt8(ascii: "u"),
                UInt8(ascii: "h"):
                guard scanner.takeValue() != nil else { return nil }
                entry.isRare = true
            default: return nil
            }
        } while scanner.take(",")
        return scanner.take("}") && entry.time != nil ? entry : nil
    }
}

/// Goes over JSON without spaces, value by value.
private struct ValueScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// Takes a character, if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// Takes a key of one letter, and its colon.
    mutating func takeKey() -> UInt8? {
        guard place + 3 < bytes.count, bytes[place] == UInt8(ascii: "\""),
            bytes[place + 2] == UInt8(ascii: "\""), bytes[place + 3] == UInt8(ascii: ":")
        else { return nil }
        place += 4
        return bytes[place - 3]
    }

    /// Takes a whole number that an `Int` holds.
    mutating func takeNumber() -> Int? {
        let isNegative = take("-")
        var number = 0
        let start = place
        while place < bytes.count, case let digit = Int(bytes[place]) - 0x30, (0...9).contains(digit) {
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(digit)
            guard !isTooLarge, !overflows else { return nil }
            number = sum
            place += 1
        }
        return place > start ? (isNegative ? -number : number) : nil
    }

    /// Takes texts by their names; `nil` where one is written with a backslash.
    mutating func takeFields() -> [String: String]? {
        guard take("{") else { return nil }
        var fields: [String: String] = [:]
        repeat {
            guard let name = takePlainText(), take(":"), let text = takePlainText() else { return nil }
            fields[name] = text
        } while take(",")
        return take("}") ? fields : nil
    }

    private mutating func takePlainText() -> String? {
        guard take("\""), let end = bytes[place...].firstIndex(of: UInt8(ascii: "\"")),
            case let text = bytes[place..<end], !text.contains(UInt8(ascii: "\\"))
        else { return nil }
        place = end + 1
        return String(validating: text, as: UTF8.self)
    }

    /// Takes a value of any kind, and returns its range.
    ///
    /// Its length follows from brackets and quotes; only a decoder checks whether it is JSON.
    mutating func takeValue() -> Range<Int>? {
        let start = place
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard skipText() else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return start < place ? start..<place : nil }
                depth -= 1
                place += 1
            case UInt8(ascii: ",") where depth == 0:
                return start < place ? start..<place : nil
            default: place += 1
            }
        }
        return nil
    }

    private mutating func skipText() -> Bool {
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }
}
