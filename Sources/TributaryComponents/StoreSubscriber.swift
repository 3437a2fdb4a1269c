// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An object that a store tells of its state: `store.subscribe(self)`.
///
/// The store does not keep it alive, and forgets it when it is gone. The form follows ReSwift's; what a `Component`
/// does with props, it does with the state itself.
@MainActor
public protocol StoreSubscriber<Value>: AnyObject {
    /// What it is told.
    associatedtype Value

    /// Told at once when it subscribes, then after every turn that changed the value in a way that counts.
    ///
    /// - Parameter value: The value now.
    func newState(_ value: Value)
}
