// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

extension Browser {
    /// The meaning of a key at the reader's place.
    enum Intent: Equatable {
        case perform(Command)
        /// Emits the command with the number of the selected row; without rows, loads.
        case open, mark, follow
        case prompt(Prompt.Purpose)
        case remove
        case sign
        case move(Int)
        case page(Int)
        case first, last
    }
}

extension Browser.State {
    /// The keys, for handling and for help.
    var bindings: [KeyBinding<Browser.Intent>] {
        if page != nil { return Self.moving("scroll") + Self.reading + common }
        return Self.moving("move") + (list.kind == .feeds ? Self.feeds : Self.articles) + common
    }

    /// The hints at the bottom.
    var hints: [KeyHint] {
        if let prompt { return prompt.hints }
        // The keys to quit and to get help come first, so that a narrow window has room for them.
        return [.quit, .help] + bindings.map(\.hint).filter { $0.keys != KeyHint.quit.keys }
    }

    /// The page of all keys.
    static var help: [HelpSection] {
        let everywhere = Browser.State().common.map(\.hint)
        return [
            HelpSection("In the list of feeds", (moving("move") + feeds).map(\.hint)),
            HelpSection("In a list of articles", (moving("move") + articles).map(\.hint)),
            HelpSection("In an article", (moving("scroll") + reading).map(\.hint)),
            HelpSection("In all of them", everywhere),
        ]
    }

    private var common: [KeyBinding<Browser.Intent>] {
        [
            KeyBinding(
                .character("n"),
                label: "next",
                help: "open the next article that is not read",
                command: .perform(.next)
            ),
            KeyBinding(
                .character("/"),
                label: "search",
                help: "find words in all feeds",
                command: .prompt(.search)
            ),
            KeyBinding(
                .character("R"),
                label: "load all",
                help: "load all feeds",
                command: .perform(.refresh)
            ),
            KeyBinding(
                .character("A"),
                label: "all read",
                help: "mark everything in the list as read",
                isShown: false,
                command: .perform(.mark(nil))
            ),
            KeyBinding(
                .character("a"),
                label: "add",
                help: "add a feed",
                isShown: list.kind == .feeds,
                command: .prompt(.address)
            ),
            KeyBinding(
                .character(":"),
                label: "command",
                help: "type a command, such as “import feeds.opml”",
                isShown: false,
                command: .prompt(.command)
            ),
            KeyBinding(.character("s"), label: isSignedIn ? "sign out" : "sign in", command: .sign),
            KeyBinding(
                .character("q"),
                label: "quit",
                help: "leave the program",
                isKept: true,
                command: .perform(.quit)
            ),
        ]
    }

    private static let feeds: [KeyBinding<Browser.Intent>] = [
        KeyBinding(.enter, .character("o"), label: "open", help: "show its articles", command: .open),
        KeyBinding(.character("m"), label: "mark", help: "mark all its articles as read", command: .mark),
        KeyBinding(.character("d"), label: "remove", help: "remove it, after a question", command: .remove),
        KeyBinding(
            .character("l"),
            .character("r"),
            label: "load",
            help: "load all feeds",
            isShown: false,
            command: .perform(.load)
        ),
    ]

    private static let articles: [KeyBinding<Browser.Intent>] = [
        KeyBinding(.enter, .character("o"), label: "open", help: "read it", command: .open),
        KeyBinding(
            .character("b"),
            .escape,
            .backspace,
            label: "back",
            help: "show the feeds",
            command: .perform(.back)
        ),
        KeyBinding(
            .character("l"),
            .character("r"),
            label: "load",
            help: "load the feed",
            command: .perform(.load)
        ),
        KeyBinding(.character("m"), label: "mark", help: "mark it as read, or as not read", command: .mark),
        KeyBinding(.character("f"), label: "follow", help: "open its link in a browser", command: .follow),
    ]

    private static let reading: [KeyBinding<Browser.Intent>] = [
        KeyBinding(
            .character("b"),
            .escape,
            .backspace,
            label: "back",
            help: "close it",
            command: .perform(.back)
        ),
        KeyBinding(
            .character("f"),
            label: "follow",
            help: "open its link in a browser",
            command: .perform(.follow(nil))
        ),
        KeyBinding(
            .character("l"),
            .character("r"),
            label: "load",
            help: "load the feed",
            isShown: false,
            command: .perform(.load)
        ),
    ]

    private static func moving(_ word: String) -> [KeyBinding<Browser.Intent>] {
        [
            KeyBinding(.down, .character("j"), label: word, help: "\(word) down", command: .move(1)),
            KeyBinding(
                .up,
                .character("k"),
                label: word,
                help: "\(word) up",
                isShown: false,
                command: .move(-1)
            ),
            KeyBinding(
                .character(" "),
                .pageDown,
                label: "page",
                help: "a page down",
                isShown: false,
                command: .page(1)
            ),
            KeyBinding(.pageUp, label: "page", help: "a page up", isShown: false, command: .page(-1)),
            KeyBinding(
                .character("g"),
                .home,
                label: "top",
                help: "to the first line",
                isShown: false,
                command: .first
            ),
            KeyBinding(
                .character("G"),
                .end,
                label: "end",
                help: "to the last line",
                isShown: false,
                command: .last
            ),
        ]
    }
}

extension Prompt {
    /// The keys while a line is typed.
    fileprivate var hints: [KeyHint] {
        let answer =
            switch purpose {
            case .name: KeyHint("enter", "sign in", isKept: true)
            case .address: KeyHint("enter", "add", isKept: true)
            case .search: KeyHint("enter", "search", isKept: true)
            case .command: KeyHint("enter", "do it", isKept: true)
            case .removal: KeyHint("y", "remove", isKept: true)
            }
        return [answer, KeyHint("esc", "cancel", isKept: true)]
    }
}
