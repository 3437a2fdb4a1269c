// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a user is called when something happens while they look elsewhere.
package enum Attention: String, CaseIterable, Sendable {
    case none
    /// What terminals do at the control character.
    case bell
    /// A notification of the desktop, as iTerm2, Windows Terminal and Kitty understand it.
    case osc9
    /// A notification of the desktop, as urxvt, foot and Konsole understand it.
    case osc777

    /// The escape sequence that calls; nothing in the texts reaches the terminal as an order.
    ///
    /// - Parameters:
    ///   - title: Which program calls.
    ///   - text: What has happened.
    /// - Returns: The sequence; empty where nobody wants to be called.
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
