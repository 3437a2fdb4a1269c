// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite("The server's program", .timeLimit(.minutes(30)))
struct ProgramTests {
    @Test("ends with an error, and leaves no file behind, when another program has the port")
    func takenPort() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let other = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let result = try run(["--port", "\(port)"])
        #expect(result.status != 0)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.contains("Nothing can listen at 127.0.0.1:\(port): another program listens there.")
        )
        #expect(result.files == [])
        try await other.close()
    }

    @Test("ends with an error, and leaves no file behind, at an address of another machine")
    func foreignAddress() throws {
        // An address that is kept for documentation.
        let result = try run(["--host", "192.0.2.1", "--port", "8765"])
        #expect(result.status != 0)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.contains(
                "Nothing can listen at 192.0.2.1:8765: this machine does not have that address."
            )
        )
        #expect(result.files == [])
    }

    @Test("ends with an error when the file is another program's, and leaves it as it is")
    func foreignFile() throws {
        let text = String(repeating: "This is no database. ", count: 100)
        let result = try run(["--port", "0"], file: text)
        #expect(result.status != 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("is not a log of Tributary, and was left as it is"))
        #expect(result.files.sorted() == ["chat.sqlite", "chat.sqlite-lock"])
        #expect(result.file == text)
    }

    private struct Result {
        var status: Int32
        var output: String
        var errors: String
        var files: [String]
        var file: String?
    }

    private func run(_ arguments: [String], file: String? = nil) throws -> Result {
        let program = try #require(Self.program, "The program is built beside the tests.")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "chat-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = folder.appending(path: "chat.sqlite")
        try file?.write(to: journal, atomically: true, encoding: .utf8)
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments + ["--journal", journal.path]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let texts = [output, errors].map { pipe in
            String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: texts[0],
            errors: texts[1],
            files: try FileManager.default.contentsOfDirectory(atPath: folder.path),
            file: try? String(contentsOf: journal, encoding: .utf8)
        )
    }

    /// The package manager puts the program next to the bundle of the tests.
    private static var program: URL? {
        [
            Bundle.main.executableURL,
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL,
        ]
        .compactMap { $0?.deletingLastPathComponent().appending(path: "chat-server") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
