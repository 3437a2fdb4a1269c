// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray: CustomStringConvertible {
    /// The elements as an array prints them.
    public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
    /// The type, and the elements as an array prints them for debugging.
    public var debugDescription: String { "\(Self.self)(\(elements.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
    /// The elements only; the other storage is no part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: storage, displayStyle: .collection) }
}
