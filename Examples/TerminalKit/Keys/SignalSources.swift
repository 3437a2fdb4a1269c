// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Catches signals until it is told to stop.
///
/// Unchecked: dispatch sources may be used from any thread, and nothing here changes after it was made.
final class SignalSources: @unchecked Sendable {
    private let sources: [Int32: any DispatchSourceSignal]

    /// Starts to catch signals, which do nothing else from then on.
    ///
    /// It returns when each of them is caught: one that came before would be lost, as nothing else is done for it.
    init(_ numbers: [Int32], onSignal: @escaping @Sendable (Int32) -> Void) {
        var sources: [Int32: any DispatchSourceSignal] = [:]
        let isCaught = DispatchSemaphore(value: 0)
        for number in numbers {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { onSignal(number) }
            source.setRegistrationHandler { isCaught.signal() }
            source.resume()
            sources[number] = source
        }
        for _ in numbers { isCaught.wait() }
        self.sources = sources
    }

    /// Lets the signals do again what they do by themselves.
    func stop() {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }
}
