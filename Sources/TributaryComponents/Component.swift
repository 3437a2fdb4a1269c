// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An object on the main actor that shows props: a view, a printer, a window's title.
///
/// ```swift
/// final class Header: Component {
///     func render(_ props: String) { label.text = props }
/// }
/// let connection = header.connect(to: store, state: \.user) { user in "Hello, \(user.name)" }
/// ```
/// It knows no store. What it shows comes as props; what it sends comes in them as closures, or its owner sends it.
/// So a test only needs to render props. The idea of components and props is React's; their form here follows
/// inDriver's UDF.
@MainActor
public protocol Component<Props>: AnyObject {
    /// What the component shows.
    ///
    /// Props are compared, so that equal ones are never rendered twice in a row, over all connections of the
    /// component.
    associatedtype Props: Equatable

    /// Shows props: called at once when the component is connected, then whenever they have changed.
    func render(_ props: Props)
}
