// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ArgumentParser
import ChatProtocol
import ChatServer
import Foundation
import InspectorKit
import Logging
import Rooms
import ServerKit
import Tributary
import TributaryServer

/// The program: listens on the port, opens the storage, and serves until it receives a signal to stop.
@main
struct ChatServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat-server",
        abstract: "Serves rooms to talk in, over WebSocket, and a page to talk with in a browser.",
        discussion: """
            It stops at SIGINT (Control-C) and SIGTERM, after it has told everybody.

            What is not said here is taken from the environment, such as CHAT_PORT and CHAT_GUEST_ROOMS, and else from \
            the file of --options: {"chat": {"port": "8765", "guest": {"rooms": ["hall"]}}}.
            """
    )

    @Option(help: "The address to listen at. (default: 127.0.0.1)")
    var host: String?

    @Option(help: "The port to listen at; 0 for any that is free. (default: 8765)")
    var port: Int?

    @Option(
        help: ArgumentHelp("Where rooms and accounts are kept. (default: chat.sqlite)", valueName: "file")
    )
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "The database in which several servers keep rooms and accounts together, in place of a file: postgresql://….",
            valueName: "connection"
        )
    )
    var cluster: String?

    @Option(
        help: ArgumentHelp(
            "Where a message must be before it counts: “standbys” of the database, or “one-server”. (default: standbys)",
            valueName: "place"
        )
    )
    var durability: String?

    @Option(
        help: ArgumentHelp(
            "What this server is called among those of the cluster; one that is started again keeps its name.",
            valueName: "name"
        )
    )
    var node: String?

    @Option(
        help: ArgumentHelp(
            "The rooms that people without an account may enter; “” for none. (default: hall)",
            valueName: "room,room"
        )
    )
    var guestRooms: String?

    @Option(
        help: ArgumentHelp(
            "Where else the page is, behind a proxy: https://chat.example.org.",
            valueName: "url,url"
        )
    )
    var origins: String?

    @Option(
        help: ArgumentHelp(
            "What is logged at least: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")). (default: info)",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(help: ArgumentHelp("A JSON file with options.", valueName: "file"))
    var options: String?

    @Flag(help: "Derive passwords at next to no cost: for scripts, never for people.")
    var fast = false

    @Flag(help: "Log only what is unusual.")
    var quiet = false

    @Flag(help: ArgumentHelp(ProgramInspector.help + " It comes with the first room."))
    var inspect = false

    func run() async throws {
        let (configuration, place, logger) = try await told(ProcessInfo.processInfo.environment)
        var settings = configuration
        let inspector = await ProgramInspector(inspect) { logger.notice("\($0)") }
        if inspect {
            settings.opened = { name, room in
                do {
                    try await inspector.show(room, as: "Room \(name)") { Room() }
                } catch {
                    logger.error("\(error)")
                }
            }
        }
        let host = settings.host
        let server = ChatServer(settings, open: place.open)
        let service = ChatService(server: server) { port in
            print("Listening at ws://\(host):\(port)\(ChatServer.path), page at http://\(host):\(port)/")
            fflush(nil)
        }
        try await runServer(service, logger: logger)
        await inspector.end()
    }

    /// The options and their defaults as a configuration.
    func told(_ environment: [String: String]) async throws -> (ChatServer.Configuration, ChatPlace, Logger) {
        let options = try await ServerOptions(
            "chat",
            commandLine: said,
            environment: environment,
            file: options ?? environment["CHAT_OPTIONS"],
            defaults: [
                "host": "127.0.0.1", "port": "8765", "journal": "chat.sqlite", "cluster": "",
                "durability": "standbys", "node": "", "guest-rooms": "hall", "origins": "",
                "log-level": "info", "fast": "false",
                "quiet": "false",
            ]
        )
        var configuration = ChatServer.Configuration()
        configuration.host = try options.text("host")
        configuration.port = try options.number("port", in: 0...65535)
        configuration.passwordCost = try options.flag("fast") ? .negligible : .recommended
        configuration.guestRooms = Set(try options.list("guest-rooms", of: "rooms") { RoomName($0) })
        configuration.origins = Set(
            try options.list("origins", of: "addresses such as https://chat.example.org") { text in
                text.hasPrefix("https://") || text.hasPrefix("http://") ? text : nil
            }
        )
        let level = try options.value("log-level", of: "levels of logging") { Logger.Level(rawValue: $0) }
        let logger = Logger(of: "chat-server", from: try options.flag("quiet") ? max(level, .warning) : level)
        configuration.logger = logger
        let place = try ChatPlace(
            journal: options.text("journal"),
            cluster: options.text("cluster"),
            isOnStandbys: options.value("durability", of: "places “standbys” and “one-server”") { text in
                ["standbys": true, "one-server": false][text]
            },
            node: options.text("node")
        )
        return (configuration, place, logger)
    }

    private var said: ServerOptions.Values {
        [
            "host": host, "port": port.map { "\($0)" }, "journal": journal, "cluster": cluster,
            "durability": durability,
            "node": node, "guest-rooms": guestRooms, "origins": origins, "log-level": logLevel,
            "fast": fast ? "true" : nil,
            "quiet": quiet ? "true" : nil,
        ]
    }
}
