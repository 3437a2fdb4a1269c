// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

/// Bindings to a store; views read its state directly, because it is observable.
///
/// This module is developed on Linux, where it is compiled only against a stand-in with SwiftUI's signatures
/// (`Scripts/compiler.py swiftui`).
extension Store {
    /// A binding that shows a value of the state, and sends an action when a control changes it.
    ///
    /// ```swift
    /// TextField("Search", text: store.binding(\.query, send: Search.Action.queryChanged))
    /// ```
    /// The control shows the value that the reducer made of the action.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - action: Makes the action for the control's new value.
    /// - Returns: The binding.
    public func binding<Value: Equatable>(
        _ value: KeyPath<State, Value>,
        send action: @escaping (Value) -> Action
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self[dynamicMember: value] },
            set: { @MainActor newValue in self.send(action(newValue)) }
        )
    }
}

extension Store where Action: Undoable {
    /// A binding that shows a value of the state, and sends an action that can be undone when a control changes it.
    ///
    /// ```swift
    /// Slider(value: store.binding(\.volume, undo: history, title: "Volume") { .volumeChanged(from: store.volume, to: $0) })
    /// ```
    /// Each change that the control reports is a step of its own.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - history: The history in which the action becomes a step.
    ///   - title: The title of the step.
    ///   - action: Makes the action for the control's new value.
    /// - Returns: The binding.
    public func binding<Value: Equatable>(
        _ value: KeyPath<State, Value>,
        undo history: UndoHistory,
        title: String? = nil,
        send action: @escaping (Value) -> Action
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self[dynamicMember: value] },
            set: { @MainActor newValue in self.send(action(newValue), undo: history, title: title) }
        )
    }
}

extension Store where Action: BindableAction<State> {
    /// A binding for a control of a form: it sends the change of a property.
    ///
    /// The key path is sent with the action. So if the main actor is the default isolation, declare the state as `nonisolated
    /// struct State`, because its key paths cannot be sent otherwise.
    ///
    /// - Parameter property: The property.
    /// - Returns: The binding.
    public func binding<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<State, Value> & Sendable
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self[dynamicMember: property] },
            set: { @MainActor newValue in self.send(.change(self.stateChange(property, to: newValue))) }
        )
    }

    /// A binding for a control of a form: it sends the change of a property, which can be undone.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - history: The history in which the change becomes a step.
    ///   - title: The title of the step.
    /// - Returns: The binding.
    public func binding<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<State, Value> & Sendable,
        undo history: UndoHistory,
        title: String? = nil
    ) -> Binding<Value> {
        Binding(
            get: { @MainActor in self[dynamicMember: property] },
            set: { @MainActor newValue in
                let change = self.stateChange(property, to: newValue)
                self.send(.change(change), undo: history, inverse: .change(change.inverted()), title: title)
            }
        )
    }

    /// A property of the state; setting it sends the change.
    ///
    /// Use it as `$store.name` with `@Bindable var store`.
    public subscript<Value: Equatable & Sendable>(
        dynamicMember property: any WritableKeyPath<State, Value> & Sendable
    ) -> Value {
        get { self[dynamicMember: property as KeyPath<State, Value>] }
        set { send(.change(stateChange(property, to: newValue))) }
    }

    private func stateChange<Value: Equatable & Sendable>(
        _ property: any WritableKeyPath<State, Value> & Sendable,
        to newValue: Value
    ) -> StateChange<State> {
        StateChange(property, from: withState { $0[keyPath: property] }, to: newValue)
    }
}
#endif
