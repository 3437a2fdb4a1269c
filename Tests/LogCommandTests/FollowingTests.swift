// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
import Foundation
import Testing
import TributaryCore
import TributaryJournal

@testable import LogCommand

@Suite("The program that shows a log", .timeLimit(.minutes(30)))
struct FollowingTests {
    private enum Step: Journaled, Sendable {
        case went(to: String)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    @Test func `follows the writes of another process, until it is interrupted`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "journal.sqlite").path
        let journal = try Journal(at: path)
        func open(_ name: String) async throws -> StoreActor<Int, Step> {
            try await journal.open(name, initialState: 0) { Update<Int, Step> { state, _ in state += 1 } }
        }
        let walk = try await open("walk")
        try await walk.send(.went(to: "sea")).committed()

        let program = try RunningProgram([path, "--follow", "--json"])
        var lines = program.lines.makeAsyncIterator()
        func next() async throws -> CodedValue {
            let line = try #require(await lines.next(isolation: nil))
            return try CodedValue(json: line.utf8)
        }
        #expect(try await next()["action"] == ["went": ["to": "sea"]])
        // It reads while this process writes, also stores that did not exist when it started.
        for place in ["wood", "hill"] {
            try await walk.send(.went(to: place)).committed()
            #expect(try await next()["action"] == ["went": ["to": .string(place)]])
        }
        let ride = try await open("ride")
        try await ride.send(.went(to: "town")).committed()
        let line = try await next()
        #expect(line["store"] == "ride")
        #expect(line["number"] == 1)
        // The writer is not in its way, and it not in the writer's.
        await walk.close()
        await ride.close()
        await journal.close()
        program.interrupt()
        #expect(await lines.next(isolation: nil) == nil)
        #expect(program.waitForEnd() == SIGINT)
    }

    @Test(arguments: [([], Int32(64), "usage:"), (["/nowhere/x.sqlite"], 1, "no such file")])
    func `ends with a status and a reason`(arguments: [String], status: Int32, reason: String) async throws {
        let program = try RunningProgram(arguments)
        #expect(await program.lines.first { _ in true } == nil)
        #expect(program.waitForEnd() == status)
        #expect(program.errors.contains(reason))
    }
}

/// `tributary-log` as a process of its own.
private final class RunningProgram {
    private let process = Process()
    private let complaints = Pipe()

    /// Its output, line by line.
    let lines: AsyncStream<String>

    init(_ arguments: [String]) throws {
        let output = Pipe()
        // Next to the tests, or next to the bundle that contains them.
        let places = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let programs = places.flatMap { [$0, $0.deletingLastPathComponent()] }.map {
            $0.appending(path: "tributary-log")
        }
        let built = programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        let program: URL = try #require(built, "The program is built with the tests.")
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = complaints
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        try process.run()
        // On a thread of its own, since it waits for the program.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { return continuation.finish() }
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
        }
    }

    deinit { if process.isRunning { process.terminate() } }

    func interrupt() { process.interrupt() }

    /// Its standard error; read it after the end.
    var errors: String {
        String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// - Returns: Its status, or the signal that ended it.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
#endif
