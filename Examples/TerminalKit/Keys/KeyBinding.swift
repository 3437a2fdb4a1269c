// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What keys are for, in words: a hint at the bottom of the screen and a line of the help.
package struct KeyHint: Equatable, Sendable {
    /// The keys as they are shown, such as `↑↓` or `ctrl-c`.
    package let keys: String
    /// All the keys, as the help shows them.
    package let allKeys: String
    /// What they do, in a word or two.
    package let label: String
    /// What they do, in a sentence.
    package let help: String
    /// Whether the hint stands at the bottom, or in the help only.
    package let isShown: Bool
    /// Whether it stays where there is room for few.
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

    /// How the help is asked for.
    package static let help = KeyHint("?", "help", help: "show this help", isKept: true)
    /// How a program is left.
    package static let quit = KeyHint("q", "quit", help: "leave the program", isKept: true)
}

/// A command and the keys that mean it.
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
    /// What they are for, in words.
    package let hint: KeyHint
    /// What they mean.
    package let command: Command

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - keys: The keys; all are shown.
    ///   - label: What they do, in a word or two.
    ///   - help: What they do, in a sentence.
    ///   - isShown: Whether the hint stands at the bottom, or in the help only.
    ///   - isKept: Whether the hint stays where there is room for few.
    ///   - command: What they mean.
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
    /// The command that a key means, if it means one; of two bindings of a key the first counts.
    package func command<Command>(for key: Key) -> Command? where Element == KeyBinding<Command> {
        first { $0.keys.contains(key) }?.command
    }
}
