// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The part of the parent's actions that a child takes, and how what the child sends becomes the parent's.
@usableFromInline
struct ActionScope<Action, ChildAction> {
    @usableFromInline let extract: (Action) -> ChildAction?
    @usableFromInline let embed: (ChildAction) -> Action?

    @inlinable
    init(extract: @escaping (Action) -> ChildAction?, embed: @escaping (ChildAction) -> Action?) {
        self.extract = extract
        self.embed = embed
    }

    @inlinable
    init(_ casePath: CasePath<Action, ChildAction>) {
        let embed = casePath.embedValue
        self.init(extract: casePath.extractValue, embed: { embed($0) })
    }
}

extension ActionScope where Action == ChildAction {
    /// All of the parent's actions.
    @inlinable
    static var all: ActionScope { ActionScope(extract: { $0 }, embed: { $0 }) }
}
