// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ChatServer
import Foundation
import Testing

@testable import ChatServerProgram

@Suite("Documentation for operators", .timeLimit(.minutes(30)))
struct OperatingTests {
    private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let help = ChatServerCommand.helpMessage(columns: 1000)

    @Test(
        "Every option and variable that is named is one of the server",
        arguments: ["Chat/compose.yaml", "Documentation/Operating.md"]
    )
    func options(file: String) throws {
        let text = try String(contentsOf: Self.examples.appending(path: file), encoding: .utf8)
        let options = text.matches(of: /(?:^|\s|\[|`)--([a-z-]+)/).map { String($0.1) }
        let variables = text.matches(of: /CHAT_([A-Z_]+)/).map {
            $0.1.lowercased().replacing("_", with: "-")
        }
        // Of SwiftPM, and of Docker.
        let foreign: Set = ["traits", "build", "file", "username", "up"]
        let named = Set(options + variables).subtracting(foreign)
        #expect(named.isSuperset(of: ["node", "cluster", "host", "durability"]))
        for option in named { #expect(Self.help.contains("--\(option) "), "\(option)") }
    }

    @Test("The configuration in compose.yaml describes a cluster")
    func compose() async throws {
        let text = try String(contentsOf: Self.examples.appending(path: "Chat/compose.yaml"), encoding: .utf8)
        let variables = text.matches(of: /(?m)^ +(CHAT_[A-Z_]+): (.+)$/).map { (String($0.1), String($0.2)) }
        let command = try #require(
            try ChatServerCommand.parseAsRoot(["--node", "one"]) as? ChatServerCommand
        )
        let (configuration, place, _) = try await command.told(
            Dictionary(variables, uniquingKeysWith: { first, _ in first })
        )
        #expect(configuration.host == "0.0.0.0")
        #expect(
            place
                == .cluster(
                    connection: "host=database dbname=chat user=chat",
                    isOnStandbys: false,
                    node: "one"
                )
        )
    }

    @Test(
        "A name without a cluster is refused, and so is a place that does not exist",
        arguments: [
            (["--node", "a"], "“--node” belongs to “--cluster”."),
            (
                ["--durability", "two"],
                "“--durability”, or CHAT_DURABILITY, is one of the places “standbys” and “one-server”."
            ),
        ]
    )
    func parts(arguments: [String], reason: String) async throws {
        let command = try #require(try ChatServerCommand.parseAsRoot(arguments) as? ChatServerCommand)
        do {
            _ = try await command.told([:])
            Issue.record("It starts.")
        } catch {
            #expect("\(error)" == reason)
        }
    }

    @Test("A file for one server is the default")
    func file() async throws {
        let command = try #require(try ChatServerCommand.parseAsRoot([]) as? ChatServerCommand)
        #expect(try await command.told([:]).1 == .file("chat.sqlite"))
    }
}
