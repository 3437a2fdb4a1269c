// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Knows what a task says of itself, such as the trace of which it is a part, and lets that go with actions where no task goes:
/// into a log, to another machine, and to effects that wait until their action is durable.
package protocol ContextCarrier: AnyObject, Sendable {
    /// What the running task says of itself; `nil` for nothing.
    var current: (any Sendable)? { get }

    /// Calls a closure, in which the task says this of itself, and so do tasks that begin there.
    func resume<Result>(_ context: (any Sendable)?, _ body: () -> Result) -> Result

    /// What is written of it; empty for nothing.
    func write(_ context: any Sendable) -> [String: String]

    /// What was written; `nil` where nothing in it is known.
    func read(_ fields: [String: String]) -> (any Sendable)?
}

/// By default nothing goes with actions.
private enum ContextCarrierKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> (any ContextCarrier)? { nil }
}

extension Dependencies {
    /// What goes with the actions of stores that are recorded.
    package var contextCarrier: (any ContextCarrier)? {
        get { self[ContextCarrierKey.self] }
        set { self[ContextCarrierKey.self] = newValue }
    }

    /// What a new store would be given to carry contexts.
    package static func contextCarrier(
        ofStore configure: (inout Dependencies) -> Void
    ) -> (any ContextCarrier)? {
        ofStore(configure).contextCarrier
    }
}

extension ContextCarrier {
    /// More than this is not written: whoever asks a server could fill its log.
    private var limit: Int { 8_192 }

    /// What is to be written of the running task; `nil` for nothing, and for more than 8,192 bytes.
    package var fields: [String: String]? {
        guard let current, case let fields = write(current), !fields.isEmpty else { return nil }
        let size = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return size <= limit ? fields : nil
    }
}
