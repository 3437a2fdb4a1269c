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

    /// The place of the selected line among those that can be chosen; without any, how far the lines are scrolled.
    private(set) var selection = 0
    /// The text that is being typed, if one is.
    private(set) var typing: Typing?
    /// Which screen this is about.
    private var title = ""

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
        let last = max(0, (choices.isEmpty ? scene.lines.count * 10 : choices.count) - 1)
        switch key {
        case .up: selection = max(0, selection - 1)
        case .down: selection = min(last, selection + 1)
        case .pageUp: selection = max(0, selection - 10)
        case .pageDown: selection = min(last, selection + 10)
        case .home: selection = 0
        case .end: selection = last
        case .escape, .left: return .back
        case .enter where choices.indices.contains(selection): return choose(choices[selection])
        case .character(let character):
            if let number = character.wholeNumberValue, choices.contains(.command(.answer(number))) {
                return .answer(number)
            }
            return scene.shortcuts.first { $0.key == character }?.command
        default: break
        }
        return nil
    }

    /// Keeps the selection where there is something, and begins at the top of another screen.
    mutating func follow(_ scene: Scene) {
        // The title of a meeting has its time in it: what is before it tells the screen.
        let title = scene.showsEnd ? "" : scene.title
        if title != self.title {
            self = Cursor()
            self.title = title
        }
        let count = scene.lines.count(where: { $0.choice != nil })
        if count > 0 { selection = min(selection, count - 1) }
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
