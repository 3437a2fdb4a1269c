// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The look of roles in a terminal: its colors, its background, and its character set.
///
/// ```swift
/// let appearance = Appearance(environment: ProcessInfo.processInfo.environment)
/// ```
package struct Appearance: Equatable, Sendable {
    /// The number of colors.
    package enum Colors: String, CaseIterable, Sendable {
        case none
        /// The sixteen colors of every terminal, in its own shades.
        case basic = "16"
        case many = "256"
        case all = "true"
    }

    /// The background of the text.
    package enum Background: String, CaseIterable, Sendable { case dark, light }

    package var colors: Colors
    package var background: Background
    /// Whether to show only ASCII; see `String.inASCII`.
    package var isASCII: Bool

    /// Makes an appearance.
    package init(colors: Colors = .basic, background: Background = .dark, isASCII: Bool = false) {
        self.colors = colors
        self.background = background
        self.isASCII = isASCII
    }

    /// The appearance according to the environment of a process.
    ///
    /// `NO_COLOR`, `COLORTERM`, and `TERM` determine the colors, `COLORFGBG` the background, `LC_ALL`,
    /// `LC_CTYPE`, and `LANG` the character set, which is ASCII without a locale in UTF-8.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - options: The user's options, which take precedence.
    package init(environment: [String: String], options: TerminalOptions = TerminalOptions()) {
        let told = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        colors = options.colors ?? Self.colors(told)
        background = options.background ?? Self.background(told("COLORFGBG")) ?? .dark
        let locale = (told("LC_ALL") ?? told("LC_CTYPE") ?? told("LANG") ?? "").lowercased()
        isASCII = options.isASCII ?? !(locale.contains("utf-8") || locale.contains("utf8"))
    }

    /// The background in the variable `COLORFGBG`, which some terminals set: `15;0` is white on black.
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
    /// The escape sequence that starts a role; empty for plain text.
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
