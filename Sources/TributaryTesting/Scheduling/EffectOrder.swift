// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// In which order effects go on when several could.
public struct EffectOrder: Sendable {
    /// Chooses one of several by its position; `nil` stands for always the first.
    let makeChooser: (@Sendable () -> EffectChooser)?

    /// The effect that was ready first goes on first: what tests use unless they say otherwise.
    public static let firstReady = EffectOrder(makeChooser: nil)

    /// The effect that began last goes on first.
    public static let newestFirst = EffectOrder.choosing { ready in
        ready.indices.max { ready[$0].number < ready[$1].number } ?? 0
    }

    /// An order that looks random, and is the same for the same seed.
    public static func random(seed: UInt64) -> EffectOrder {
        EffectOrder {
            let generator = Mutex(SeededGenerator(seed: seed))
            return { ready in generator.withLock { Int.random(in: ready.indices, using: &$0) } }
        }
    }

    /// An order that a test decides.
    ///
    /// - Parameter choose: Gets the effects that could go on, at least two, in the order in which they became
    ///   ready; returns the position of the one that does.
    /// - Returns: The order.
    public static func choosing(
        _ choose: @escaping @Sendable (_ ready: [ReadyEffect]) -> Int
    ) -> EffectOrder {
        EffectOrder { choose }
    }
}

/// Chooses one of several effects by its position.
typealias EffectChooser = @Sendable ([ReadyEffect]) -> Int
