// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something on an actor of its own that performs props: a sound player, a file that is kept up to date.
///
/// ```swift
/// actor Speaker: ServiceComponent {
///     func render(_ props: Track?) async { await device.play(props) }
/// }
/// let connection = speaker.connect(to: store, state: \.playing)
/// ```
/// Props reach it one after the other, in the order of the turns that made them; the next ones wait until it is done
/// with those before, also those of another connection. Where only the newest counts, as for something that shows rather than performs, say so when
/// it is connected.
public protocol ServiceComponent<Props>: Actor {
    /// What there is to perform; compared, so that the same is never performed twice in a row, by whichever of the
    /// component's connections it comes.
    associatedtype Props: Equatable & Sendable

    /// Performs props: at once when it is connected, then whenever they have changed.
    func render(_ props: Props) async
}
