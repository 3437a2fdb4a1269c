// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension AlertState {
    /// Makes a question of blocks, one for each part of it.
    ///
    /// ```swift
    /// AlertState {
    ///     TextState("Delete the meeting?")
    /// } actions: {
    ///     ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
    ///     ButtonState(role: .cancel) { TextState("Keep") }
    /// } message: {
    ///     TextState("It cannot be undone.")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - title: The question.
    ///   - buttons: The answers, in order; `if`, `switch` and `for` may stand among them.
    ///   - message: Details for the user's decision.
    public init(
        title: () -> TextState,
        @ButtonBuilder actions buttons: () -> [Button] = { [] },
        message: (() -> TextState)? = nil
    ) { self.init(title(), message: message?(), buttons: buttons()) }

    /// Collects the answers of a question.
    @resultBuilder
    public enum ButtonBuilder {
        /// One answer.
        public static func buildExpression(_ button: Button) -> [Button] { [button] }

        /// Everything in a block.
        public static func buildBlock(_ buttons: [Button]...) -> [Button] { buttons.flatMap(\.self) }

        /// The buttons under a condition.
        public static func buildOptional(_ buttons: [Button]?) -> [Button] { buttons ?? [] }

        /// The buttons if a condition holds.
        public static func buildEither(first buttons: [Button]) -> [Button] { buttons }

        /// The buttons if a condition does not hold.
        public static func buildEither(second buttons: [Button]) -> [Button] { buttons }

        /// The buttons of a loop.
        public static func buildArray(_ buttons: [[Button]]) -> [Button] { buttons.flatMap(\.self) }
    }
}

extension AlertState.Button {
    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - role: The role of the answer, if it is not an ordinary one.
    ///   - action: The action to send; with `nil`, only the dismissal is sent.
    ///   - label: The text on the button.
    public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
        self.init(label: label(), role: role, action: action)
    }
}

/// An answer of an ``AlertState``.
public typealias ButtonState<Action> = AlertState<Action>.Button

/// A text in a state: one that has been looked up in the user's language already.
public typealias TextState = String
