// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Catches signals until it is stopped.
///
/// Unchecked: dispatch sources may be used from any thread, and nothing here changes after initialization.
final class SignalSources: @unchecked Sendable {
    private let sources: [Int32: any DispatchSourceSignal]

    /// Starts to catch signals, instead of their default actions.
    ///
    /// It returns when each signal is caught; an earlier signal would be lost, because its default action is
    /// disabled.
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

    /// Restores the default actions of the signals, but for those that are to be ignored.
    func stop(ignoring ignored: Set<Int32> = []) {
        for (number, source) in sources {
            source.cancel()
            signal(number, ignored.contains(number) ? SIG_IGN : SIG_DFL)
        }
    }
}
