// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The state of the keys alone: the selected line, and the text being typed.
struct Cursor: Equatable {
    /// A text that is being typed into a field of the form.
    struct Typing: Equatable {
        let target: Command.Field
        let label: String
        var field: TextField
    }

    /// The selection among the lines that can be chosen; without any, the scroll position.
    private(set) var list = ListCursor()
    /// The text being typed, if there is one.
    private(set) var typing: Typing?
    /// The screen that this state belongs to.
    private var title = ""

    /// The index of the selected line among those that can be chosen.
    var selection: Int { list.selection }

    /// Whether a text is being typed, for the form or for a search.
    var isTyping: Bool { typing != nil || list.typing != nil }

    /// Handles a key, and returns its command.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - scene: The current scene.
    /// - Returns: The command, or `nil` if the key only moves the cursor, or does nothing.
    mutating func press(_ key: Key, on scene: Scene) -> Command? {
        follow(scene)
        if key == .interrupt { return .quit }
        if typing != nil { return type(key) }
        let choices = scene.lines.compactMap(\.choice)
        if list.typing == nil {
            switch key {
            case .escape, .left: return .back
            case .enter where choices.indices.contains(selection): return choose(choices[selection])
            case .character(let character):
                if let number = character.wholeNumberValue, choices.contains(.command(.answer(number))) {
                    return .answer(number)
                }
                if let shortcut = scene.shortcuts.first(where: { $0.key == character }) {
                    return shortcut.command
                }
            default: break
            }
        }
        _ = list.press(key, rows: Self.rows(of: scene), height: 10)
        return nil
    }

    /// Selects a line by a click; a click on the selected line acts as enter.
    mutating func press(_ target: SceneView.Target, on scene: Scene) -> Command? {
        follow(scene)
        switch target {
        case .key(let key): return press(key, on: scene)
        case .choice(let place):
            guard typing == nil, place != selection else { return press(.enter, on: scene) }
            list.select(place, count: Self.rows(of: scene).count, height: 10)
            return nil
        }
    }

    /// The keys, for the help.
    func help(on scene: Scene) -> [HelpSection] {
        [
            HelpSection(scene.title, scene.hints(isTyping: typing != nil)),
            HelpSection("Lists", ListCursor.hints),
        ]
    }

    /// Keeps the selection valid; a new screen begins at the top.
    mutating func follow(_ scene: Scene) {
        // The title of a meeting contains its time; the part before it identifies the screen.
        let title = scene.showsEnd ? "" : scene.title
        if title != self.title {
            self = Cursor()
            self.title = title
        }
        list.follow(count: Self.rows(of: scene).count, height: 10)
    }

    /// The texts to search; lines that cannot be chosen are scrolled, and may wrap.
    static func rows(of scene: Scene) -> [String] {
        let choices = scene.lines.filter { $0.choice != nil }
        return choices.isEmpty ? Array(repeating: "", count: scene.lines.count * 10) : choices.map(\.text)
    }

    private mutating func choose(_ choice: Scene.Choice) -> Command? {
        switch choice {
        case .command(let command): return command
        case .field(let target, let text):
            typing = Typing(target: target, label: Self.label(target), field: TextField(text, limit: 200))
            return nil
        }
    }

    private mutating func type(_ key: Key) -> Command? {
        guard let typing else { return nil }
        switch key {
        case .escape: self.typing = nil
        case .enter:
            self.typing = nil
            return .set(typing.target, typing.field.text)
        default: self.typing?.field.press(key)
        }
        return nil
    }

    private static func label(_ field: Command.Field) -> String {
        switch field {
        case .title: "Title"
        case .minutes: "Minutes"
        case .attendee: "Name"
        }
    }
}
