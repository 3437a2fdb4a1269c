// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The state of an alert or a confirmation dialog: a question, and the buttons that answer it.
///
/// ```swift
/// struct State: Equatable { var alert: AlertState<Action.Alert>? }
/// @CasePathable enum Action {
///     case deleteAsked, alert(Alert)
///     enum Alert { case deleteConfirmed, dismissed }
/// }
/// …
/// case .deleteAsked:
///     state.alert = AlertState(
///         "Delete the meeting?",
///         message: "It cannot be undone.",
///         buttons: [.destructive("Delete", action: .deleteConfirmed), .cancel("Keep")]
///     )
/// …
/// .clear(\.alert, on: \.alert)
/// ```
/// `clear(_:on:)` removes it with the first answer. The view chooses how to show it: with `alert` or with `confirmationDialog` of
/// `TributarySwiftUI`.
public struct AlertState<Action> {
    /// The question.
    public var title: String

    /// Details for the user's decision.
    public var message: String?

    /// The answers, in order; without any, the system adds a button that dismisses the question.
    public var buttons: [Button]

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - title: The question.
    ///   - message: Details for the user's decision.
    ///   - buttons: The answers.
    public init(_ title: String, message: String? = nil, buttons: [Button] = []) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }

    /// An answer.
    public struct Button {
        /// The role of an answer, which determines its style and position.
        public enum Role: Hashable, Sendable {
            /// Leaves everything as it is.
            case cancel

            /// Destroys something.
            case destructive
        }

        /// The text on the button.
        public var label: String

        /// The role of the answer, if it is not an ordinary one.
        public var role: Role?

        /// The action to send; with `nil`, only the dismissal is sent.
        public var action: Action?

        /// An ordinary answer.
        public static func `default`(_ label: String, action: Action? = nil) -> Button {
            Button(label: label, role: nil, action: action)
        }

        /// An answer that leaves everything as it is.
        public static func cancel(_ label: String, action: Action? = nil) -> Button {
            Button(label: label, role: .cancel, action: action)
        }

        /// An answer that destroys something.
        public static func destructive(_ label: String, action: Action? = nil) -> Button {
            Button(label: label, role: .destructive, action: action)
        }
    }
}

extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState.Button: Sendable where Action: Sendable {}
extension AlertState.Button: Equatable where Action: Equatable {}
extension AlertState.Button: Hashable where Action: Hashable {}
