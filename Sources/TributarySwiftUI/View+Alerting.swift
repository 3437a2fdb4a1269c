// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Shows a question of the state as an alert.
    ///
    /// ```swift
    /// .alert(store, \.alert, action: \.alert, dismiss: .dismissed)
    /// ```
    /// A button sends its action, in the case, and `clear(_:on:)` in the reducer removes the question. A button without
    /// an action, and whatever else closes the alert, sends the dismissal.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - question: The question, or `nil`.
    ///   - action: The case of the answers.
    ///   - dismissal: The answer to send when the alert was closed without one.
    /// - Returns: The view, with the alert over it.
    @MainActor
    public func alert<State, Action: CasePathable, Answer>(
        _ store: Store<State, Action>,
        _ question: KeyPath<State, AlertState<Answer>?>,
        action: CaseKeyPath<Action, Answer>,
        dismiss dismissal: @autoclosure @escaping () -> Answer
    ) -> some View {
        let shown = store.question(question, action: action, dismiss: dismissal)
        return alert(shown.title, isPresented: shown.isPresented, presenting: shown.question) {
            AnswerButtons(question: $0, send: shown.send)
        } message: {
            if let message = $0.message { Text(verbatim: message) }
        }
    }

    /// Shows a question of the state as a confirmation dialog, which is closed when the question is removed.
    ///
    /// ```swift
    /// .confirmationDialog(store, \.question, action: \.question, dismiss: .dismissed, titleVisibility: .visible)
    /// ```
    /// See `alert(_:_:action:dismiss:)`.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - question: The question, or `nil`.
    ///   - action: The case of the answers.
    ///   - dismissal: The answer to send when the dialog was closed without one.
    ///   - titleVisibility: Whether the title is shown.
    /// - Returns: The view, with the dialog over it.
    @MainActor
    public func confirmationDialog<State, Action: CasePathable, Answer>(
        _ store: Store<State, Action>,
        _ question: KeyPath<State, AlertState<Answer>?>,
        action: CaseKeyPath<Action, Answer>,
        dismiss dismissal: @autoclosure @escaping () -> Answer,
        titleVisibility: Visibility = .automatic
    ) -> some View {
        let shown = store.question(question, action: action, dismiss: dismissal)
        return confirmationDialog(
            shown.title,
            isPresented: shown.isPresented,
            titleVisibility: titleVisibility,
            presenting: shown.question
        ) {
            AnswerButtons(question: $0, send: shown.send)
        } message: {
            if let message = $0.message { Text(verbatim: message) }
        }
    }
}

/// A question in the form that SwiftUI requires.
@MainActor
private struct ShownQuestion<Answer> {
    let question: AlertState<Answer>?
    let isPresented: Binding<Bool>
    let send: @MainActor (Answer) -> Void

    var title: Text { Text(verbatim: question?.title ?? "") }
}

extension Store where Action: CasePathable {
    fileprivate func question<Answer>(
        _ question: KeyPath<State, AlertState<Answer>?>,
        action: CaseKeyPath<Action, Answer>,
        dismiss dismissal: @escaping () -> Answer
    ) -> ShownQuestion<Answer> {
        let path = CasePath(action)
        return ShownQuestion(
            question: self[dynamicMember: question],
            isPresented: isPresented(question, dismiss: path.embed(dismissal())),
            send: { self.send(path.embed($0)) }
        )
    }
}

/// The buttons of a question.
private struct AnswerButtons<Answer>: View {
    let question: AlertState<Answer>
    let send: @MainActor (Answer) -> Void

    var body: some View {
        ForEach(Array(question.buttons.indices), id: \.self) { index in
            let button = question.buttons[index]
            Button(role: button.role.map { $0 == .cancel ? .cancel : .destructive }) {
                // SwiftUI closes the dialog after any button, and reports that as the dismissal.
                if let action = button.action { send(action) }
            } label: {
                Text(verbatim: button.label)
            }
        }
    }
}
#endif
