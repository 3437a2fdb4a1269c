// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The error of an operation whose effect has taken longer than it may.
public struct EffectTimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How long the effect could take.
    public let duration: Duration

    /// The error for an effect with this limit of time.
    public init(duration: Duration) { self.duration = duration }

    /// A description with the duration.
    public var description: String { "The effect took longer than \(duration)." }
}

/// The reaction to an effect that takes too long.
@usableFromInline
package enum EffectTimeout {
    /// An action is sent.
    case sends(EffectOperation)
    /// Every operation that still runs fails.
    case fails(EffectTimeoutError, site: SourceSite)
}

extension Effect {
    /// Cancels the effect when it takes too long, and sends an action instead.
    ///
    /// The time counts from the action, and ends when all of the effect has ended: every part of a merge, the last part of a
    /// sequence. Actions that the effect sent before that remain; later actions are dropped. Cancelling the effect cancels the
    /// timeout, too.
    ///
    /// - Parameters:
    ///   - duration: How long the effect may take.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - action: The action to send when the time is over.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect with the limit.
    public func timeout(
        after duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        sending action: Action,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        guard let operation else { return self }
        let timer = EffectTimer(duration, clock: clock, site: SourceSite(fileID: fileID, line: line))
        return Effect(.timed(operation, timer, .sends(SendOperation(action))))
    }

    /// Cancels the effect when it takes too long, and fails each operation that still runs.
    ///
    /// The `catch` closure of each such operation gets an `EffectTimeoutError` at once, even if the operation does
    /// not react to its cancellation. Without such a closure, the error is a diagnostic, as any other. Parts that
    /// have not begun are dropped. If no operation runs that could fail, the diagnostic names this call.
    ///
    /// - Parameters:
    ///   - duration: How long the effect may take.
    ///   - clock: The clock that counts; without one, it is the dependency `\.clock` where the effect runs.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect with the limit.
    public func timeout(
        after duration: Duration,
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        guard let operation else { return self }
        let site = SourceSite(fileID: fileID, line: line)
        let timeout = EffectTimeout.fails(EffectTimeoutError(duration: duration), site: site)
        return Effect(.timed(operation, EffectTimer(duration, clock: clock, site: site), timeout))
    }
}
