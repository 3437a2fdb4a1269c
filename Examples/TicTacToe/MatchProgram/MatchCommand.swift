// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import TerminalKit
import TicTacToeOnline
import TicTacToeRules
import TicTacToeTerminal
import Tributary
import TributaryJournal

/// The program: a match over the network, between two terminals.
@main
struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tic-tac-toe-match",
        abstract: "Plays tic-tac-toe against another terminal.",
        discussion: """
            One terminal hosts the match, the other one joins it. In a terminal, keys control it; they are shown at \
            the bottom. Otherwise it reads commands from standard input, one a line:

            \(OnlineLineMode.overview)
            """
    )

    @Option(help: ArgumentHelp("Host a match at this port, or address and port.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Join the match at this address.", valueName: "address"))
    var join: String?

    @Option(help: "What you are called.")
    var name: String = "Player"

    @Option(help: ArgumentHelp("Where a host keeps the match.", valueName: "file"))
    var match: String = MatchCommand.file("match.sqlite")

    @Option(help: ArgumentHelp("Where a guest keeps what its seat is taken by.", valueName: "file"))
    var seat: String = MatchCommand.file("seat")

    @Flag(help: "Read commands, also in a terminal.")
    var script = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        if (host == nil) == (join == nil) {
            throw ValidationError(
                "A match is either hosted, as by “--host 4242”, or joined, as by “--join 127.0.0.1:4242”."
            )
        }
        for address in [host, join].compactMap({ $0 }) where MatchAddress(address) == nil {
            throw ValidationError("“\(address)” is no address such as 127.0.0.1:4242.")
        }
        guard PlayerName(name) != nil else { throw ValidationError("A name has 1 to 20 letters.") }
    }

    @MainActor
    func run() async throws {
        // Both were checked by `validate`.
        guard let player = PlayerName(name), let address = (host ?? join).flatMap({ MatchAddress($0) }) else {
            return
        }
        if host != nil { return try await host(at: address, player).tellShell() }
        let token = try Self.token(in: seat)
        let guest = MatchGuest(at: address, clock: ContinuousClock())
        try await play(OnlineDesk(guest.link(), token: token, name: player)).tellShell()
    }

    @MainActor
    private func host(at address: MatchAddress, _ player: PlayerName) async throws -> ProgramEnd {
        let folder = URL(filePath: match).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let journal = try Journal(at: match)
        let host = try await MatchHost(in: journal, name: player)
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let listening = Task {
            defer { isReady.finish() }
            try await host.listen(at: address) { address in
                StandardError.write("The match is at \(address).")
                isReady.finish()
            }
        }
        for await _ in ready {}
        let work = OnlineDesk(host.player(), token: "", name: player)
        let end = await play(work)
        listening.cancel()
        if case .failure(let error) = await listening.result, !(error is CancellationError) {
            StandardError.write("Nobody could join: \(error)")
        }
        await host.close()
        await journal.close()
        return end
    }

    @MainActor
    private func play(_ desk: OnlineDesk) async -> ProgramEnd {
        defer { desk.close() }
        if !script, let terminal = RawTerminal(screen.options) {
            defer { terminal.restore() }
            let events = TerminalEvents(of: terminal).stream
            return ProgramEnd(signal: await OnlineKeyMode(desk).run(events, window: terminal.window))
        }
        let isWatched = isatty(STDIN_FILENO) == 1
        let mode = OnlineLineMode(desk: desk, isEchoing: !isWatched) { line in
            print(line)
            // The answer must not be lost in a buffer if the program is killed.
            fflush(nil)
        }
        let reader = LineReader()
        return ProgramEnd(failures: await mode.run { await reader.next() })
    }

    /// The token of the seat: the same in each run, so that a guest whose program was killed gets the seat
    /// again.
    private static func token(in path: String) throws -> String {
        let file = URL(filePath: path)
        if let data = try? Data(contentsOf: file) {
            let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if (16...64).contains(token.utf8.count) { return token }
        }
        let token = UUID().uuidString
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(token.utf8).write(to: file, options: .atomic)
        return token
    }

    /// A file in the system's folder for user data.
    private static func file(_ name: String) -> String {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? URL(filePath: ".")).appending(path: "tic-tac-toe/\(name)").path
    }
}
