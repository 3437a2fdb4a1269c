// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The case of a parent's actions in which a child's are, and how an action finds the child.
@usableFromInline
struct ActionCase<Action, Payload> {
    @usableFromInline let extract: (Action) -> Payload?
    @usableFromInline let embed: (Payload) -> Action?

    /// How an action finds the child; `nil` where the child has to be asked.
    @usableFromInline let visit: CaseVisit<Action>?

    /// A case that only two functions know.
    @inlinable
    init(extract: @escaping (Action) -> Payload?, embed: @escaping (Payload) -> Action?) {
        self.extract = extract
        self.embed = embed
        visit = nil
    }

    /// A case whose enum is not known to visit it.
    @inlinable
    init(_ path: CasePath<Action, Payload>) { self.init(extract: path.extractValue, embed: path.embedValue) }

    /// A case by its name.
    @inlinable
    init(_ keyPath: CaseKeyPath<Action, Payload>) where Action: CasePathable {
        let path = CasePath(keyPath)
        extract = path.extractValue
        let embed = path.embedValue
        self.embed = { embed($0) }
        visit = path.index.map { CaseVisit(index: $0) }
    }

    /// A child, as a step of its parent.
    @inlinable
    func part(_ child: CaseChild<Action, Payload>) -> ReducerPart<Action> {
        if let visit { return .visited(child, visit) }
        return .asked { [extract] next in
            PlacedReducer { place, action in
                guard let payload = extract(action) else { return next.call(place, action) }
                let effect = child.run(place, payload)
                if effect.isNone { return next.call(place, action) }
                return effect.merged(with: next.call(place, action))
            }
        }
    }
}
