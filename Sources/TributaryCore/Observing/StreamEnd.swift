// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Ends a stream when its store is closed or released.
///
/// The stream's token retains it. The machine has a weak reference, and uses it when the machine ends.
@usableFromInline
final class StreamEnd: Sendable {
    private let finish: @Sendable () -> Void

    init(finish: @escaping @Sendable () -> Void) { self.finish = finish }

    func callAsFunction() { finish() }

    /// Makes a sequence of what an observation yields, until its loop is left or the store ends.
    ///
    /// - Parameters:
    ///   - policy: What is kept for a slow loop.
    ///   - observe: Begins the observation, which keeps the end alive.
    ///   - insert: Registers the end with the machine.
    /// - Returns: The sequence.
    static func stream<Element: Sendable>(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
        observe: (AsyncStream<Element>.Continuation, StreamEnd) -> ObservationToken,
        insert: (StreamEnd) -> Void
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let end = StreamEnd { continuation.finish() }
        let token = observe(continuation, end)
        continuation.onTermination = { _ in token.cancel() }
        insert(end)
        return stream
    }
}

/// The streams of a machine.
struct StreamEnds {
    private struct Entry {
        weak var end: StreamEnd?
    }

    private var entries: [Entry] = []
    private var liveCount = 0

    mutating func insert(_ end: StreamEnd) {
        if entries.count >= 2 * max(liveCount, 8) {
            entries.removeAll { $0.end == nil }
            liveCount = entries.count
        }
        entries.append(Entry(end: end))
    }

    mutating func finish() {
        let ending = entries
        entries = []
        for entry in ending { entry.end?() }
    }
}
