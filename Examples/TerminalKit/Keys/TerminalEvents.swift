// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Everything that happens at the terminal of this process, in order.
package final class TerminalEvents {
    /// The events; there is one listener.
    package let stream: AsyncStream<TerminalEvent>
    private let sources: [any DispatchSourceSignal]

    /// Starts to read keys and to catch signals, so that the terminal can be restored before they end the program.
    package init() {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        self.stream = stream
        sources = [SIGINT, SIGTERM, SIGHUP, SIGWINCH].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number == SIGWINCH ? .resized : .signal(number)) }
            source.resume()
            return source
        }
        // A thread of its own waits for keys; it ends with the process.
        Thread.detachNewThread {
            var decoder = KeyDecoder()
            var bytes = [UInt8](repeating: 0, count: 256)
            while true {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                if count > 0 {
                    let keys = decoder.keys(from: bytes[..<count])
                    if !keys.isEmpty { continuation.yield(.keys(keys)) }
                } else if count == 0 || errno != EINTR {
                    break
                }
            }
            continuation.yield(.ended)
        }
    }
}
