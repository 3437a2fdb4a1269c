// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerKit
import Testing

@Suite("The options of a server", .timeLimit(.minutes(30)))
struct ServerOptionsTests {
    private let defaults: ServerOptions.Values = [
        "port": "8765", "host": "127.0.0.1", "quiet": "false", "guest-rooms": "hall",
    ]

    private func options(
        _ commandLine: ServerOptions.Values = [:],
        environment: [String: String] = [:],
        file: String? = nil
    ) async throws -> ServerOptions {
        guard let file else {
            return try await ServerOptions(
                "chat",
                commandLine: commandLine,
                environment: environment,
                file: nil,
                defaults: defaults
            )
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID()).json")
        try file.write(to: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: path) }
        return try await ServerOptions(
            "chat",
            commandLine: commandLine,
            environment: environment,
            file: path.path,
            defaults: defaults
        )
    }

    @Test("The command line precedes the environment, which precedes the file, which precedes the defaults")
    func order() async throws {
        let file = #"{"chat": {"port": 3, "host": "c", "quiet": true, "guest": {"rooms": ["c"]}}}"#
        let environment = ["CHAT_PORT": "2", "CHAT_HOST": "b", "CHAT_GUEST_ROOMS": "b,d"]
        let all = try await options(["port": "1", "host": nil], environment: environment, file: file)
        #expect(try all.number("port", in: 0...65535) == 1)
        #expect(try all.text("host") == "b")
        #expect(try all.flag("quiet"))
        #expect(try all.list("guest-rooms", of: "rooms") { $0 } == ["b", "d"])
        let kept = try await options(file: file)
        #expect(try kept.number("port", in: 0...65535) == 3)
        #expect(try kept.list("guest-rooms", of: "rooms") { $0 } == ["c"])
        let none = try await options()
        #expect(try none.number("port", in: 0...65535) == 8765)
        #expect(try none.flag("quiet") == false)
        #expect(try none.list("guest-rooms", of: "rooms") { $0 } == ["hall"])
    }

    @Test("An invalid value is reported with the names of its option, and is not replaced by a default")
    func badValues() async throws {
        for environment in [["CHAT_PORT": "eighty"], ["CHAT_PORT": "70000"], ["CHAT_PORT": "-1"]] {
            let options = try await options(environment: environment)
            let problem = #expect(throws: ServerOptionProblem.self) {
                try options.number("port", in: 0...65535)
            }
            #expect(problem?.description == "“--port”, or CHAT_PORT, is a number from 0 to 65535.")
        }
        let options = try await options(environment: [
            "CHAT_GUEST_ROOMS": "hall,No Room", "CHAT_QUIET": "maybe",
        ])
        let rooms = #expect(throws: ServerOptionProblem.self) {
            try options.list("guest-rooms", of: "rooms") { $0.contains(" ") ? nil : $0 }
        }
        #expect(rooms?.description == "“--guest-rooms”, or CHAT_GUEST_ROOMS, is a list of rooms.")
        #expect(throws: ServerOptionProblem.self) { try options.flag("quiet") }
        let file = try await self.options(file: #"{"chat": {"port": {"number": 1}, "host": 5}}"#)
        #expect(throws: ServerOptionProblem.self) { try file.text("host") }
    }

    @Test("An empty list is no rooms, and not those of the default")
    func emptyList() async throws {
        let options = try await options(environment: ["CHAT_GUEST_ROOMS": ""])
        #expect(try options.list("guest-rooms", of: "rooms") { $0 } == [])
    }

    @Test("A file that is missing or not JSON is reported")
    func badFile() async throws {
        await #expect(throws: ServerOptionProblem.self) { try await options(file: "{") }
        let problem = await #expect(throws: ServerOptionProblem.self) {
            try await ServerOptions(
                "chat",
                commandLine: [:],
                environment: [:],
                file: "/nowhere/options.json",
                defaults: defaults
            )
        }
        #expect(problem?.description.hasPrefix("The file /nowhere/options.json holds no options:") == true)
    }
}
