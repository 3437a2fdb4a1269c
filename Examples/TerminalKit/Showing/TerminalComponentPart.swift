// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A part of a component's props, connected separately.
@MainActor
package final class TerminalComponentPart<Whole: Equatable, Part: Equatable>: Component {
    private weak var whole: TerminalComponent<Whole>?
    private let path: WritableKeyPath<Whole, Part>

    init(of whole: TerminalComponent<Whole>, _ path: WritableKeyPath<Whole, Part>) {
        self.whole = whole
        self.path = path
    }

    /// Shows the component with this part.
    package func render(_ part: Part) {
        guard let whole, var props = whole.props else { return }
        props[keyPath: path] = part
        whole.render(props)
    }
}
