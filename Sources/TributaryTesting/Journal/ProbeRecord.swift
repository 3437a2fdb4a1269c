// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TributaryLog

/// The results of the probes of one minimization in a file, so that a probe that traps costs a process and nothing else.
///
/// Each probe is a line: `?` when it begins, and then how many actions it took to fail, `-` if it did not fail, or `!` if the
/// process ended in it. A process that begins with the lines of earlier ones repeats none of their probes.
final class ProbeRecord {
    private var known: ArraySlice<Substring>
    private let file: FileHandle

    /// - Parameter path: The path of the file; it is made if it is not there.
    /// - Throws: An error of Foundation if the file cannot be read or written.
    init(at path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            try "".write(toFile: path, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        known = text.split(separator: "\n")[...]
        guard let file = FileHandle(forWritingAtPath: path) else {
            throw ActionLogError.notWritable(place: path, reason: "it cannot be opened")
        }
        self.file = file
        try file.seekToEnd()
        // The process before ended in a probe.
        if text.last == "?" {
            known[known.endIndex - 1] += "!"
            try file.write(contentsOf: Data("!\n".utf8))
        }
    }

    /// Runs a probe, or repeats its result.
    ///
    /// - Parameters:
    ///   - count: How many actions it has; all of them are needed if it traps.
    ///   - run: Returns how many actions it took to fail.
    /// - Returns: The same.
    func result(of count: Int, _ run: () -> Int?) -> Int? {
        if let line = known.popFirst()?.dropFirst() { return line == "!" ? count : Int(line) }
        write("?")
        let result = run()
        write(result.map { "\($0)\n" } ?? "-\n")
        return result
    }

    private func write(_ text: String) { try? file.write(contentsOf: Data(text.utf8)) }
}
