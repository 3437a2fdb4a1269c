// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a policy decides about an effect.
package enum EffectAdmission: Equatable {
    /// The effect begins after the commands are performed.
    case begins(EffectNumber, after: EffectCommands)
    /// The effect waits until the ledger opens it.
    ///
    /// The commands are performed first.
    case waits(EffectNumber, after: EffectCommands)
    /// The effect is dropped.
    case refused
}

extension EffectLedger {
    /// Asks a policy whether an effect may begin under an identifier.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - purpose: What the effect is counted for.
    ///   - policy: How many may run, and what happens to one more. A limit below 1 counts as 1.
    ///   - identifiers: All identifiers of the effect.
    ///   - lifetime: The piece of state that the effect lives with.
    /// - Returns: What to do. The effect is registered unless it is refused.
    package mutating func request(
        _ identifier: AnyHashable,
        for purpose: EffectPurpose = .policy,
        policy: EffectPolicy,
        identifiers: [AnyHashable],
        lifetime: EffectLifetime
    ) -> EffectAdmission {
        let key = EffectLimit.Key(
            purpose: purpose,
            identifier: identifier,
            lifetime: ObjectIdentifier(lifetime)
        )
        // The limit of the first effect counts until none is left. With another limit, a new effect could overtake
        // those that wait.
        let limit = limits[key] ?? EffectLimit(limit: max(policy.limit, 1))
        guard limit.isFull else {
            limits[key] = limit
            let number = begin(identifiers: identifiers, lifetime: lifetime)
            self.limit(number, key)
            limits[key]?.run(number)
            return .begins(number, after: EffectCommands())
        }
        if policy.overflow == .refuse { return .refused }
        let number = begin(identifiers: identifiers, lifetime: lifetime)
        self.limit(number, key)
        limits[key]?.wait(number)
        switch policy.overflow {
        case .cancelOldest:
            return .begins(number, after: makeRoom(for: number, key))
        case .queueLatest:
            return .waits(number, after: cancelAll(limit.candidates))
        case .queue, .refuse:
            return .waits(number, after: EffectCommands())
        }
    }

    /// Cancels the oldest running effects until the given one, which waits, has a place.
    ///
    /// Effects that waited before it get a place first, and may be the oldest then.
    private mutating func makeRoom(for number: EffectNumber, _ key: EffectLimit.Key) -> EffectCommands {
        var commands = EffectCommands()
        while let limit = limits[key], limit.isFull, !limit.running.contains(number) {
            guard let oldest = limit.running.first else { break }
            let next = cancel(oldest)
            commands.cancel += next.cancel
            commands.open += next.open
        }
        commands.open.removeAll { $0 == number || !contains($0) }
        return commands
    }

    /// Cancels effects one by one.
    ///
    /// Effects that are gone are skipped.
    private mutating func cancelAll(_ numbers: some Sequence<EffectNumber>) -> EffectCommands {
        var commands = EffectCommands()
        for number in numbers {
            let next = cancel(number)
            commands.cancel += next.cancel
            commands.open += next.open
        }
        commands.open.removeAll { !contains($0) }
        return commands
    }

    /// Removes the effects that wait and have a place now from the lists of those that wait, and returns them.
    mutating func release(_ keys: [EffectLimit.Key]) -> [EffectNumber] {
        var released: [EffectNumber] = []
        for key in keys {
            let slots = slots
            released += limits[key]?.release { slots[$0.slot].order == $0.order } ?? []
            if limits[key]?.isEmpty == true { limits[key] = nil }
        }
        return released
    }
}
