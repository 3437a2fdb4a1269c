// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something on the main actor that shows props: a view, a printer, a window's title.
///
/// ```swift
/// final class Header: Component {
///     func render(_ props: String) { label.text = props }
/// }
/// let connection = header.connect(to: store, state: \.user) { user in "Hello, \(user.name)" }
/// ```
/// It knows no store: what it is to show reaches it as props, and what it is to do comes in them as closures or is
/// sent by its owner. So it is tested by rendering props. The idea of components and props is React's; their
/// form here follows inDriver's UDF.
@MainActor
public protocol Component<Props>: AnyObject {
    /// What there is to show; compared, so that the same is never shown twice in a row, by whichever of the
    /// component's connections it comes.
    associatedtype Props: Equatable

    /// Shows props: at once when it is connected, then whenever they have changed.
    func render(_ props: Props)
}
