// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
/// A publisher on its way to another thread.
///
/// Unchecked Sendable: subjects have a lock of their own, and the operators used here keep nothing that changes.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}
#endif
