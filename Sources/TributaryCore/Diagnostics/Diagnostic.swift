// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the library reports: what went wrong, where, and what to do about it.
///
/// A diagnostic never changes what the program does. What was asked for and could not be done is left undone, and
/// everything else goes on. `DiagnosticCatalog` marks the exceptions, which stop the program.
public struct Diagnostic: Sendable {
    /// Names the kind of diagnostic, for searching and filtering.
    public let identifier: Identifier

    /// What happened, in a sentence or two.
    public let message: String

    /// What to do about it.
    public let remedy: String

    /// The action that was being processed, as text.
    public let action: String?

    /// The effect that was running, as text; known only in tests.
    public let effect: String?

    /// Where the program declares what the diagnostic is about.
    public let site: SourceSite?

    /// Makes a diagnostic.
    ///
    /// - Parameters:
    ///   - identifier: The kind of diagnostic.
    ///   - message: What happened.
    ///   - remedy: What to do about it.
    ///   - action: The action that was being processed, as text.
    ///   - effect: The effect that was running, as text.
    ///   - site: Where the program declares what the diagnostic is about.
    public init(
        _ identifier: Identifier,
        message: String,
        remedy: String,
        action: String? = nil,
        effect: String? = nil,
        site: SourceSite? = nil
    ) {
        self.identifier = identifier
        self.message = message
        self.remedy = remedy
        self.action = action
        self.effect = effect
        self.site = site
    }
}

extension Diagnostic {
    /// The stable name of a kind of diagnostic, such as `TRIBUTARY-001`.
    public struct Identifier: Hashable, Sendable, CustomStringConvertible {
        /// The number in the catalog.
        ///
        /// It is never given to another kind.
        public let number: Int

        /// The identifier with a number of the catalog.
        public init(number: Int) { self.number = number }

        /// The identifier as it is printed and searched for.
        public var description: String { "TRIBUTARY-" + digits }

        /// The file in the library's repository that has the page about this kind: what it says, why, how to mend it, and code
        /// that provokes it.
        public var page: String {
            "Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-\(digits).md"
        }

        private var digits: String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        }
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic as it is printed: identifier, place, what happened, the action, the effect, what to do,
    /// and its page.
    public var description: String {
        var text = "\(identifier): \(message)"
        if let site { text = "\(site): \(text)" }
        if let action { text += "\n  Action: \(action)" }
        if let effect { text += "\n  Effect: \(effect)" }
        return text + "\n  Remedy: \(remedy)\n  Page: \(identifier.page)"
    }
}

/// A place in the program's source.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public let fileID: String

    /// The line, counted from 1.
    public let line: UInt

    /// The place with this file and line; by default the place of the call.
    public init(fileID: String = #fileID, line: UInt = #line) {
        self.fileID = fileID
        self.line = line
    }

    /// The place as compilers print it.
    public var description: String { "\(fileID):\(line)" }
}

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
