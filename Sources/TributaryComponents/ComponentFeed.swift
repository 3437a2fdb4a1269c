// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Brings props to a component on an actor of its own, one after the other and in order.
///
/// The token of the connection retains it. Props that wait when it is released are not performed.
final class ComponentFeed<Fed: ServiceComponent>: Sendable {
    private let continuation: AsyncStream<Fed.Props>.Continuation

    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - component: The component; not kept alive.
    ///   - policy: The props that wait while the component is busy.
    ///   - isRepeatable: Whether props are performed even if they equal the last ones.
    init(
        _ component: Fed,
        _ policy: AsyncStream<Fed.Props>.Continuation.BufferingPolicy,
        isRepeatable: Bool = false
    ) {
        let (stream, continuation) = AsyncStream.makeStream(of: Fed.Props.self, bufferingPolicy: policy)
        self.continuation = continuation
        // The task retains it, so a first connection after the last starts again.
        let line = sharedByConnections(of: component) { PerformanceLine<Fed.Props>() }
        task = Task { [weak component] in
            for await props in stream {
                guard !Task.isCancelled, let component else { return }
                await line.perform(props, isRepeatable: isRepeatable) { await component.render(props) }
            }
        }
    }

    deinit { task.cancel() }

    func send(_ props: Fed.Props) { continuation.yield(props) }
}
