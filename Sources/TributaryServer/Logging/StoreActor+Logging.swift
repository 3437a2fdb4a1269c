// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Logging
public import Logging
public import TributaryCore
internal import TributaryPersistence

extension StoreActor {
    /// Logs each action from now on, as it was reduced: by its names, with where it came from and what caused it.
    ///
    /// What is a `Secret` is not in it. The numbers are those of the entries where the store has a journal. While the logger drops the
    /// level, an action costs a comparison.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of actions.
    public func log(to logger: Logger, at level: Logger.Level = .debug) {
        withMachine { machine in
            _ = machine.inspect(
                Inspection(
                    reduced: { action, _ in
                        guard logger.logLevel <= level else { return }
                        var metadata: Logger.Metadata = [
                            "number": "\(action.number)", "origin": "\(action.origin)",
                        ]
                        if let cause = action.cause { metadata["cause"] = "\(cause)" }
                        logger.log(level: level, "\(Outline.name(of: action.action))", metadata: metadata)
                    },
                    closed: { logger.log(level: level, "closed") }
                ),
                alone: false
            )
        }
    }
}
#endif
