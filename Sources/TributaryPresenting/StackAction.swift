// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// An action on a `Stack`: an action for one of its pages, a push, or a pop.
///
/// ```swift
/// @CasePathable enum Action { case path(StackActionOf<Page>) }
/// …
/// case .path(.element(id: let id, action: .detail(.output(.deleted(let meeting))))): …
/// ```
/// `forEach` runs the page, and pushes and pops. A view sends the last two; a reducer changes the stack itself.
public enum StackAction<State, Action> {
    /// An action for the page with this identifier.
    case element(id: StackElementID, action: Action)

    /// The page with this identifier is to go, and all above it: the user went back.
    case pop(from: StackElementID)

    /// A page is to be pushed.
    ///
    /// Boxed, so that an action is no larger than those of the pages.
    indirect case push(State)
}

/// The actions for a stack whose pages run a reducer: `case path(StackActionOf<Page>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}

extension StackAction: CasePathable {
    /// The paths of the cases, by name.
    public struct AllCasePaths: Sendable {
        /// The identifier and the action of `element`.
        public var element: CasePath<StackAction, (id: StackElementID, action: Action)> {
            CasePath(
                named: "element",
                embed: { .element(id: $0.id, action: $0.action) },
                extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
            )
        }

        /// The action of the page with one identifier: `\.[id: 0]`.
        public subscript(id id: StackElementID) -> CasePath<StackAction, Action> {
            CasePath(
                named: "[id: \(id)]",
                embed: { .element(id: id, action: $0) },
                extract: { if case .element(id, let action) = $0 { action } else { nil } }
            )
        }

        /// The identifier of `pop`.
        public var pop: CasePath<StackAction, StackElementID> {
            CasePath(
                named: "pop",
                embed: { .pop(from: $0) },
                extract: { if case .pop(let id) = $0 { id } else { nil } }
            )
        }

        /// The state of `push`.
        public var push: CasePath<StackAction, State> {
            CasePath(
                named: "push",
                embed: { .push($0) },
                extract: { if case .push(let state) = $0 { state } else { nil } }
            )
        }

        /// The actions for pages, as those of rows.
        var rows: CasePath<StackAction, IdentifiedAction<StackElementID, Action>> {
            CasePath(
                embed: {
                    switch $0 {
                    case .element(let id, let action): .element(id: id, action: action)
                    }
                },
                extract: {
                    guard case .element(let id, let action) = $0 else { return nil }
                    return .element(id: id, action: action)
                }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
