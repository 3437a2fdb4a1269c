// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How the nodes of a cluster reach each other: a question and its answer.
public protocol NodeTransport: Sendable {
    /// Begins to answer what other nodes ask; returns when others can reach it.
    ///
    /// - Parameter answering: Gets a question, and gives the answer. It is called for many questions at once.
    /// - Throws: What keeps others from reaching this node, such as an address that is taken.
    func start(answering: @escaping @Sendable (_ question: [UInt8]) async -> [UInt8]) async throws

    /// Asks a node, and waits for its answer.
    ///
    /// The question is delivered at most once, also where it is not answered: what the other node has said it has not done
    /// must not arrive there again.
    ///
    /// - Parameters:
    ///   - address: Of the node, as that one has it in the table of nodes.
    ///   - question: The question.
    ///   - deadline: How long to wait.
    /// - Returns: The answer.
    /// - Throws: Whether the question may have arrived.
    func ask(_ address: String, _ question: [UInt8], deadline: ContinuousClock.Instant)
        async throws(NodeTransportError) -> [UInt8]

    /// Answers what is on its way, then closes.
    func stop() async
}

/// Why there is no answer of another node.
public enum NodeTransportError: Error, Equatable, Sendable {
    /// The node was certainly not asked: there was no connection, the secret was wrong, or too much waited already.
    case refused(reason: String)

    /// The node was asked perhaps: the connection was lost, or the deadline has passed.
    case unknown(reason: String)
}
