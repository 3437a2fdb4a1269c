// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An action for one element of a collection, which its identifier names.
///
/// `forEach` extracts the elements' actions from a case that holds this, and embeds the actions of their effects.
public enum IdentifiedAction<ID: Hashable & SendableMetatype, Action> {
    /// An action for the element with this identifier.
    case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

extension IdentifiedAction: CasePathable {
    /// The paths of the cases, by name.
    public struct AllCasePaths: Sendable {
        /// The identifier and the action of `element`.
        public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
            CasePath(
                named: "element",
                embed: { .element(id: $0.id, action: $0.action) },
                extract: {
                    switch $0 {
                    case .element(let id, let action): (id, action)
                    }
                }
            )
        }

        /// The action of the element with one identifier: `\.[id: id]`.
        public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> where ID: Sendable {
            CasePath(
                named: "[id: \(id)]",
                embed: { .element(id: id, action: $0) },
                extract: {
                    switch $0 {
                    case .element(id, let action): action
                    default: nil
                    }
                }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
