// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

extension Store where Action: CasePathable {
    /// A child that may be absent, for all APIs of SwiftUI that present an item.
    ///
    /// ```swift
    /// .sheet(item: store.item(state: \.editor, action: \.editor, dismiss: .editorClosed)) { editor in
    ///     EditorView(store: editor)
    /// }
    /// ```
    /// It works the same with `popover(item:)`, `fullScreenCover(item:)` and `navigationDestination(item:)`.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - dismissal: The action to send when the user dismisses the child; it should set the state to `nil`.
    /// - Returns: The binding to the child's store.
    public func item<ChildState, ChildAction>(
        state: KeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        dismiss dismissal: @autoclosure @escaping () -> Action
    ) -> Binding<Store<ChildState, ChildAction>?> {
        item({ self.scope(state: state, action: action) }, dismiss: dismissal)
    }

    /// A child whose state is one case of an enum, for all APIs of SwiftUI that present an item.
    ///
    /// - Parameters:
    ///   - path: The case: `\.path.detail` if the property `path` contains the enum.
    ///   - action: The case that holds the child's actions.
    ///   - dismissal: The action to send when the user dismisses the child; it should take the state out of the case.
    /// - Returns: The binding to the child's store.
    public func item<ChildState, ChildAction>(
        case path: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        dismiss dismissal: @autoclosure @escaping () -> Action
    ) -> Binding<Store<ChildState, ChildAction>?> {
        item({ self.scope(case: path, action: action) }, dismiss: dismissal)
    }

    private func item<Child>(
        _ child: @escaping @MainActor () -> Child?,
        dismiss dismissal: @escaping () -> Action
    ) -> Binding<Child?> {
        Binding(
            get: { @MainActor in child() },
            set: { @MainActor newChild in
                // SwiftUI also sets `nil` when the state has dismissed the child; there is nothing to send then.
                if newChild == nil, child() != nil { self.send(dismissal()) }
            }
        )
    }
}

extension Store {
    /// Whether a value is present, for alerts and confirmation dialogs.
    ///
    /// ```swift
    /// .alert(Text("Failed"), isPresented: store.isPresented(\.failure, dismiss: .failureSeen), presenting: store.failure)
    /// { failure in … } message: { failure in Text(failure.reason) }
    /// ```
    /// - Parameters:
    ///   - value: The value, or `nil`.
    ///   - dismissal: The action to send when the user dismisses it; it should set the value to `nil`.
    /// - Returns: The binding.
    public func isPresented<Value>(
        _ value: KeyPath<State, Value?>,
        dismiss dismissal: @autoclosure @escaping () -> Action
    ) -> Binding<Bool> {
        let isThere: KeyPath<State, Bool> = value.appending(path: \.isPresent)
        return Binding(
            get: { @MainActor in self[dynamicMember: isThere] },
            set: { @MainActor isPresented in
                if !isPresented, self.withState({ $0[keyPath: isThere] }) { self.send(dismissal()) }
            }
        )
    }
}

extension Optional {
    fileprivate var isPresent: Bool { if case .some = self { true } else { false } }
}
#endif
