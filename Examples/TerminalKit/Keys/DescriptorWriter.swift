// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes whole texts, in order, to a file descriptor that may be slow.
final class DescriptorWriter {
    private let descriptor: Int32
    /// Whether the descriptor has no reader any more.
    private(set) var isBroken = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all of a text.
    ///
    /// It waits for a non-blocking descriptor without using the processor.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, !isBroken {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&output, 1, 1000)
            } else if errno != EINTR {
                isBroken = true
            }
        }
    }
}
