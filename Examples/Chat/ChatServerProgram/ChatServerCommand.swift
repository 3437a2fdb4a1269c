// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import Accounts
import ArgumentParser
import ChatServer
import Dispatch
import Foundation
import InspectorKit
import Rooms
import Tributary
import TributaryJournal

/// The program: takes the port, opens what is kept, and serves until it is told to stop.
@main
struct ChatServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat-server",
        abstract: "Serves rooms to talk in, over WebSocket.",
        discussion: "It stops at SIGINT (Control-C) and SIGTERM, after it has told everybody."
    )

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for any that is free.")
    var port = 8765

    @Option(help: ArgumentHelp("Where accounts are kept.", valueName: "file"))
    var database = "chat.sqlite"

    @Option(help: ArgumentHelp("Where rooms are kept, with what was said.", valueName: "file"))
    var journal = "rooms.sqlite"

    @Flag(help: "Derive passwords at next to no cost: for scripts, never for people.")
    var fast = false

    @Flag(help: "Log only what is unusual.")
    var quiet = false

    @Flag(help: ArgumentHelp(ProgramInspector.help + " It comes with the first room."))
    var inspect = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    func run() async throws {
        var configuration = ChatServer.Configuration()
        configuration.host = host
        configuration.port = port
        configuration.passwordCost = fast ? .negligible : .recommended
        configuration.log = LogSink(from: quiet ? .warning : .info) { entry in
            Self.write("\(entry.level): \(entry.message)")
        }
        let inspector = await ProgramInspector(inspect) { Self.write($0) }
        if inspect {
            configuration.opened = { name, room in
                do {
                    try await inspector.show(room, as: "Room \(name)") { Room() }
                } catch {
                    Self.write("error: \(error)")
                }
            }
        }
        let server = ChatServer(configuration) { [database, journal] in
            let accounts: ChatDatabase
            do {
                accounts = try ChatDatabase(path: database)
            } catch {
                throw CannotOpen(description: "The database \(database) cannot be opened: \(error)")
            }
            return ChatServer.Keeping(database: accounts, journal: try Journal(at: journal))
        }
        let host = host
        let serving = Task {
            try await server.run { port in
                print("Listening at ws://\(host):\(port)\(ChatServer.path)")
                fflush(nil)
            }
        }
        let signals = [SIGINT, SIGTERM].map { signal in stop(serving, at: signal) }
        defer { signals.forEach { $0.cancel() } }
        try await serving.value
        await inspector.end()
    }

    private static func write(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    private func stop(_ task: Task<Void, any Error>, at number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { task.cancel() }
        source.activate()
        return source
    }
}

/// Why the database cannot be opened.
private struct CannotOpen: Error, CustomStringConvertible {
    let description: String
}
