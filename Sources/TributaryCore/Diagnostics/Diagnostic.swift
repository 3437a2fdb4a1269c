// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A report of a mistake or a failure: the cause, the place, and the remedy.
///
/// The library skips the operation that failed and continues. A few diagnostics stop the program instead; `DiagnosticCatalog` marks
/// them.
public struct Diagnostic: Sendable {
    /// Names the kind of diagnostic, for searching and filtering.
    public let identifier: Identifier

    /// A description of the problem in a sentence or two.
    public let message: String

    /// Instructions to fix the problem.
    public let remedy: String

    /// The action that was being processed, as text.
    public let action: String?

    /// The effect that was running, as text; known only in tests.
    public let effect: String?

    /// The line of the declaration that the diagnostic concerns.
    public let site: SourceSite?

    /// Makes a diagnostic.
    ///
    /// - Parameters:
    ///   - identifier: The kind of diagnostic.
    ///   - message: A description of the problem.
    ///   - remedy: Instructions to fix the problem.
    ///   - action: The action that was being processed, as text.
    ///   - effect: The effect that was running, as text.
    ///   - site: The line of the declaration that the diagnostic concerns.
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
        /// The identifier as it is printed and searched for.
        ///
        /// Its number in the catalog is never given to another kind.
        public let description: String

        /// The identifier with a text: `Diagnostic.Identifier("TRIBUTARY-001")`.
        ///
        /// - Parameter description: The text, as it is printed.
        public init(_ description: String) { self.description = description }

        /// The path in the library's repository of the page about this kind: its message, its cause, its remedy, and code
        /// that provokes it.
        public var page: String {
            "Sources/TributaryCore/TributaryCore.docc/Diagnostics/\(description.lowercased()).md"
        }
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The printed text: identifier, place, message, action, effect, remedy, and the diagnostic's page.
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
@inline(never) package func typeName(_ type: Any.Type) -> String { readable(String(reflecting: type)) }

/// The name of a property as it appears in the source, after that of its type.
///
/// Not every platform keeps the names of computed properties. For those without a name, it is the type alone.
@usableFromInline func propertyName(_ keyPath: AnyKeyPath) -> String {
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

/// Where diagnostics go: to the console, into a test's failures, into a log.
///
/// A store reports to `Dependencies.diagnosticReporter`. Values that belong to no store, such as an `IdentifiedArray`
/// with a duplicate, report to `DiagnosticReporter.current`.
public struct DiagnosticReporter: Sendable {
    /// Receives a diagnostic; if it is `nil`, diagnostics go to standard error.
    private let body: (@Sendable (Diagnostic) -> Void)?

    /// The reporter of the current task: `console`, unless `$current.withValue` sets another.
    @TaskLocal public static var current = DiagnosticReporter.console

    /// Writes every diagnostic to standard error, immediately and in one piece.
    public static let console = DiagnosticReporter(body: nil)

    /// Drops every diagnostic.
    public static let silent = DiagnosticReporter { _ in }

    private init(body: (@Sendable (Diagnostic) -> Void)?) { self.body = body }

    /// A reporter that passes every diagnostic to a closure, on the thread where it arises.
    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) { self.init(body: report) }

    /// Reports a diagnostic.
    @inline(never) public func report(_ diagnostic: Diagnostic) {
        if let body { body(diagnostic) } else { printToStandardError("\(diagnostic)\n") }
    }

    /// Reports a diagnostic, then stops the program with it.
    func stop(_ diagnostic: Diagnostic) -> Never {
        body?(diagnostic)
        // Written to standard error, and into the crash log on systems that keep one.
        fatalError(diagnostic.description)
    }
}

extension String {
    /// The text without characters that a terminal or a log interprets: control characters, and changes of the writing direction.
    package var harmless: String {
        unicodeScalars.reduce(into: "") {
            $0 += $1.isObeyed ? "\\u{\(String($1.value, radix: 16, uppercase: true))}" : String($1)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
