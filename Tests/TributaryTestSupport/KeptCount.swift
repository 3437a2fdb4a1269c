// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Counts the objects that an object retains, and the members of their collections, also those for an object
/// that is gone.
///
/// It sees through private properties, and through neither closures, locks nor pointers. So the states of stores are not
/// counted, and their lists of observers, companions and effects are.
package func keptCount(in root: AnyObject) -> Int {
    var seen: Set<ObjectIdentifier> = []
    var waiting: [Mirror] = []
    var count = 0
    func visit(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class:
            guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
            count += 1
        case .collection, .dictionary, .set: count += mirror.children.count
        default: break
        }
        waiting.append(mirror)
    }
    visit(root)
    while let mirror = waiting.popLast() {
        for child in mirror.children { visit(child.value) }
        if let parent = mirror.superclassMirror { waiting.append(parent) }
    }
    return count
}
