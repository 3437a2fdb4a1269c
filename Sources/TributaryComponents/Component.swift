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
/// A component has no reference to a store. It receives its content as props, and sends actions by closures in the props, or
/// through its owner. So a test only needs to render props. The idea of components and props is React's; their form here follows
/// inDriver's UDF.
@MainActor
public protocol Component<Props>: AnyObject {
    /// The content that the component shows.
    ///
    /// Props are compared, so that equal ones are never rendered twice in a row, over all connections of the
    /// component.
    associatedtype Props: Equatable

    /// Shows props: called at once when the component is connected, then whenever they have changed.
    func render(_ props: Props)
}
