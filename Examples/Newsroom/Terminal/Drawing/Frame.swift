// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// A picture of the screen: exactly as many lines as the window is high, each as wide as it.
package struct Frame: Equatable, Sendable {
    /// The lines from top to bottom.
    package let lines: [StyledLine]

    /// Draws a screen.
    package init(_ screen: Screen, browser: Browser, size: WindowSize) {
        let middle = Self.middle(screen, browser: browser, size: size)
        let window = Self.window(in: size)
        let blank = StyledLine("", .plain)
        var lines = [Self.head(screen, width: size.columns), StyledLine(screen.greeting, .faint)]
        lines += middle.prefix(window) + Array(repeating: blank, count: max(0, window - middle.count))
        lines += [Self.foot(screen, browser: browser), Self.keys(screen, browser: browser)]
        self.lines = Array(lines.prefix(size.rows))
    }

    /// How many lines are left for the list or the article.
    package static func window(in size: WindowSize) -> Int { max(1, size.rows - 4) }

    /// How many lines an article takes in a window of this size.
    package static func length(of page: Screen.Page?, in size: WindowSize) -> Int {
        page.map { lines(of: $0, width: size.columns).count } ?? 0
    }

    private static func head(_ screen: Screen, width: Int) -> StyledLine {
        let account = " " + screen.account + " "
        let title = (" " + screen.title).fitted(to: max(0, width - account.columns))
        return StyledLine(title + account, .bar)
    }

    private static func middle(_ screen: Screen, browser: Browser, size: WindowSize) -> [StyledLine] {
        if let page = screen.page {
            return Array(lines(of: page, width: size.columns).dropFirst(browser.scroll))
        }
        guard !screen.rows.isEmpty else {
            return [StyledLine("Nothing is loaded yet; press l.", .plain)]
        }
        let window = window(in: size)
        let first = max(0, browser.selection - window + 1)
        return screen.rows.enumerated().dropFirst(first).prefix(window).map { offset, row in
            let isSelected = offset == browser.selection
            let text = "\(isSelected ? ">" : " ") \(row.isRead ? "✓" : " ") \(offset + 1). \(row.title)"
            return StyledLine(text, isSelected ? .selected : .plain)
        }
    }

    private static func lines(of page: Screen.Page, width: Int) -> [StyledLine] {
        // A long line is hard to read, however wide the window is.
        let width = min(width, 80)
        return page.title.wrapped(to: width).map { StyledLine($0, .bold) }
            + page.details.flatMap { $0.wrapped(to: width) }.map { StyledLine($0, .faint) }
            + [StyledLine("", .plain)]
            + page.body.wrapped(to: width).map { StyledLine($0, .plain) }
    }

    private static func foot(_ screen: Screen, browser: Browser) -> StyledLine {
        if let name = browser.name { return StyledLine("Your name: \(name)_", .bold) }
        guard let notice = screen.notice else { return StyledLine("", .plain) }
        return StyledLine(notice.text, notice.isProblem ? .problem : .plain)
    }

    private static func keys(_ screen: Screen, browser: Browser) -> StyledLine {
        let text =
            if browser.name != nil {
                "enter sign in · esc cancel"
            } else if screen.page != nil {
                "j/k scroll · space page · b back · s sign \(screen.isSignedIn ? "out" : "in") · q quit"
            } else {
                "j/k move · enter open · l load · s sign \(screen.isSignedIn ? "out" : "in") · q quit"
            }
        return StyledLine(text, .faint)
    }
}
