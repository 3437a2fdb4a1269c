// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of the help: the keys in one place, or the commands.
package struct HelpSection: Equatable, Sendable {
    package let title: String
    package let hints: [KeyHint]

    /// Makes a section.
    package init(_ title: String, _ hints: [KeyHint]) {
        self.title = title
        self.hints = hints
    }

    /// The keys that every program has.
    package static let everywhere = HelpSection(
        "Everywhere",
        [
            KeyHint("?  F1", "help", help: "show this help; any key closes it"),
            KeyHint("ctrl-z", "suspend", help: "let the program sleep until “fg” wakes it"),
            KeyHint("ctrl-l", "redraw", help: "draw the screen anew"),
            KeyHint("ctrl-c", "quit", help: "leave the program"),
            KeyHint(
                "mouse",
                "select",
                help: "a click selects, the wheel scrolls; with shift the terminal marks text"
            ),
        ]
    )
}

/// The help as a page of its own.
struct HelpPage: Equatable {
    let sections: [HelpSection]
    /// The number of lines above the window.
    private(set) var scroll = 0

    init(_ sections: [HelpSection]) { self.sections = sections + [.everywhere] }

    /// Handles a key, and returns whether the page stays open.
    mutating func press(_ key: Key, in size: WindowSize) -> Bool {
        let page = max(1, size.rows - 2)
        let last = max(0, text(in: size.columns).count - page)
        switch key {
        case .up, .wheelUp, .character("k"): scroll -= 1
        case .down, .wheelDown, .character("j"): scroll += 1
        case .pageUp: scroll -= page
        case .pageDown, .character(" "): scroll += page
        case .home: scroll = 0
        case .end: scroll = last
        default: return false
        }
        scroll = max(0, min(scroll, last))
        return true
    }

    /// The lines of a window.
    func lines(in size: WindowSize) -> [StyledLine] {
        let text = text(in: size.columns)
        let room = max(0, size.rows - 2)
        let shown = text.dropFirst(scroll).prefix(room)
        let empty = Array(repeating: StyledLine(""), count: room - shown.count)
        let isMore = text.count > scroll + room
        return [StyledLine(" Help", .bar)] + shown + empty
            + [StyledLine(isMore ? " ↓ more · any other key closes" : " any key closes", .faint)]
    }

    private func text(in columns: Int) -> [StyledLine] {
        let widest = sections.flatMap(\.hints).map { min($0.allKeys.columns, 24) }.max() ?? 0
        // In a narrow window, the descriptions are below the keys.
        let indent = columns >= widest + 24 ? widest + 4 : 4
        return sections.filter { !$0.hints.isEmpty }.flatMap { section in
            [StyledLine(""), StyledLine(" " + section.title, .accent)]
                + section.hints.flatMap { lines(of: $0, columns, indent) }
        }
    }

    private func lines(of hint: KeyHint, _ columns: Int, _ indent: Int) -> [StyledLine] {
        let help = hint.help.withoutControls.wrapped(to: max(4, columns - indent - 1))
        let keys = hint.allKeys.withoutControls
        let blank = StyledLine(String(repeating: " ", count: indent))
        guard keys.columns + 4 <= indent else {
            return [StyledLine("  " + keys, .key)] + help.map { blank + StyledLine($0) }
        }
        let head = StyledLine("  ") + StyledLine(keys.fitted(to: indent - 2), .key)
        return help.enumerated().map { ($0.offset == 0 ? head : blank) + StyledLine($0.element) }
    }
}
