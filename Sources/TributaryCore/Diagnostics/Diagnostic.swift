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
        public var description: String {
            let digits = String(number)
            return "TRIBUTARY-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        }
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic as it is printed: identifier, place, what happened, the action, the effect, what to do.
    public var description: String {
        var text = "\(identifier): \(message)"
        if let site { text = "\(site): \(text)" }
        if let action { text += "\n  Action: \(action)" }
        if let effect { text += "\n  Effect: \(effect)" }
        return text + "\n  Remedy: \(remedy)"
    }
}
