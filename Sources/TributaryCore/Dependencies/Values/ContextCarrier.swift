// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Carries a task's context, such as its trace, along with actions where tasks do not reach: into a log, to another machine, and to
/// effects that wait until their action is durable.
package protocol ContextCarrier: AnyObject, Sendable {
    /// The context of the running task; `nil` if it has none.
    var current: (any Sendable)? { get }

    /// Calls a closure, in which the task has this context, and so do tasks that begin there.
    func resume<Result>(_ context: (any Sendable)?, _ body: () -> Result) -> Result

    /// The fields to write for a context; empty for none.
    func write(_ context: any Sendable) -> [String: String]

    /// The context that was written as these fields; `nil` if no field is known.
    func read(_ fields: [String: String]) -> (any Sendable)?
}

/// By default, actions carry no context.
private enum ContextCarrierKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> (any ContextCarrier)? { nil }
}

extension Dependencies {
    /// The carrier of contexts for the actions of recorded stores.
    package var contextCarrier: (any ContextCarrier)? {
        get { givenValue(of: ContextCarrierKey.self) ?? nil }
        set { self[ContextCarrierKey.self] = newValue }
    }
}

extension ContextCarrier {
    /// The most bytes to write; without a limit, a server's clients could fill its log.
    private var limit: Int { 8_192 }

    /// The fields of the running task's context; `nil` for none, and for more than 8,192 bytes.
    package var fields: [String: String]? {
        guard let current, case let fields = write(current), !fields.isEmpty else { return nil }
        let size = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return size <= limit ? fields : nil
    }
}
