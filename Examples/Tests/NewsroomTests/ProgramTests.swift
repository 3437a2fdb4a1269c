// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(30)))
struct ProgramTests {
    @Test(
        "prints the titles of its own feed, and an article, either way",
        arguments: ["composed", "separate"]
    )
    func ownFeed(attachment: String) throws {
        let result = try run(["--attach", attachment], input: "load\nopen 1\nquit\n")
        #expect(result.status == 0)
        #expect(result.output.contains("Loaded 8 articles from “The Confluence”."))
        #expect(result.output.contains("   8. Correction: the town is older than we thought\n"))
        #expect(result.output.contains("\n“It is not fast,” said lock keeper Ansgar Rehm."))
    }

    @Test("reads the feed it is given, and keeps the log apart from the output")
    func givenFeed() throws {
        let file = try temporaryFile(
            "<rss><channel><title>x</title><item><title>Only</title></item></channel></rss>"
        )
        let result = try run([file.path, "--log"], input: "load")
        #expect(result.output == "> load\nLoaded 1 article from “x”.\n   1. Only\n")
        #expect(result.errors.contains("app: news.load (store)\n"))
    }

    @Test(
        "refuses arguments that mean nothing",
        arguments: [["--attach", "loosely"], ["--timeout", "0"], ["a", "b"]]
    )
    func badArguments(arguments: [String]) throws {
        let result = try run(arguments, input: "load\n")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    private func run(
        _ arguments: [String],
        input: String
    ) throws -> (status: Int32, output: String, errors: String) {
        let program = try #require(Self.program, "The program is built beside the tests.")
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        // From a file, since writing into a pipe that nobody reads any more would end the tests.
        process.standardInput = try FileHandle(forReadingFrom: temporaryFile(input))
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let texts = [output, errors].map { pipe in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// The package manager puts the program beside the bundle that the tests are in.
    private static var program: URL? {
        [
            Bundle.main.executableURL,
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL,
        ]
        .compactMap { $0?.deletingLastPathComponent().appending(path: "newsroom") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
