// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The description of keys: a hint at the bottom of the screen, and a line of the help.
package struct KeyHint: Equatable, Sendable {
    /// The keys in the hint, such as `↑↓` or `ctrl-c`.
    package let keys: String
    /// All the keys, for the help.
    package let allKeys: String
    /// Their effect, in a word or two.
    package let label: String
    /// Their effect, in a sentence.
    package let help: String
    /// Whether the hint is shown at the bottom, or only in the help.
    package let isShown: Bool
    /// Whether the hint stays when there is little room.
    package let isKept: Bool

    /// Makes a hint.
    package init(
        _ keys: String,
        _ label: String,
        help: String? = nil,
        isShown: Bool = true,
        isKept: Bool = false,
        allKeys: String? = nil
    ) {
        self.keys = keys
        self.allKeys = allKeys ?? keys
        self.label = label
        self.help = help ?? label
        self.isShown = isShown
        self.isKept = isKept
    }

    /// The key for the help.
    package static let help = KeyHint("?", "help", help: "show this help", isKept: true)
    /// The key that quits a program.
    package static let quit = KeyHint("q", "quit", help: "leave the program", isKept: true)
}

/// A command and its keys.
///
/// ```swift
/// let bindings = [
///     KeyBinding(.enter, label: "open", help: "open the selected article", command: Command.open),
///     KeyBinding(.character("q"), label: "quit", isKept: true, command: Command.quit),
/// ]
/// bindings.command(for: key)     // what to do
/// bindings.map(\.hint)           // the hints and the help, which so can't be wrong
/// ```
package struct KeyBinding<Command> {
    /// The keys.
    package let keys: [Key]
    /// Their description.
    package let hint: KeyHint
    /// Their command.
    package let command: Command

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - keys: The keys; all are shown.
    ///   - label: Their effect, in a word or two.
    ///   - help: Their effect, in a sentence.
    ///   - isShown: Whether the hint is shown at the bottom, or only in the help.
    ///   - isKept: Whether the hint stays when there is little room.
    ///   - command: Their command.
    package init(
        _ keys: Key...,
        label: String,
        help: String? = nil,
        isShown: Bool = true,
        isKept: Bool = false,
        command: Command
    ) {
        self.keys = keys
        hint = KeyHint(
            keys.map(\.name).joined(separator: " "),
            label,
            help: help,
            isShown: isShown,
            isKept: isKept
        )
        self.command = command
    }
}

extension KeyBinding: Equatable where Command: Equatable {}
extension KeyBinding: Sendable where Command: Sendable {}

extension Sequence {
    /// The command of a key, if there is one; the first binding of a key is used.
    package func command<Command>(for key: Key) -> Command? where Element == KeyBinding<Command> {
        first { $0.keys.contains(key) }?.command
    }
}
