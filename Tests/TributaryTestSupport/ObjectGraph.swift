// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The objects that an object retains, counted by type, and the values in each of their properties.
///
/// It sees stored properties, including private ones, but neither captures of closures nor the targets of
/// pointers.
package struct ObjectGraph: Sendable {
    /// How many objects of each type there are, and how many values of each type in each property of such objects.
    ///
    /// By property, so that tables which are cleaned at different times are not added up.
    package private(set) var counts: [String: Int] = [:]
    private var visited: Set<ObjectIdentifier> = []

    package init(of root: AnyObject) { visit(root, in: "") }

    /// The minimum of counts at several times, without objects that are about to be released or cleaned up.
    package static func minimum(_ graphs: [ObjectGraph]) -> ObjectGraph? {
        guard var least = graphs.first else { return nil }
        for graph in graphs.dropFirst() {
            least.counts = least.counts.reduce(into: [:]) {
                $0[$1.key] = min($1.value, graph.counts[$1.key] ?? 0)
            }
        }
        return least
    }

    private mutating func visit(_ value: Any, in property: String) {
        let kind = type(of: value)
        var place = property
        if kind is AnyClass {
            guard visited.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
            place = "\(kind)"
            counts[place, default: 0] += 1
        } else {
            counts["\(property): \(kind)", default: 0] += 1
        }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            for child in current.children { visit(child.value, in: "\(place).\(child.label ?? "_")") }
            mirror = current.superclassMirror
        }
    }

    /// The growth in the other graph, with the numbers.
    ///
    /// - Parameters:
    ///   - other: The other graph.
    ///   - tolerance: How much more there may be of each.
    /// - Returns: The types that have grown, with the numbers here and there.
    package func growth(to other: ObjectGraph, beyond tolerance: Int = 0) -> [String] {
        other.counts.filter { $0.value > counts[$0.key, default: 0] + tolerance }
            .map { "\($0.key): \(counts[$0.key, default: 0]) → \($0.value)" }
            .sorted()
    }
}
