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
        "remembers what was loaded and read, and where the reader was, though it was killed",
        arguments: ["composed", "separate", "mirrored"]
    )
    func remembering(attachment: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = ["--attach", attachment, "--journal", folder.appending(path: "a/journal.sqlite").path]
        // It waits for more when it is killed.
        try runAndKill(options, input: "load\nlogin Ada\nopen 2\n", after: "> open 2\n")
        let second = try run(options, input: "list\nlogout\nlogin Ada\nlist\n")
        #expect(second.errors == "")
        #expect(second.output.hasPrefix("> list\n   1. "))
        #expect(second.output.contains("\n✓  2. "))
        // Another reader is another reader.
        #expect(second.output.contains("Ada · 0 articles opened\nWelcome, Ada. You have read 0 of 8.\n"))
        // Each feed is remembered by itself.
        let file = try temporaryFile(
            "<rss><channel><title>x</title><item><title>y</title></item></channel></rss>"
        )
        let other = try run([file.path] + options, input: "list\nload\n")
        #expect(other.output.contains("Nothing is loaded yet"))
        let again = try run([file.path] + options, input: "list\n")
        #expect(again.output == "> list\n   1. y\n")
    }

    @Test("keeps nothing beside another one with the same file, and says so or ends")
    func second() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = ["--journal", folder.appending(path: "journal.sqlite").path]
        try runAndKill(options, input: "load\n", after: "> load\n") {
            let result = try run(options, input: "load\n")
            #expect(result.status != 0)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("is in use"))
        }
        try Data("This is no journal, but it is long enough.".utf8).write(to: folder.appending(path: "text"))
        let result = try run(["--journal", folder.appending(path: "text").path], input: "load\n")
        #expect(result.status != 0)
        #expect(result.errors.contains("is not a log of Tributary"))
        #expect(try run(["--help"], input: "").output.contains("newsroom/journal.sqlite"))
    }

    /// Runs the program until it has printed something, and kills it.
    private func runAndKill(
        _ arguments: [String],
        input: String,
        after text: String,
        meanwhile: () throws -> Void = {}
    ) throws {
        let program = try #require(Self.program, "The program is built beside the tests.")
        let process = Process()
        let (lines, output) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = lines
        process.standardOutput = output
        try process.run()
        try lines.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        var printed = ""
        // What is answered is kept; so the answer, too, must be there.
        while !printed.contains(text) || printed.hasSuffix(text) {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            printed += String(decoding: data, as: UTF8.self)
        }
        try meanwhile()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
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
        process.arguments = arguments.contains("--journal") ? arguments : arguments + ["--journal", "none"]
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
