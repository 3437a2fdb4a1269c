// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The arguments that all programs in a terminal have.
///
/// ```swift
/// @OptionGroup(title: "Screen") var screen: TerminalArguments
/// … RawTerminal(screen.options)
/// ```
package struct TerminalArguments: ParsableArguments {
    @Option(help: "Colours: none, 16, 256 or true; by default what the terminal tells.")
    var colors: Appearance.Colors?

    @Option(help: "What is behind the text: dark or light; by default what the terminal tells.")
    var background: Appearance.Background?

    @Flag(help: "Draw with ASCII only.")
    var ascii = false

    @Flag(inversion: .prefixedNo, help: "Let the mouse select and scroll.")
    var mouse = true

    @Option(help: "Call for attention by none, bell, osc9 or osc777.")
    var attention = Attention.none

    package init() {}

    /// The options in the arguments.
    package var options: TerminalOptions {
        var options = TerminalOptions()
        (options.colors, options.background) = (colors, background)
        options.isASCII = ascii ? true : nil
        (options.hasMouse, options.attention) = (mouse, attention)
        return options
    }
}

extension Appearance.Colors: ExpressibleByArgument {}
extension Appearance.Background: ExpressibleByArgument {}
extension Attention: ExpressibleByArgument {}
