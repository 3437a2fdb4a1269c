// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a type as it appears in the source: with its module and the types around it.
///
/// Types of the standard library have their own name only. Private and local types come without their context, which
/// has no readable name.
@usableFromInline
package func typeName(_ type: Any.Type) -> String { readable(String(reflecting: type)) }

/// The name of a property as it appears in the source, after that of its type.
///
/// Not every platform keeps the names of computed properties. For those without a name, it is the type alone.
@usableFromInline
package func propertyName(_ keyPath: AnyKeyPath) -> String {
    let root = type(of: keyPath).rootType
    let names = String(describing: keyPath).dropFirst("\\\(root)".count)
    guard !names.isEmpty, names != ".self", !names.contains("<") else { return typeName(root) }
    return typeName(root) + names
}

private func readable(_ text: String) -> String {
    var name = ""
    var rest = text[...]
    while let character = rest.first {
        if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
            rest = rest[end...].dropFirst(").".count)
        } else if rest.hasPrefix("Swift."), name.last.map(isPartOfName) != true {
            rest = rest.dropFirst("Swift.".count)
        } else {
            name.append(character)
            rest = rest.dropFirst()
        }
    }
    return name
}

private func isPartOfName(_ character: Character) -> Bool {
    character == "." || character == "_" || character.isLetter || character.isNumber
}
