// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Catches signals until it is told to stop.
///
/// Unchecked: dispatch sources may be used from any thread, and nothing here changes after it was made.
final class SignalSources: @unchecked Sendable {
    private let sources: [Int32: any DispatchSourceSignal]

    /// Starts to catch signals, which do nothing else from then on.
    init(_ numbers: [Int32], onSignal: @escaping @Sendable (Int32) -> Void) {
        var sources: [Int32: any DispatchSourceSignal] = [:]
        for number in numbers {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { onSignal(number) }
            source.resume()
            sources[number] = source
        }
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
