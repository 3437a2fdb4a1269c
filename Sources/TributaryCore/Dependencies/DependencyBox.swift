// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value of a container.
///
/// It is an object, because objects are cheaper to copy and to cast than values of unknown types.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
}

/// A value with its type erased.
protocol AnyDependencyBox {
    var anyValue: any Sendable { get }
}

extension DependencyBox: AnyDependencyBox {
    var anyValue: any Sendable { value }
}
