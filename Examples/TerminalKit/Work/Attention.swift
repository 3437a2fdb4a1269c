// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The way to notify a user who looks elsewhere.
package enum Attention: String, CaseIterable, Sendable {
    case none
    /// The control character for the bell.
    case bell
    /// A desktop notification for iTerm2, Windows Terminal, and Kitty.
    case osc9
    /// A desktop notification for urxvt, foot, and Konsole.
    case osc777

    /// The escape sequence of the notification, without control characters in its texts.
    ///
    /// - Parameters:
    ///   - title: The name of the program.
    ///   - text: The event.
    /// - Returns: The sequence; empty for `none`.
    package func sequence(title: String, text: String) -> String {
        let clean = { (text: String) in String(text.withoutControls.prefix(200)).replacing(";", with: ",") }
        return switch self {
        case .none: ""
        case .bell: "\u{07}"
        case .osc9: "\u{1B}]9;\(clean(title)): \(clean(text))\u{07}"
        case .osc777: "\u{1B}]777;notify;\(clean(title));\(clean(text))\u{07}"
        }
    }
}
