// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// All events of this process's terminal, in order.
package struct TerminalEvents {
    /// The events, for one receiver; after it stops, signals end the program again.
    ///
    /// After the end of the keys, SIGHUP does not: the end of a terminal is both, and the program ends by the first that it receives.
    package let stream: AsyncStream<TerminalEvent>

    /// Starts to read keys and to catch signals, so that the terminal can be restored before they end the
    /// program.
    ///
    /// - Parameter terminal: The terminal, with keys that were typed before.
    package init(of terminal: RawTerminal? = nil) {
        let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
        self.stream = stream
        let signals = SignalSources([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT]) { number in
            switch number {
            case SIGWINCH: continuation.yield(.resized)
            case SIGCONT: continuation.yield(.continued)
            default: continuation.yield(.signal(number))
            }
        }
        let haveKeysEnded = Flag()
        // The stream retains the signals by this closure, as long as it has a receiver.
        continuation.onTermination = { _ in
            signals.stop(ignoring: haveKeysEnded.value.load(ordering: .acquiring) ? [SIGHUP] : [])
        }
        let typedAhead = terminal?.typedAhead ?? []
        // A separate thread waits for keys; it ends with the process.
        Thread.detachNewThread {
            var decoder = KeyDecoder()
            var bytes = [UInt8](repeating: 0, count: 256)
            let before = decoder.keys(from: typedAhead)
            if !before.isEmpty { continuation.yield(.keys(before)) }
            while true {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                if count > 0 {
                    let keys = decoder.keys(from: bytes[..<count])
                    if !keys.isEmpty { continuation.yield(.keys(keys)) }
                } else if count < 0, errno == EAGAIN {
                    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    _ = poll(&input, 1, 1000)
                } else if count == 0 || errno != EINTR {
                    break
                }
            }
            haveKeysEnded.value.store(true, ordering: .releasing)
            continuation.yield(.ended)
        }
    }
}

/// A flag that two threads share.
private final class Flag: Sendable {
    let value = Atomic(false)
}
