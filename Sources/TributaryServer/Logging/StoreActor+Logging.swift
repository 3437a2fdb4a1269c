// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import Logging
public import TributaryCore
internal import TributaryPersistence

extension StoreActor {
    /// Logs each action from now on, as it was reduced: its name, its origin, and its cause.
    ///
    /// A `Secret` is not logged. If the store has a journal, the numbers are those of its entries. While the logger drops the
    /// level, an action costs a comparison.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of actions.
    public func log(to logger: Logger, at level: Logger.Level = .debug) {
        withMachine { $0.inspections.append(LoggedActions<State, Action>(logger: logger, level: level)) }
    }
}

/// Logs the actions of a store.
private final class LoggedActions<State, Action>: Inspection {
    private let logger: Logger
    private let level: Logger.Level

    init(logger: Logger, level: Logger.Level) { (self.logger, self.level) = (logger, level) }

    func didReduce(_ action: ActionRecord<State, Action>, number: Int, cause: Int?) {
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = ["number": "\(number)", "origin": "\(action.origin)"]
        if let cause { metadata["cause"] = "\(cause)" }
        logger.log(level: level, "\(Outline.name(of: action.action))", metadata: metadata)
    }

    func didCommit() {}

    func didChange(_ effect: EffectEvent, by action: Int?) {}

    func didClose() { logger.log(level: level, "closed") }
}
#endif
