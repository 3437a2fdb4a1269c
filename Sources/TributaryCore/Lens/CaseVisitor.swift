// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Is shown which case a value is in, by one `switch`, with the payload of that case.
///
/// What composes reducers finds by it the child that an action is for, without asking one child after the other.
public protocol CaseVisitor<Output> {
    /// What comes of the visit.
    associatedtype Output

    /// The value is in a case with one payload.
    ///
    /// - Parameters:
    ///   - index: The index that the path to the case has.
    ///   - payload: The payload.
    /// - Returns: What comes of it.
    func visit<Payload>(_ index: Int, _ payload: Payload) -> Output

    /// The value is in a case whose path has no index.
    func visitOther() -> Output
}
