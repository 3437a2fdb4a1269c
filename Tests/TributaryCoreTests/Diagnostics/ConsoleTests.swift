// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Diagnostics without an installed reporter.
@Suite(.timeLimit(.minutes(30)))
struct ConsoleTests {}

extension ConsoleTests {
    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `a complaint goes to standard error, and leaves standard output to the program`() async throws
    {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            _ = IdentifiedArray(uniqueElements: [1, 2, 1], id: \.self)
        }
        #expect(text(result.standardErrorContent).contains("TRIBUTARY-008"))
        #expect(!text(result.standardOutputContent).contains("TRIBUTARY-"))
    }

    @Test func `complaints of many threads are written whole, however long`() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            await withTaskGroup { group in
                for letter in ["a", "b", "c", "d"] {
                    group.addTask {
                        // More than the system writes at once into a pipe.
                        let message = String(repeating: letter, count: 10_000)
                        let diagnostic = Diagnostic(.absentChild, message: message, remedy: letter)
                        for _ in 0..<20 { DiagnosticReporter.console.report(diagnostic) }
                    }
                }
            }
        }
        var counts: [Substring: Int] = [:]
        for line in text(result.standardErrorContent).split(separator: "\n") { counts[line, default: 0] += 1 }
        for letter in ["a", "b", "c", "d"] {
            #expect(counts["TRIBUTARY-001: " + String(repeating: letter, count: 10_000)] == 20)
            #expect(counts["  Remedy: \(letter)"] == 20)
        }
    }

    @Test func `a diagnostic that stops the program is printed once, on standard error`() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            nonisolated(unsafe) var machine: Machine<Int, Int>?
            machine = Machine(initialState: 0) {
                Update { state, number in state = number + (machine?.state ?? 0) }
            }
            machine?.send(1)
        }
        #expect(text(result.standardErrorContent).ranges(of: "TRIBUTARY-002").count == 1)
        #expect(!text(result.standardOutputContent).contains("TRIBUTARY-"))
    }
    #endif

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
