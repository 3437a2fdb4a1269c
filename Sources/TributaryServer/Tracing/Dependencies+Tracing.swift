// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import Tracing
public import TributaryCore

extension Dependencies {
    /// Carries the sender's context with each action of a store with a journal, and of a cluster's stores.
    ///
    /// ```swift
    /// let rooms = cluster.directory("room", initialState: Room.State.init(id:)) { Room() } dependencies: {
    ///     $0.carryContext()
    /// }
    /// ```
    /// The context reaches the node that owns the store, and is written in the action's entry. Effects that start when the action
    /// is durable have it, and so do their actions and the effects of these: their spans belong to the sender's trace. An effect
    /// that begins because a store was opened, such as a feedback after a crash, has no context, because the entry that caused it
    /// is unknown.
    ///
    /// The fields that the instrument writes are in the log and sent between nodes, so they must not be secret. A context of more
    /// than 8,192 bytes is not written; it reaches only effects in the sender's process.
    ///
    /// - Parameter instrument: Writes contexts as text and reads them, as a tracer does for the trace.
    public mutating func carryContext(with instrument: any Instrument = InstrumentationSystem.instrument) {
        contextCarrier = InstrumentCarrier(instrument)
    }
}

/// Lets an instrument write contexts and read them.
private final class InstrumentCarrier: ContextCarrier {
    private let instrument: any Instrument

    init(_ instrument: any Instrument) { self.instrument = instrument }

    var current: (any Sendable)? { ServiceContext.current }

    func resume<Result>(_ context: (any Sendable)?, _ body: () -> Result) -> Result {
        ServiceContext.$current.withValue(context as? ServiceContext) { body() }
    }

    func write(_ context: any Sendable) -> [String: String] {
        guard let context = context as? ServiceContext else { return [:] }
        var fields: [String: String] = [:]
        instrument.inject(context, into: &fields, using: Fields())
        return fields
    }

    func read(_ fields: [String: String]) -> (any Sendable)? {
        var context = ServiceContext.topLevel
        instrument.extract(fields, into: &context, using: Fields())
        return context
    }

    private struct Fields: Injector, Extractor {
        func inject(_ value: String, forKey name: String, into fields: inout [String: String]) {
            fields[name] = value
        }

        func extract(key name: String, from fields: [String: String]) -> String? { fields[name] }
    }
}
#endif
