// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a policy says about an effect.
package enum EffectAdmission: Equatable {
    /// It begins, after something was done for it.
    case begins(EffectNumber, after: EffectCommands)
    /// It waits until it is opened, after something was done for it.
    case waits(EffectNumber, after: EffectCommands)
    /// It is dropped.
    case refused
}

extension EffectLedger {
    /// Asks for room for an effect under an identifier.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - purpose: What counts the effect.
    ///   - policy: How many may run, and what happens to one more. A limit below 1 is taken for 1.
    ///   - identifiers: All identifiers of the effect.
    ///   - lifetime: The piece of state it lives with.
    /// - Returns: What is to be done. The effect is written down unless it is refused.
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
        // The first one's limit counts until none is left: with another, a new one could overtake those that wait.
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

    /// Cancels the oldest effects that run until one that waits has room.
    ///
    /// Those that waited before it have room before it does, and may be the oldest then.
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

    /// Cancels effects one by one, as far as they are there.
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

    /// Takes out those that wait and have room now.
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
