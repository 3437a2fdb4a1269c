// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An object that belongs to the store in whose closure it is made, or else to no store yet.
protocol StoreBound {
    var isUnbound: Bool { get }
}
