// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TerminalKit

@Suite("Writing to a slow terminal", .timeLimit(.minutes(30)))
struct DescriptorWriterTests {
    @Test("loses no output that does not fit, and waits until it is read")
    func slow() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // More than a pipe holds.
        let text = String(repeating: "é漢\u{1B}[1m", count: 100_000)
        let reading = Task.detached { [handle = pipe.fileHandleForReading] in try handle.readToEnd() }
        let writer = DescriptorWriter(descriptor)
        writer.write(text)
        #expect(!writer.isBroken)
        try pipe.fileHandleForWriting.close()
        #expect(try await reading.value == Data(text.utf8))
    }

    @Test("stops when there is no reader any more")
    func closed() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let writer = DescriptorWriter(pipe.fileHandleForWriting.fileDescriptor)
        writer.write("lost")
        #expect(writer.isBroken)
        writer.write("lost, too")
    }
}
