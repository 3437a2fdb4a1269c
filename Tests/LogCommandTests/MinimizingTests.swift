// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryLog

@testable import LogCommand

@Suite("The command that minimizes a session with a test", .timeLimit(.minutes(30)))
struct MinimizingTests {
    private let folder = TemporaryFolder()
    private var file: String { folder.path("bug.tributary") }

    /// Records the launches.
    private final class Launches {
        var arguments: [[String]] = []
        var environment: [String: String] = [:]
    }

    private func session(_ count: Int) -> LogSession {
        let time = LogTime(milliseconds: 0)
        let start = LogSnapshot(
            name: "a",
            sequence: 0,
            time: time,
            fingerprint: "A",
            contents: Array("{}".utf8)
        )
        let commits = (0..<count).map {
            LogCommit(name: "a", sequence: $0 + 1, time: time, contents: Array(#"{"e":[]}"#.utf8))
        }
        return LogSession(name: "a", start: start, commits: commits)
    }

    /// Runs the command with a test that does something each time that it is launched.
    private func run(
        _ arguments: [String],
        _ launches: Launches,
        _ test: @escaping (_ number: Int, _ probes: String, _ result: String) throws -> Int32
    ) async throws -> String {
        try session(40).write(to: file)
        let options = try Options(["minimize", file] + arguments)
        return try await Minimizing(options, test: try #require(options.test)) { arguments, environment in
            launches.arguments.append(arguments)
            launches.environment = environment
            return try test(
                launches.arguments.count,
                environment["TRIBUTARY_PROBES"] ?? "",
                environment["TRIBUTARY_MINIMIZED"] ?? ""
            )
        }
        .run()
    }

    private func append(_ text: String, to path: String) throws {
        let known = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try (known + text).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func `starts the test once, and writes its session next to the file`() async throws {
        let launches = Launches()
        let report = try await run(["--test", "shrinks", "--package", "App"], launches) { _, _, result in
            try session(2).write(to: result)
            return 0
        }
        #expect(launches.arguments == [["swift", "test", "--filter", "shrinks", "--package-path", "App"]])
        #expect(launches.environment["TRIBUTARY_SESSION"] == file)
        let output = folder.path("bug-minimized.tributary")
        #expect(report == "\(file): 40 actions\n\(output): 2 actions")
        #expect(try LogSession(contentsOf: output) == session(2))
    }

    @Test func `starts the test again after each trap, without building it`() async throws {
        let launches = Launches()
        let output = folder.path("small.tributary")
        let report = try await run(["--test", "t", "--to", output], launches) { number, probes, result in
            if number < 3 {
                try append(number == 1 ? "?-\n?" : "!\n?2\n?", to: probes)
                return 4
            }
            try session(1).write(to: result)
            return 0
        }
        #expect(report.hasSuffix("\(output): 1 action after 2 traps"))
        #expect(launches.arguments.map { $0.contains("--skip-build") } == [false, true, true])
    }

    @Test(arguments: ["", "?-\n", "?"])
    func `ends if the test ends without a session, and not in another probe`(probes: String) async throws {
        await #expect(throws: MinimizingFault(status: 1)) {
            _ = try await run(["--test", "t"], Launches()) { number, path, _ in
                // The same probe again: it did not go on.
                if number == 1 { try append(probes, to: path) }
                return 1
            }
        }
    }

    @Test(arguments: [["minimize"], ["minimize", "a"], ["a", "--test", "t"], ["minimize", "a", "--test"]])
    func `reports missing arguments`(arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }
}
