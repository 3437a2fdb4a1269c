// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a policy says about an effect.
package enum EffectAdmission: Equatable {
    /// It begins, and others are cancelled.
    case begins(EffectNumber, cancelling: [EffectNumber])
    /// It waits until it is released, and others are dropped.
    case waits(EffectNumber, dropping: [EffectNumber])
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
            return .begins(number, cancelling: [])
        }
        if policy.overflow == .refuse { return .refused }
        let number = begin(identifiers: identifiers, lifetime: lifetime)
        self.limit(number, key)
        limits[key]?.wait(number)
        switch policy.overflow {
        case .cancelOldest:
            return .begins(number, cancelling: makeRoom(for: number, key))
        case .queueLatest:
            let dropped = limit.candidates.filter(contains).flatMap { cancel($0).cancelled }
            return .waits(number, dropping: dropped)
        case .queue, .refuse:
            return .waits(number, dropping: [])
        }
    }

    /// Cancels the oldest effects that run until one that waits has room.
    private mutating func makeRoom(for number: EffectNumber, _ key: EffectLimit.Key) -> [EffectNumber] {
        var cancelled: [EffectNumber] = []
        while let limit = limits[key], limit.isFull, !limit.running.contains(number) {
            guard let oldest = limit.running.first else { break }
            cancelled += cancel(oldest).cancelled
        }
        return cancelled
    }

    /// Lets those that wait begin where there is room now.
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
