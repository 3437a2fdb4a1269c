// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import News
import Synchronization
import Tributary

/// Records the outputs of News.
@MainActor
final class Outputs {
    private(set) var all: [News.Action.Output] = []

    var recorder: some Reducer<News.State, News.Action> {
        Update { _, action in
            if let output = action[case: \.output] { self.all.append(output) }
        }
    }
}

/// The answers of each feed, in a fixed order.
actor Answers {
    nonisolated let ids: [String]
    private var answers: [String: [Result<FeedAnswer, Failure>]]

    init(_ answers: [String: [Result<FeedAnswer, Failure>]]) {
        self.answers = answers
        ids = answers.keys.sorted()
    }

    func count(of id: String) -> Int { answers[id]?.count ?? 0 }

    /// The next answer of a feed; an unknown feed fails.
    func next(for id: String) throws -> FeedAnswer {
        guard let next = answers[id]?.first else { throw Failure() }
        answers[id]?.removeFirst()
        return try next.get()
    }
}

/// Blocks all callers until it is opened, and counts those inside.
final class Gate: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    private let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation
    private let opened: Task<Void, Never>

    init() {
        (ends, end) = AsyncStream.makeStream(of: Void.self)
        opened = Task { [ends] in for await _ in ends {} }
    }

    /// How many were inside at once.
    var most: Int { counts.withLock(\.most) }

    func wait() async {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
        await opened.value
        counts.withLock { $0.now -= 1 }
    }

    func open() { end.finish() }
}
