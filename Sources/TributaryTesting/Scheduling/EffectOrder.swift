// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The order in which effects continue if several could.
public struct EffectOrder: Sendable {
    /// Chooses one of several by its position; `nil` always chooses the first.
    let makeChooser: (@Sendable () -> EffectChooser)?

    /// The effect that was ready first continues first; this is the default.
    public static let firstReady = EffectOrder(makeChooser: nil)

    /// The effect that began last continues first.
    public static let newestFirst = EffectOrder.choosing { ready in
        ready.indices.max { ready[$0].number < ready[$1].number } ?? 0
    }

    /// A random order, which is the same for the same seed.
    public static func random(seed: UInt64) -> EffectOrder {
        EffectOrder {
            let generator = Mutex(SeededGenerator(seed: seed))
            return { ready in generator.withLock { Int.random(in: ready.indices, using: &$0) } }
        }
    }

    /// An order that the test decides.
    ///
    /// - Parameter choose: Gets the effects that could continue, at least two, in the order in which they became
    ///   ready. Returns the position of the one that does.
    /// - Returns: The order.
    public static func choosing(
        _ choose: @escaping @Sendable (_ ready: [ReadyEffect]) -> Int
    ) -> EffectOrder {
        EffectOrder { choose }
    }
}

/// Chooses one of several effects by its position.
typealias EffectChooser = @Sendable ([ReadyEffect]) -> Int
