// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A complaint of the library: what went wrong, where, and what to do about it.
///
/// A diagnostic never changes what the program does: what was asked for and could not be done is left undone,
/// and everything else goes on. The exceptions, which stop the program, say so in `DiagnosticCatalog`.
public struct Diagnostic: Sendable {
    /// Names the kind of complaint, for searching and for filtering.
    public let identifier: Identifier

    /// What happened, in a sentence or two.
    public let message: String

    /// What to do about it.
    public let remedy: String

    /// The action that was at work, as text.
    public let action: String?

    /// The effect that was at work, as text; only tests know it.
    public let effect: String?

    /// Where in the program the thing was declared that complains.
    public let site: SourceSite?

    /// Makes a complaint.
    ///
    /// - Parameters:
    ///   - identifier: The kind of complaint.
    ///   - message: What happened.
    ///   - remedy: What to do about it.
    ///   - action: The action that was at work, as text.
    ///   - effect: The effect that was at work, as text.
    ///   - site: Where the thing was declared that complains.
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
    /// The stable name of a kind of complaint, such as `TRIBUTARY-001`.
    public struct Identifier: Hashable, Sendable, CustomStringConvertible {
        /// The number in the catalog; it is never given to another kind.
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
    /// The complaint as it is printed: identifier, place, what happened, the action, the effect, what to do.
    public var description: String {
        var text = "\(identifier): \(message)"
        if let site { text = "\(site): \(text)" }
        if let action { text += "\n  Action: \(action)" }
        if let effect { text += "\n  Effect: \(effect)" }
        return text + "\n  Remedy: \(remedy)"
    }
}
