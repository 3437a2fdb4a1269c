// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A delivery to the actor of a store: an action, or the end of a token.
///
/// Unchecked Sendable: it holds a closure of the store's actor, and at most an action that its sender gave away. It
/// is called only on the actor that owns the machine, and no code reads its contents on the way.
struct StoreDelivery: @unchecked Sendable {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func callAsFunction() { body() }
}
