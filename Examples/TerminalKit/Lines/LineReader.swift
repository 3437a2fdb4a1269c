// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads lines from a file descriptor on demand, so that input never accumulates.
///
/// Lines end with `\n` or `\r\n`; the last one may have no end. A line that is longer than the limit is cut.
package final class LineReader: Sendable {
    private let descriptor: Int32
    private let limit: Int
    private let queue = DispatchQueue(label: "terminal-kit.line-reader")
    private let buffer = Buffer()

    /// Makes a reader without reading.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor; standard input by default.
    ///   - limit: The maximum number of bytes of a line.
    package init(descriptor: Int32 = STDIN_FILENO, limit: Int = 4096) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// Waits for the next line; `nil` after the last.
    package func next() async -> String? {
        // On a separate queue, because waiting for a person would block a thread that tasks run on.
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: read()) }
        }
    }

    private func read() -> String? {
        var line: [UInt8] = []
        while let byte = buffer.next(from: descriptor) {
            if byte == UInt8(ascii: "\n") { return text(line) }
            if line.count < limit { line.append(byte) }
        }
        return line.isEmpty ? nil : text(line)
    }

    private func text(_ line: [UInt8]) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }
}

/// Bytes that were read but not requested yet.
///
/// Unchecked: only the reader's serial queue accesses it.
private final class Buffer: @unchecked Sendable {
    private var bytes: ArraySlice<UInt8> = []

    func next(from descriptor: Int32) -> UInt8? {
        if bytes.isEmpty { fill(from: descriptor) }
        return bytes.popFirst()
    }

    private func fill(from descriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat {
            count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        bytes = chunk[..<max(0, count)]
    }
}
