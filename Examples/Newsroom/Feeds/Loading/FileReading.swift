// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a file or a pipe, and stops at the limit instead of filling the memory.
struct FileReading: Sendable {
    var path: String
    var sizeLimit: Int
    var timeout: Duration

    /// The bytes of the file.
    func contents() async throws -> Data {
        // Reading waits for disks and pipes, and must not block one of the few threads that tasks run on.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(FeedError) in try read() })
            }
        }
        try Task.checkCancellation()
        return try result.get()
    }

    private func read() throws(FeedError) -> Data {
        // Without this flag, `open` would wait forever for a pipe without a writer; it has no effect on
        // files.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let deadline = ContinuousClock.now + timeout
        while true {
            try waitUntilReadable(descriptor, deadline: deadline)
            let count = chunk.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return data }
            if count > 0 {
                data.append(contentsOf: chunk[..<count])
            } else if errno != EINTR, errno != EAGAIN {
                throw failure(errno)
            }
            if data.count > sizeLimit { throw .tooLarge(path, limit: sizeLimit) }
        }
    }

    private func waitUntilReadable(_ descriptor: Int32, deadline: ContinuousClock.Instant) throws(FeedError) {
        let remaining = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = remaining > 0 ? poll(&request, 1, Int32(clamping: Int(remaining.rounded(.up)))) : 0
        if ready == 0 { throw .timedOut(after: timeout, reading: path) }
    }

    private func failure(_ number: Int32) -> FeedError {
        switch number {
        case ENOENT, ENOTDIR: FeedError(.fileNotFound, "There is no file “\(path)”.")
        case EISDIR: FeedError(.folder, "“\(path)” is a folder; name a file in it.")
        case EACCES: FeedError(.unreadable, "“\(path)” may not be read: permission denied.")
        default: FeedError(.unreadable, "“\(path)” can't be read: \(String(cString: strerror(number))).")
        }
    }
}
