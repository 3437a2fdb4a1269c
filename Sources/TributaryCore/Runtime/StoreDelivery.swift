// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something on its way to the actor of a store: an action, or the news that a token is gone.
///
/// Unchecked Sendable: it holds a closure of the store's actor, and at most an action that its sender gave away. It
/// is called on the actor that owns the machine, and nowhere else; on the way there nobody looks inside.
struct StoreDelivery: @unchecked Sendable {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func callAsFunction() { body() }
}
