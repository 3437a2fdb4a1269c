// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension CompositeOperation.Kind {
    /// The effects of a merge; `nil` for another kind.
    var merged: [Effect<Action>]? { if case .merge(let effects) = self { effects } else { nil } }

    /// The effects of a sequence; `nil` for another kind.
    var concatenated: [Effect<Action>]? { if case .concatenate(let effects) = self { effects } else { nil } }

    /// The effects that it is made of.
    fileprivate var parts: [Effect<Action>] {
        switch self {
        case .merge(let effects), .concatenate(let effects): effects
        case .cancel: []
        case .cancellable(let effect, _, _), .limited(let effect, _, _), .delayed(let effect, _),
            .throttled(let effect, _, _, _), .timed(let effect, _, _), .retried(let effect, _):
            [effect]
        }
    }
}

extension CompositeOperation {
    /// Removes and returns the parts that have parts themselves, if nothing else refers to them.
    ///
    /// The other parts are released.
    func takeComposites() -> [CompositeOperation] {
        let parts = kind.parts
        kind = .merge([])
        return parts.compactMap { $0.operation?.composite }
    }
}

extension Effect {
    /// Replaces each effect that has parts of some kind by its parts, in order, down to the last level.
    ///
    /// An effect that was built in steps, `effect = effect.merge(with: other)`, is nested as deep as it has parts. So
    /// it is not performed recursively.
    ///
    /// - Parameters:
    ///   - effects: The effects.
    ///   - parts: The parts of an effect of that kind.
    /// - Returns: The effects of other kinds.
    static func flattened(
        _ effects: [Effect],
        _ parts: (CompositeOperation<Action>.Kind) -> [Effect]?
    ) -> [Effect] {
        func nested(_ effect: Effect) -> [Effect]? { effect.operation?.composite.flatMap { parts($0.kind) } }
        guard effects.contains(where: { nested($0) != nil }) else { return effects }
        var flat: [Effect] = []
        var remaining = [effects[...]]
        while var next = remaining.popLast() {
            guard let effect = next.popFirst() else { continue }
            remaining.append(next)
            if let inner = nested(effect) { remaining.append(inner[...]) } else { flat.append(effect) }
        }
        return flat
    }
}
