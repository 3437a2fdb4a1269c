// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import Tracing
public import TributaryCore
internal import TributaryPersistence

extension StoreActor where Action: Sendable {
    /// Sends an action, and waits for its effects, within a span.
    ///
    /// ```swift
    /// try await shop.trace(.ordered(id: "o-1"), as: "order")
    /// ```
    /// The span lasts until the action is durable and its effects have ended, including effects that follow from these. It names
    /// the action without any `Secret`. The reducers and the effects have its context: spans that they make are its children.
    /// Effects of a store with a journal start later, when the action is durable: set `carryContext` in its dependencies, so that
    /// they have the context, too.
    ///
    /// If the waiting task is cancelled, the effects are cancelled.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - name: The name of the span.
    ///   - tracer: Makes the span.
    /// - Throws: A `CommitError` if the action was dropped, or could not be written; the span records the error.
    public func trace(
        _ action: Action,
        as name: String,
        with tracer: any Tracer = InstrumentationSystem.tracer
    ) async throws(CommitError) {
        let span = tracer.startAnySpan(name, ofKind: .internal)
        defer { span.end() }
        span.attributes["tributary.action"] = Outline.name(of: action)
        let task = ServiceContext.withValue(span.context) { send(action) }
        do throws(CommitError) {
            try await task.committed()
            await task.finish()
        } catch {
            span.recordError(error)
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
#endif
