// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An actor that performs props: a sound player, a file that is kept up to date.
///
/// ```swift
/// actor Speaker: ServiceComponent {
///     func render(_ props: Track?) async { await device.play(props) }
/// }
/// let connection = speaker.connect(to: store, state: \.playing)
/// ```
/// Props reach it one after the other, in the order of the turns that made them. Props wait until it is done with
/// those before, including those of another connection. If only the newest props count, pass that policy when it is
/// connected.
public protocol ServiceComponent<Props>: Actor {
    /// The content that the component performs.
    ///
    /// Props are compared, so that equal ones are never performed twice in a row, over all connections of the
    /// component.
    associatedtype Props: Equatable & Sendable

    /// Performs props: called at once when the component is connected, then whenever they have changed.
    func render(_ props: Props) async
}
