// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Reads frames from a connection on demand, so that nothing accumulates.
struct FrameReader<Frame: Decodable, Bytes: AsyncSequence> where Bytes.Element == ByteBuffer {
    /// The error for a line that is not a frame.
    struct NotUnderstood: Error {}

    private var bytes: Bytes.AsyncIterator
    private var splitter = LineSplitter()
    private var lines: ArraySlice<[UInt8]> = []

    init(_ bytes: Bytes) { self.bytes = bytes.makeAsyncIterator() }

    /// The next frame; `nil` at the end.
    mutating func next() async throws -> Frame? {
        while lines.isEmpty {
            guard let buffer = try await bytes.next() else { return nil }
            lines = try splitter.lines(from: buffer.readableBytesView)[...]
        }
        guard let frame = FrameLine.frame(Frame.self, of: lines.removeFirst()) else { throw NotUnderstood() }
        return frame
    }
}
