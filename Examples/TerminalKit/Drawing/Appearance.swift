// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a terminal shows roles: in how many colours, on which background, and in which letters.
///
/// ```swift
/// let appearance = Appearance(environment: ProcessInfo.processInfo.environment)
/// ```
package struct Appearance: Equatable, Sendable {
    /// How many colours there are.
    package enum Colors: String, CaseIterable, Sendable {
        case none
        /// The sixteen that every terminal has, in its own shades.
        case basic = "16"
        case many = "256"
        case all = "true"
    }

    /// What is behind the text.
    package enum Background: String, CaseIterable, Sendable { case dark, light }

    package var colors: Colors
    package var background: Background
    /// Whether only ASCII can be shown; see `String.inASCII`.
    package var isASCII: Bool

    /// Makes an appearance.
    package init(colors: Colors = .basic, background: Background = .dark, isASCII: Bool = false) {
        self.colors = colors
        self.background = background
        self.isASCII = isASCII
    }

    /// The appearance that the environment of a process speaks of.
    ///
    /// `NO_COLOR`, `COLORTERM` and `TERM` tell the colours, `COLORFGBG` the background, `LC_ALL`, `LC_CTYPE` and `LANG`
    /// the letters: without a locale in UTF-8 they are ASCII's.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - options: What was asked for instead.
    package init(environment: [String: String], options: TerminalOptions = TerminalOptions()) {
        let told = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        colors = options.colors ?? Self.colors(told)
        background = options.background ?? Self.background(told("COLORFGBG")) ?? .dark
        let locale = (told("LC_ALL") ?? told("LC_CTYPE") ?? told("LANG") ?? "").lowercased()
        isASCII = options.isASCII ?? !(locale.contains("utf-8") || locale.contains("utf8"))
    }

    /// The background that the variable `COLORFGBG` tells, which some terminals set: `15;0` is white on black.
    package static func background(_ variable: String?) -> Background? {
        guard let last = variable?.split(separator: ";").last, let number = Int(last) else { return nil }
        return (0...6).contains(number) || number == 8 ? .dark : .light
    }

    private static func colors(_ told: (String) -> String?) -> Colors {
        let terminal = told("TERM") ?? ""
        if told("NO_COLOR") != nil || terminal == "dumb" || terminal.hasPrefix("vt") { return .none }
        let words = told("COLORTERM") ?? ""
        if words == "truecolor" || words == "24bit" || terminal.hasSuffix("-direct") { return .all }
        return terminal.contains("256color") ? .many : .basic
    }
}

extension Appearance {
    /// The escape sequence that starts a role; empty where it looks like plain text.
    package func start(of style: LineStyle) -> String {
        let look = Look(of: style, on: background)
        var codes = look.codes(withColors: colors != .none)
        if let color = look.color {
            switch colors {
            case .none: break
            case .basic: codes.append("\(color.basic)")
            case .many: codes.append("38;5;\(color.indexed)")
            case .all: codes.append("38;2;\(color.red);\(color.green);\(color.blue)")
            }
        }
        return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
}
