// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// What only the keys know: which line is selected, and what is being typed.
struct Cursor: Equatable {
    /// A text that is being typed into a field of the form.
    struct Typing: Equatable {
        let target: Command.Field
        let label: String
        var field: TextField
    }

    /// Where one is among the lines that can be chosen; without any, how far the lines are scrolled.
    private(set) var list = ListCursor()
    /// The text that is being typed, if one is.
    private(set) var typing: Typing?
    /// Which screen this is about.
    private var title = ""

    /// The place of the selected line among those that can be chosen.
    var selection: Int { list.selection }

    /// Whether text is being typed, into the form or to search for it.
    var isTyping: Bool { typing != nil || list.typing != nil }

    /// Takes a key, and tells the command it means.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - scene: What there is to see.
    /// - Returns: The command, or `nil` when the key means something to the cursor only, or nothing.
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

    /// Selects a line, as a click does; of the selected one the click is enter.
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

    /// What keys do, for the help.
    func help(on scene: Scene) -> [HelpSection] {
        [
            HelpSection(scene.title, scene.hints(isTyping: typing != nil)),
            HelpSection("Lists", ListCursor.hints),
        ]
    }

    /// Keeps the selection where there is something, and begins at the top of another screen.
    mutating func follow(_ scene: Scene) {
        // The title of a meeting has its time in it: what is before it tells the screen.
        let title = scene.showsEnd ? "" : scene.title
        if title != self.title {
            self = Cursor()
            self.title = title
        }
        list.follow(count: Self.rows(of: scene).count, height: 10)
    }

    /// What is searched for text; lines that can't be chosen are scrolled, each as far as it may wrap.
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
