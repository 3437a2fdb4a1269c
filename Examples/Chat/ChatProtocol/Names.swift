// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name that a user signs in with; or the name of a guest, which begins with a tilde, as no account's
/// does.
package struct AccountName: CheckedText, Comparable {
    package static let rule = "A name is 2 to 24 letters, digits, “-” or “_”, in lower case."

    package let text: String

    package init(checked text: String) { self.text = text }

    /// The name of a guest.
    package init(_ guest: GuestName) { text = "~" + guest.text }

    /// Whether it is the name of a guest, without an account.
    package var isGuest: Bool { text.hasPrefix("~") }

    package static func accepts(_ text: String) -> Bool {
        text.hasPrefix("~") ? GuestName.accepts(String(text.dropFirst())) : text.isPlainName(in: 2...24)
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// The name that a guest asks for.
package struct GuestName: CheckedText {
    package static let rule = "A guest is named with 2 to 20 letters, digits, “-” or “_”, in lower case."

    package let text: String

    package init(checked text: String) { self.text = text }

    package static func accepts(_ text: String) -> Bool { text.isPlainName(in: 2...20) }
}

/// The name of a room.
package struct RoomName: CheckedText, Comparable {
    package static let rule = "A room is named with 1 to 32 letters, digits, “-” or “_”, in lower case."

    package let text: String

    package init(checked text: String) { self.text = text }

    package static func accepts(_ text: String) -> Bool { text.isPlainName(in: 1...32) }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension String {
    fileprivate func isPlainName(in length: ClosedRange<Int>) -> Bool {
        length.contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
