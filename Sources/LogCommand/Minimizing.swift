// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryLog

/// Lets a test minimize a session: the test shrinks it inside its process, and runs again only after a trap.
struct Minimizing {
    /// Runs a program until it ends.
    typealias Launch = (_ arguments: [String], _ environment: [String: String]) async throws -> Int32

    private let file: String
    private let output: String
    private let arguments: [String]
    private let launch: Launch

    init(_ options: Options, test: String, launch: @escaping Launch = Self.launch) {
        file = URL(fileURLWithPath: options.file).path
        output = options.output ?? Self.output(for: options.file)
        let package = options.package.map { ["--package-path", $0] } ?? []
        arguments = ["swift", "test", "--filter", test] + package
        self.launch = launch
    }

    /// A path in the folder of the session.
    private static func output(for file: String) -> String {
        let url = URL(fileURLWithPath: file)
        let name = "\(url.deletingPathExtension().lastPathComponent)-minimized"
        return url.deletingLastPathComponent().appending(path: name).appendingPathExtension(url.pathExtension)
            .path
    }

    /// Runs the test until it has written the session.
    ///
    /// - Returns: A report.
    /// - Throws: A `MinimizingFault` if the test ends without a session, and not in a trap of the reducer.
    nonisolated(nonsending) func run() async throws -> String {
        let recorded = try LogSession(contentsOf: file)
        let folder = FileManager.default.temporaryDirectory.appending(path: "minimize-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (probes, result) = (folder.appending(path: "probes"), folder.appending(path: "session"))
        let environment = [
            "TRIBUTARY_SESSION": file, "TRIBUTARY_PROBES": probes.path, "TRIBUTARY_MINIMIZED": result.path,
        ]
        var known = 0
        var trapCount = 0
        while true {
            let status = try await launch(arguments + (trapCount > 0 ? ["--skip-build"] : []), environment)
            if let minimized = try? LogSession(contentsOf: result.path) {
                try minimized.write(to: output)
                let traps = trapCount == 0 ? "" : " after \(counted(trapCount, "trap"))"
                return """
                    \(file): \(counted(recorded.entryCount, "action"))
                    \(output): \(counted(minimized.entryCount, "action"))\(traps)
                    """
            }
            let text = (try? String(contentsOf: probes, encoding: .utf8)) ?? ""
            // It ended in a probe, and not in the same as the last time.
            guard text.hasSuffix("?"), text.utf8.count > known else { throw MinimizingFault(status: status) }
            known = text.utf8.count
            trapCount += 1
        }
    }

    private static func launch(_ arguments: [String], _ environment: [String: String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // The output of the command is the report.
        process.standardOutput = FileHandle.standardError
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}

private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension LogSession {
    fileprivate var entryCount: Int { commits.reduce(0) { $0 + $1.count } }
}

/// A test that did not minimize a session.
struct MinimizingFault: Error, Equatable, CustomStringConvertible {
    let status: Int32

    var description: String {
        "The test ended with status \(status) and without a session. It has to call `minimize(session:)`, and to fail with this file."
    }
}
