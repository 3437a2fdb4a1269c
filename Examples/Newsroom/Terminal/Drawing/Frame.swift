// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A picture of the screen: exactly as many lines as the window is high, each as wide as it.
package struct Frame: Equatable, Sendable {
    /// How a line is to look.
    package enum Style: Sendable {
        case plain, bar, selected, bold, faint, problem
    }

    /// A line and its look.
    package struct Line: Equatable, Sendable {
        package var text: String
        package var style: Style
    }

    /// The size of a window.
    package struct Size: Equatable, Sendable {
        package var columns: Int
        package var rows: Int

        package init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// The lines from top to bottom.
    package let lines: [Line]

    /// Draws a screen.
    package init(_ screen: Screen, browser: Browser, size: Size) {
        let middle = Self.middle(screen, browser: browser, size: size)
        let window = Self.window(in: size)
        let blank = Line(text: "", style: .plain)
        var lines = [Self.head(screen, width: size.columns), Line(text: screen.greeting, style: .faint)]
        lines += middle.prefix(window) + Array(repeating: blank, count: max(0, window - middle.count))
        lines += [Self.foot(screen, browser: browser), Self.keys(screen, browser: browser)]
        self.lines = lines.prefix(size.rows).map {
            Line(text: $0.text.fitted(to: size.columns), style: $0.style)
        }
    }

    /// How many lines are left for the list or the article.
    package static func window(in size: Size) -> Int { max(1, size.rows - 4) }

    /// How many lines an article takes in a window of this size.
    package static func length(of page: Screen.Page?, in size: Size) -> Int {
        page.map { lines(of: $0, width: size.columns).count } ?? 0
    }

    private static func head(_ screen: Screen, width: Int) -> Line {
        let account = " " + screen.account + " "
        let title = (" " + screen.title).fitted(to: max(0, width - account.columns))
        return Line(text: title + account, style: .bar)
    }

    private static func middle(_ screen: Screen, browser: Browser, size: Size) -> [Line] {
        if let page = screen.page {
            return Array(lines(of: page, width: size.columns).dropFirst(browser.scroll))
        }
        guard !screen.rows.isEmpty else {
            return [Line(text: "Nothing is loaded yet; press l.", style: .plain)]
        }
        let window = window(in: size)
        let first = max(0, browser.selection - window + 1)
        return screen.rows.enumerated().dropFirst(first).prefix(window).map { offset, row in
            let isSelected = offset == browser.selection
            let text = "\(isSelected ? ">" : " ") \(row.isRead ? "✓" : " ") \(offset + 1). \(row.title)"
            return Line(text: text, style: isSelected ? .selected : .plain)
        }
    }

    private static func lines(of page: Screen.Page, width: Int) -> [Line] {
        // A long line is hard to read, however wide the window is.
        let width = min(width, 80)
        return page.title.wrapped(to: width).map { Line(text: $0, style: .bold) }
            + page.details.flatMap { $0.wrapped(to: width) }.map { Line(text: $0, style: .faint) }
            + [Line(text: "", style: .plain)]
            + page.body.wrapped(to: width).map { Line(text: $0, style: .plain) }
    }

    private static func foot(_ screen: Screen, browser: Browser) -> Line {
        if let name = browser.name { return Line(text: "Your name: \(name)_", style: .bold) }
        guard let notice = screen.notice else { return Line(text: "", style: .plain) }
        return Line(text: notice.text, style: notice.isProblem ? .problem : .plain)
    }

    private static func keys(_ screen: Screen, browser: Browser) -> Line {
        let text =
            if browser.name != nil {
                "enter sign in · esc cancel"
            } else if screen.page != nil {
                "j/k scroll · space page · b back · s sign \(screen.isSignedIn ? "out" : "in") · q quit"
            } else {
                "j/k move · enter open · l load · s sign \(screen.isSignedIn ? "out" : "in") · q quit"
            }
        return Line(text: text, style: .faint)
    }
}

extension Frame {
    /// The frame as a terminal wants it: from the top left corner, without a line end at the bottom.
    package var escapeSequences: String {
        "\u{1B}[H" + lines.map { $0.style.start + $0.text + "\u{1B}[0m" }.joined(separator: "\r\n")
            + "\u{1B}[J"
    }
}

extension Frame.Style {
    fileprivate var start: String {
        switch self {
        case .plain: ""
        case .bar: "\u{1B}[7m"
        case .selected, .bold: "\u{1B}[1m"
        case .faint: "\u{1B}[2m"
        case .problem: "\u{1B}[31m"
        }
    }
}
