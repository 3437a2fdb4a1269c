// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// Brings props to a component on an actor of its own, one after the other and in order.
///
/// The token of the connection retains it. Props that wait when it is released are not performed.
final class ComponentFeed<Fed: ServiceComponent>: Sendable {
    private let continuation: AsyncStream<Fed.Props>.Continuation
    private let task: Task<Void, Never>
    private let isRepeatable: Bool

    /// The props that were sent last.
    private let last = Mutex<Fed.Props?>(nil)

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
        self.isRepeatable = isRepeatable
        // The task retains it, so a first connection after the last starts again.
        let line = sharedByConnections(of: component) { PerformanceLine<Fed>() }
        task = Task { [weak component] in
            for await props in stream {
                guard !Task.isCancelled, let component else { return }
                await line.perform(props, by: component, isRepeatable: isRepeatable)
            }
        }
    }

    deinit { task.cancel() }

    /// Passes on props that differ from the last ones; only the store's actor calls it.
    func send(_ props: Fed.Props?) {
        guard let props else { return }
        // Compared and released outside the lock, because both run code of the program.
        let former = last.withLock { $0 }
        guard isRepeatable || props != former else { return }
        last.withLock { $0 = props }
        continuation.yield(props)
    }

    /// Sends the props that are made from a value, as long as the connection lives.
    func sending<Part>(_ props: @escaping @Sendable (Part) -> Fed.Props) -> @Sendable (Part) -> Void {
        { [weak self] in self?.send(props($0)) }
    }

    /// The connection by an observation that sends props here.
    func connection(_ observation: ObservationToken) -> ObservationToken {
        ObservationToken([observation, ObservationToken(holding: self)])
    }
}

/// The queue for all connections of a component on an actor of its own: it performs one thing at a time.
private actor PerformanceLine<Fed: ServiceComponent> {
    /// The props that were performed last.
    private var last: Fed.Props?

    /// The end of the queue.
    private var end: Task<Void, Never>?

    /// Performs props after those before them, unless they equal the last ones or the task is cancelled.
    func perform(_ props: Fed.Props, by component: Fed, isRepeatable: Bool) async {
        let task = Task { [end] in
            await end?.value
            guard !Task.isCancelled, isRepeatable || props != last else { return }
            last = props
            await component.render(props)
        }
        end = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
