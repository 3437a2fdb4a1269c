// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How many lines of the window a component gets.
package enum TerminalHeight: Equatable, Sendable {
    /// So many, whatever it draws.
    case rows(Int)
    /// As many as it draws, when it is asked for those of the whole window.
    case fitting
    /// What the others leave, shared equally with those that want the same; at least one.
    case rest
}
