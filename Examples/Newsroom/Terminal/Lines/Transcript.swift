// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The output after each command in line mode: the same input gives the same lines.
package enum Transcript {
    /// The answer to a completed command.
    package static func lines(after command: Command, showing screen: Screen) -> [String] {
        switch command {
        case .help: return Command.overview.components
        case .quit: return []
        case .list: return list(screen)
        default: break
        }
        guard let notice = screen.notice else { return answer(to: command, showing: screen) }
        if notice.isProblem { return [problem(notice.text)] }
        return [notice.text] + answer(to: command, showing: screen)
    }

    /// The line for a problem.
    package static func problem(_ text: String) -> String { "! " + text }

    private static func answer(to command: Command, showing screen: Screen) -> [String] {
        switch command {
        case .load, .refresh, .back, .add, .remove, .search, .mark, .importList: list(screen)
        case .open, .next: screen.page.map(page) ?? list(screen)
        case .login, .logout: [screen.account, screen.greeting]
        case .follow, .exportList, .list, .help, .quit: []
        }
    }

    private static func list(_ screen: Screen) -> [String] {
        guard !screen.rows.isEmpty else {
            return [screen.list.emptiness(add: "type “add” and its address", load: "type “load”")]
        }
        return screen.rows.enumerated().map { offset, row in
            let number = "\(offset + 1)."
            let padding = String(repeating: " ", count: max(0, 4 - number.count))
            return "\(row.isRead ? "✓" : " ")\(padding)\(number) \(row.title)"
                + (row.note.isEmpty ? "" : "  (\(row.note))")
        }
    }

    private static func page(_ page: Screen.Page) -> [String] {
        [page.title] + page.details + [""] + page.body.components
    }
}

extension String {
    fileprivate var components: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
