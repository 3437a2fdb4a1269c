// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The number of a component's lines in the window.
package enum TerminalHeight: Equatable, Sendable {
    /// A fixed number of lines.
    case rows(Int)
    /// The number of lines that it draws in the whole window.
    case fitting
    /// The rest of the window, shared equally by all components with this height; at least one.
    case rest
}
