// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Tracing
public import Tracing
public import TributaryCore

extension Dependencies {
    /// Lets the context of whoever sends go with each action of a store with a journal, and of those of a cluster.
    ///
    /// ```swift
    /// let rooms = cluster.directory("room", initialState: Room.State.init(id:)) { Room() } dependencies: {
    ///     $0.carryContext()
    /// }
    /// ```
    /// The context reaches the node that owns the store, stands in the entry of the action, and is that of the effects which the
    /// action starts when it is durable, of what these send, and of the effects of that: spans that they make belong to the trace of
    /// whoever sent the action. An effect that begins because a store was opened, such as a feedback after a crash, has no context:
    /// which of the entries made the state ask for it is not known.
    ///
    /// What the instrument writes of a context stands in the log and travels between nodes, so nothing in it may be secret. More than
    /// 8,192 bytes are not written, and only reach the effects of the process in which the action is sent.
    ///
    /// - Parameter instrument: Writes contexts as texts, and reads them: a tracer does, for the trace.
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
