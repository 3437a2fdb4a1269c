// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What belongs to the store in whose closure it is made, or else to none yet.
protocol StoreBound {
    var isUnbound: Bool { get }
}
