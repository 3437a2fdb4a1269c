// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What hangs on an object, counted by type: its lists with their elements, and the objects that it keeps.
///
/// It sees what is stored, in private properties, too, but neither what closures hold nor what pointers point to.
package struct ObjectGraph: Sendable {
    /// How many values of each type there are.
    package private(set) var counts: [String: Int] = [:]
    private var visited: Set<ObjectIdentifier> = []

    /// Nothing.
    package init() {}

    package init(of root: AnyObject) { visit(root) }

    /// Takes the larger number of each type.
    package mutating func formMaximum(with other: ObjectGraph) {
        counts.merge(other.counts, uniquingKeysWith: max)
    }

    private mutating func visit(_ value: Any) {
        let kind = type(of: value)
        if kind is AnyClass {
            guard visited.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
        }
        counts["\(kind)", default: 0] += 1
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            for child in current.children { visit(child.value) }
            mirror = current.superclassMirror
        }
    }

    /// The types of which there is more in the other graph, with the numbers.
    ///
    /// - Parameters:
    ///   - other: The other graph.
    ///   - tolerance: How much more there may be of each.
    /// - Returns: The types, with the numbers here and there.
    package func growth(to other: ObjectGraph, beyond tolerance: Int = 0) -> [String] {
        other.counts.filter { $0.value > counts[$0.key, default: 0] + tolerance }
            .map { "\($0.key): \(counts[$0.key, default: 0]) → \($0.value)" }
            .sorted()
    }
}
