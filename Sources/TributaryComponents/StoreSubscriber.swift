// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An object that receives the state of a store: `store.subscribe(self)`.
///
/// The store does not keep it alive, and forgets it when it is released. The form follows ReSwift's. It receives the
/// state itself, where a `Component` receives props.
@MainActor
public protocol StoreSubscriber<Value>: AnyObject {
    /// The value that it receives.
    associatedtype Value

    /// Called at once when it subscribes, then after every turn that changed the value, unless the subscription skips
    /// that.
    ///
    /// - Parameter value: The current value.
    func newState(_ value: Value)
}
