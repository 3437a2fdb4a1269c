// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
internal import Synchronization

/// The values that a publisher publishes from now on, to be read once.
///
/// If it is dropped without being read, the subscription is cancelled.
final class PublishedValues<Value: Sendable>: Sendable {
    private let values: Mutex<AsyncThrowingStream<Value, any Error>?>

    init<Published: Publisher>(_ publisher: Published) where Published.Output == Value {
        values = Mutex(Self.stream(publisher))
    }

    /// The values, the first time.
    func take() -> AsyncThrowingStream<Value, any Error>? {
        values.withLock { values in
            defer { values = nil }
            return values
        }
    }

    /// Subscribes at once; no value that is published before the first read is lost.
    static func stream<Published: Publisher>(
        _ publisher: Published
    ) -> AsyncThrowingStream<Value, any Error> where Published.Output == Value {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: Value.self,
            throwing: (any Error).self
        )
        let cancellation = Cancellation(
            publisher.sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: continuation.finish()
                    case .failure(let error): continuation.finish(throwing: error)
                    }
                },
                receiveValue: { continuation.yield($0) }
            )
        )
        continuation.onTermination = { _ in cancellation.cancel() }
        return stream
    }

    /// Unchecked Sendable: the contract of a subscription is that any thread may cancel it.
    private struct Cancellation: @unchecked Sendable {
        private let base: AnyCancellable

        init(_ base: AnyCancellable) { self.base = base }

        func cancel() { base.cancel() }
    }
}
#endif
