// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog

/// A coder of entries as a macro could write it for `Orders.Action`: the number of the case and its fields in their order,
/// numbers in as few bytes as they need.
struct OrderBytes {
    func encode(_ entries: [JournalEntry<Orders.Action>]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * 24)
        var time = 0
        for entry in entries {
            append(entry.time.milliseconds - time, to: &bytes)
            time = entry.time.milliseconds
            append(entry.cause ?? 0, to: &bytes)
            switch entry.action {
            case nil: append(0, to: &bytes)
            case .ordered(let id, let cents)?:
                append(1, to: &bytes)
                append(id, to: &bytes)
                append(cents, to: &bytes)
            case .paid(let id)?:
                append(2, to: &bytes)
                append(id, to: &bytes)
            }
        }
        return bytes
    }

    func decode(_ commit: LogCommit) -> [JournalEntry<Orders.Action>] {
        var (place, time) = (0, 0)
        let bytes = commit.contents
        func number() -> Int {
            var (number, shift) = (0, 0)
            while true {
                let byte = Int(bytes[place])
                place += 1
                number |= (byte & 0x7f) << shift
                guard byte & 0x80 != 0 else { return number }
                shift += 7
            }
        }
        func text() -> String {
            let count = number()
            defer { place += count }
            return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
        }
        return (0..<commit.count).map { _ in
            time += number()
            let cause = number()
            let action: Orders.Action? =
                switch number() {
                case 1: .ordered(id: text(), cents: number())
                case 2: .paid(text())
                default: nil
                }
            return JournalEntry(
                action: action,
                time: LogTime(milliseconds: time),
                cause: cause == 0 ? nil : cause
            )
        }
    }

    private func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7f {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private func append(_ text: String, to bytes: inout [UInt8]) {
        append(text.utf8.count, to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }
}
