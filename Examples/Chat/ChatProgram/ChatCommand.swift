// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The program: a client to talk with, and a command that computes codes.
@main
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Talks in rooms, in the terminal.",
        subcommands: [Talk.self, CodeOfSecret.self],
        defaultSubcommand: Talk.self
    )
}
