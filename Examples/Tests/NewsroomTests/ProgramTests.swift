// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NewsroomTestSupport
import Testing

@Suite("The program", .timeLimit(.minutes(30)))
struct ProgramTests {
    @Test(
        "prints its own feeds, their titles and an article, either way",
        arguments: ["composed", "separate"]
    )
    func ownFeed(attachment: String) throws {
        let result = try run(["--attach", attachment], input: "list\nload\nopen 1\nopen 1\nquit\n")
        #expect(result.status == 0)
        #expect(result.output.contains("   1. newsroom:confluence.xml  (not loaded yet)\n"))
        #expect(result.output.contains("Loaded 3 feeds; 13 articles new.\n"))
        #expect(result.output.contains("   2. The Lock Keeper’s Log  (3 of 3 not read)\n"))
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
        "remembers loaded and read articles, and the reader's place, after it was killed",
        arguments: ["composed", "separate", "mirrored"]
    )
    func remembering(attachment: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = ["--attach", attachment, "--journal", folder.appending(path: "a/journal.sqlite").path]
        // It waits for more when it is killed.
        try runAndKill(options, input: "load\nopen 1\nlogin Ada\nopen 2\n", after: "> open 2\n")
        let second = try run(options, input: "list\nlogout\nlogin Ada\nlist\n")
        #expect(second.errors == "")
        #expect(second.output.hasPrefix("> list\n   1. "))
        #expect(second.output.contains("\n✓  2. "))
        // Each reader has marks of their own, and finds them again.
        #expect(second.output.contains("You read as a guest. You have read 0 of 13.\n"))
        #expect(second.output.contains("Ada · 0 articles opened\nWelcome, Ada. You have read 1 of 13.\n"))
        // Each feed is remembered by itself.
        let file = try temporaryFile(
            "<rss><channel><title>x</title><item><title>y</title></item></channel></rss>"
        )
        let other = try run([file.path] + options, input: "list\nload\n")
        #expect(other.output.contains("Nothing is loaded yet"))
        let again = try run([file.path] + options, input: "list\n")
        #expect(again.output == "> list\n   1. y\n")
    }

    @Test("stores nothing while another program has the same file, and reports it or ends")
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

    @Test("ends with an error status when a step of a script failed, and only then")
    func status() throws {
        #expect(try run([], input: "load\nlist\n# open 99\n").status == 0)
        #expect(try run([], input: "load\nopen 99\nquit\n").status == 1)
        #expect(try run([], input: "fly\n").status == 1)
        #expect(try run(["/nowhere/feed.xml"], input: "load\n").status == 1)
    }

    @Test("adds feeds, writes and reads lists of them, and remembers them")
    func lists() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = try temporaryFile(
            "<rss><channel><title>x</title><item><title>y</title></item></channel></rss>"
        )
        let options = ["--journal", folder.appending(path: "journal.sqlite").path]
        let list = folder.appending(path: "feeds.opml").path
        let first = try run(options, input: "remove 3\nremove 2\nadd \(feed.path)\nexport \(list)\n")
        #expect(first.status == 0)
        #expect(first.output.hasSuffix("Wrote 2 feeds to “\(list)”.\n"))
        #expect(try run(options, input: "list\n").output.contains("   2. x  (1 of 1 not read)\n"))
        let second = try run(
            [feed.path],
            input: "import \(list)\nimport \(feed.path)\nexport \(folder.path)\n"
        )
        #expect(
            second.output.contains("Loaded 1 feed; 8 articles new.") || second.output.contains("Loaded 8")
        )
        #expect(second.output.contains("! This is no list of feeds: it is a “rss” and not OPML.\n"))
        #expect(second.output.hasSuffix("! “\(folder.path)” can't be written.\n"))
        #expect(second.status == 1)
    }

    @Test("passes a link to the system’s program and to no shell, and prints it if there is none")
    func links() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let feed = try temporaryFile(
            """
            <rss><channel><item><title>a</title><link>https://x.example/?a=$(touch)&amp;b=1;c</link></item>
            <item><title>b</title><link>--help</link></item></channel></rss>
            """
        )
        let note = folder.appending(path: "note")
        for name in ["xdg-open", "open"] {
            let program = folder.appending(path: name)
            try Data("#!/bin/sh\nprintf '%s' \"$#:$1\" > '\(note.path)'\n".utf8).write(to: program)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        }
        let lines = "load\nfollow 1\nfollow 2\n"
        let result = try run([feed.path], input: lines, environment: ["PATH": folder.path])
        #expect(result.output.contains("Opened https://x.example/?a=$(touch)&b=1;c\n"))
        #expect(result.output.hasSuffix("! “b” has no link that can be followed.\n"))
        #expect(try String(contentsOf: note, encoding: .utf8) == "1:https://x.example/?a=$(touch)&b=1;c")
        let shown = try run([feed.path], input: lines, environment: ["PATH": "/nowhere"])
        #expect(shown.output.contains("The link is https://x.example/?a=$(touch)&b=1;c\n"))
    }

    @Test("uses the proxy of its environment")
    func proxy() throws {
        let server = try LoopbackServer { path in
            .reply(
                status: path == "http://feeds.invalid/x" ? 200 : 404,
                body: Array(
                    "<rss><channel><title>p</title><item><title>q</title></item></channel></rss>".utf8
                )
            )
        }
        defer { server.stop() }
        let result = try run(
            ["http://feeds.invalid/x"],
            input: "load\n",
            environment: ["http_proxy": server.address]
        )
        #expect(result.output == "> load\nLoaded 1 article from “p”.\n   1. q\n")
    }

    @Test("writes its output in any locale", arguments: ["C", "POSIX", "de_DE.ISO-8859-1", "nonsense"])
    func locale(name: String) throws {
        let result = try run(
            [],
            input: "load\nopen 2\nopen 1\n",
            environment: ["LC_ALL": name, "LANG": name]
        )
        #expect(result.status == 0)
        #expect(result.output.contains("Forty-one boats, one piano\n14 November 2025 · Ansgar Rehm\n"))
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
        // An answered command is stored, so wait for the answer.
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
        arguments: [["--attach", "loosely"], ["--timeout", "0"], ["--timeout", "x"]]
    )
    func badArguments(arguments: [String]) throws {
        let result = try run(arguments, input: "load\n")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }

    private func run(
        _ arguments: [String],
        input: String,
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String, errors: String) {
        let program = try #require(Self.program, "The program is built beside the tests.")
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments.contains("--journal") ? arguments : arguments + ["--journal", "none"]
        // From a file, because writing into a pipe without a reader would end the tests.
        process.standardInput = try FileHandle(forReadingFrom: temporaryFile(input))
        process.standardOutput = output
        process.standardError = errors
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        try process.run()
        let texts = [output, errors].map { pipe in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// The package manager puts the program next to the bundle of the tests.
    private static var program: URL? {
        [
            Bundle.main.executableURL,
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL,
        ]
        .compactMap { $0?.deletingLastPathComponent().appending(path: "newsroom") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
