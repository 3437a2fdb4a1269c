// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ChatClient
import ChatFeature
import ChatProtocol
import Connection
import Foundation
import InspectorKit
import TerminalKit
import Tributary

/// The client.
struct Talk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Connects to a server, and talks.",
        discussion: """
            In a terminal, keys control it. Otherwise, or with --script, it reads commands from standard input, one \
            a line, and carries out each to its end before the next:

            \(Command.overview)
            """
    )

    @Option(
        help: ArgumentHelp(
            "The address of the server, or those of several in a cluster: after a lost connection, the next is asked.",
            valueName: "url,url"
        )
    )
    var server = "ws://127.0.0.1:8765"

    @Option(help: "The name to sign in with, where a command leaves it out.")
    var name: String?

    @Option(help: ArgumentHelp("Come in without an account, under this name.", valueName: "name"))
    var guest: String?

    @Flag(help: "Read commands from standard input, even in a terminal.")
    var script = false

    @Flag(help: "Make scripts quick: short waits before the next attempt, and codes that compute themselves.")
    var fast = false

    @Option(help: "The seed of random numbers; another each time by default.")
    var seed: UInt64?

    @Option(help: ArgumentHelp("How long a command may take.", valueName: "seconds"))
    var timeout = 20.0

    @Flag(help: ArgumentHelp(ProgramInspector.help))
    var inspect = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        guard addresses != nil else { throw ValidationError("An address is ws://HOST:PORT.") }
        if let name, AccountName(name) == nil { throw ValidationError(AccountName.rule) }
        if let guest, GuestName(guest) == nil { throw ValidationError(GuestName.rule) }
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("The time-out is a number of seconds between 0 and 3600.")
        }
    }

    private var addresses: [ChatAddress]? {
        let addresses = server.split(separator: ",", omittingEmptySubsequences: false).map {
            ChatAddress(String($0))
        }
        return addresses.contains(nil) ? nil : addresses.compactMap(\.self)
    }

    @MainActor
    func run() async throws {
        guard let addresses else { return }
        let socketLink = SocketLink(addresses)
        let (seed, fast) = (seed, fast)
        let backOff = fast ? BackOff(first: .milliseconds(20), limit: .milliseconds(200)) : BackOff()
        let store = Store(initialState: Chat.State(backOff: backOff)) {
            Chat()
        } dependencies: {
            $0.chatLink = socketLink.link
            $0.diagnosticReporter = DiagnosticReporter { StandardError.write("\($0)") }
            if let seed { $0.withRandomNumberGenerator = .seeded(seed) }
        }
        let desk = ChatDesk(
            store: store,
            name: name.flatMap { AccountName($0) },
            fast: fast,
            timeout: timeout
        )
        let inspector = ProgramInspector(inspect, print: StandardError.write)
        try await inspector.show(store, as: "Chat") { Chat() }
        await inspector.pause()
        var end = ProgramEnd()
        if !script, ProcessInfo.processInfo.environment["TERM"] != "dumb",
            let terminal = RawTerminal(screen.options)
        {
            let mode = KeyMode(desk: desk, firstCommand: guest.map { "guest \($0)" })
            end.signal = await mode.run(TerminalEvents(of: terminal).stream, window: terminal.window)
            terminal.restore()
        } else {
            end.failures = await runLines(desk)
        }
        await store.send(.quit).finish()
        await inspector.end()
        store.close()
        await socketLink.drain()
        try end.tellShell()
    }

    @MainActor
    private func runLines(_ desk: ChatDesk) async -> Int {
        let isWatched = isatty(STDIN_FILENO) == 1
        let reader = LineReader()
        let mode = LineMode(desk: desk, isEchoing: !isWatched) { line in
            print(line)
            // A program that reads the line from a pipe gets it at once.
            fflush(nil)
        }
        var first = guest.map { "guest \($0)" }
        return await mode.run {
            if let line = first {
                first = nil
                return line
            }
            return await reader.next()
        }
    }
}
