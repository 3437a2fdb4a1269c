// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A component that shows props as lines of a terminal.
///
/// ```swift
/// let header = TerminalComponent<String>(height: .rows(1)) { title, size in [StyledLine(title, .bar)] }
/// let connection = header.connect(to: store, state: \.user) { user in "Hello, \(user.name)" }
/// let program = TerminalProgram([header, list], terminal: terminal)
/// ```
/// It draws only if its props or its size have changed. Until it has props, it is empty.
@MainActor
package final class TerminalComponent<Props: Equatable>: Component, TerminalRegion {
    package let height: TerminalHeight
    package var onChange: (@MainActor () -> Void)?
    package var onClick: (@MainActor (_ column: Int, _ row: Int) -> KeyAnswer)?

    /// The props; `nil` until it has any.
    package private(set) var props: Props?

    private let draw: @MainActor (Props, WindowSize) -> [StyledLine]
    private var drawn: (size: WindowSize, lines: [StyledLine])?
    private var parts: [AnyObject] = []

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - height: The number of its lines in the window.
    ///   - props: The props before it is connected; required if its parts are connected separately.
    ///   - draw: Makes lines from props. It should depend on nothing else, because it is not called again for
    ///     the same props.
    package init(
        height: TerminalHeight = .rest,
        props: Props? = nil,
        draw: @escaping @MainActor (Props, WindowSize) -> [StyledLine]
    ) {
        self.height = height
        self.props = props
        self.draw = draw
    }

    /// Shows props.
    package func render(_ props: Props) {
        guard props != self.props else { return }
        self.props = props
        drawn = nil
        onChange?()
    }

    package func lines(in size: WindowSize) -> [StyledLine] {
        if let drawn, drawn.size == size { return drawn.lines }
        let lines = props.map { draw($0, size) } ?? []
        drawn = (size, lines)
        return lines
    }

    /// A part of the props as a component, for props that come from several stores.
    ///
    /// ```swift
    /// let tokens = [
    ///     header.part(\.title).connect(to: news, state: \.title),
    ///     header.part(\.user).connect(to: account, state: \.user.name),
    /// ]
    /// ```
    /// The component must have been made with props; the other parts then stay as they are.
    ///
    /// - Parameter path: The part.
    /// - Returns: The part as a component; it lives as long as this one.
    package func part<Part: Equatable>(_ path: WritableKeyPath<Props, Part>) -> TerminalComponentPart<
        Props, Part
    > {
        precondition(
            props != nil,
            "A component with parts needs props to begin with: TerminalComponent(props:draw:)."
        )
        let part = TerminalComponentPart(of: self, path)
        parts.append(part)
        return part
    }
}
