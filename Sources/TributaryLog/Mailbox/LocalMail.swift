// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The parts of a mailbox that end with its process: nodes, answers, and listeners.
package final class LocalMail: Sendable {
    private struct State {
        var nodes: [String: (contents: [UInt8], seen: LogTime)] = [:]
        var answers: [String: [MailboxAnswer]] = [:]
        var listeners: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
        var count = 0
    }

    private static let day = 86_400_000
    private let state = Mutex(State())

    package init() {}

    /// Keeps the answers among changes for waiting callers.
    package func keepAnswers(of changes: [MailboxChange]) {
        state.withLock { state in
            for case .answer(let answer) in changes {
                state.answers[answer.sender.node, default: []].append(answer)
            }
        }
    }

    package func takeAnswers(for node: String) -> [MailboxAnswer] {
        state.withLock { $0.answers.removeValue(forKey: node) ?? [] }
    }

    /// Wakes nodes.
    package func wake(_ nodes: Set<String>) {
        let listeners = state.withLock { state in
            nodes.flatMap { state.listeners[$0]?.values.map(\.self) ?? [] }
        }
        for listener in listeners { listener.yield() }
    }

    package func wakeups(at node: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.listeners[node, default: [:]][state.count] = continuation
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners[node]?.removeValue(forKey: number) }
        }
        return stream
    }

    package func meet(_ node: MailboxNode?, within age: Duration, at now: LogTime) -> [MailboxNode] {
        let nodes = state.withLock { state in
            if let node, state.nodes[node.name]?.contents != node.contents {
                state.nodes[node.name] = (node.contents, now)
            }
            state.nodes = state.nodes.filter { now.milliseconds - $0.value.seen.milliseconds < Self.day }
            return state.nodes
        }
        if let node { wake([node.name]) }
        return nodes.filter { now.milliseconds - $0.value.seen.milliseconds <= age.milliseconds }
            .map { name, row in
                let age = Duration.milliseconds(now.milliseconds - row.seen.milliseconds)
                return MailboxNode(name: name, contents: row.contents, age: age)
            }
            .sorted { $0.name < $1.name }
    }

    /// Ends all streams.
    package func close() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners.values.flatMap(\.values)
        }
        for listener in listeners { listener.finish() }
    }
}
