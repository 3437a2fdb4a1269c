// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The world outside of a feature, such as a bank or a server, as `check` and test stores model it.
///
/// ```swift
/// await check(Checkout(), initialState: Checkout.State(), world: Bank(), actions: …, properties: …) { dependencies, bank in
///     dependencies.charge = { amount in
///         try await bank.choose("charge \(amount)", from: [.accepted, .declined]) { answer, bank in
///             if answer == .accepted { bank.charges += 1 }
///         }
///     }
/// }
/// ```
/// Dependencies send questions to the world. Each question has several answers: `check` tries all of them, and a `TestStore` waits
/// until the test calls `answer`.
public final class World<Value: Hashable & Sendable>: Sendable {
    private let storage: Mutex<Value>

    /// Makes a world that begins with a value.
    public init(_ value: Value) { storage = Mutex(value) }

    /// The current value.
    public var value: Value { storage.withLock { $0 } }

    /// Sets the value, for the engine that goes from one situation to another.
    func replace(by value: Value) { storage.withLock { $0 = value } }

    /// Requests one of several answers, and changes the world with it.
    ///
    /// The answer and the change are one step. The action that an effect sends with the answer is a later step, if the
    /// question changes the world.
    ///
    /// - Parameters:
    ///   - question: The title of the question. Include every value that the change uses: `check` takes two effects as the same
    ///     if they ask the same question and do the same afterwards.
    ///   - answers: The possible answers, at least one.
    ///   - change: Changes the world when an answer is given.
    /// - Returns: The answer.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func choose<Answer: Hashable & Sendable>(
        _ question: some Hashable & Sendable,
        from answers: [Answer],
        changing change: @escaping @Sendable (_ answer: Answer, _ world: inout Value) -> Void
    ) async throws -> Answer {
        let question = Question(AnyHashable(question), answers.map(AnyHashable.init)) { [self] answer in
            guard let answer = answer as? Answer else { return }
            storage.withLock { change(answer, &$0) }
        }
        return try await question.ask()
    }

    /// Requests one of several answers.
    ///
    /// - Parameters:
    ///   - question: The title of the question.
    ///   - answers: The possible answers, at least one.
    /// - Returns: The answer.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func choose<Answer: Hashable & Sendable>(
        _ question: some Hashable & Sendable,
        from answers: [Answer]
    ) async throws -> Answer {
        try await Question(AnyHashable(question), answers.map(AnyHashable.init), change: nil).ask()
    }

    /// Requests a value that depends on the world's state when it answers.
    ///
    /// - Parameters:
    ///   - question: The title of the question.
    ///   - answer: Computes the answer.
    /// - Returns: The answer.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func read<Answer: Hashable & Sendable>(
        _ question: some Hashable & Sendable,
        _ answer: @escaping @Sendable (_ world: Value) -> Answer
    ) async throws -> Answer {
        let question = Question(AnyHashable(question)) { [self] in AnyHashable(answer(value)) }
        return try await question.ask()
    }

    /// Changes the world at some moment.
    ///
    /// - Parameters:
    ///   - event: The name of the change, with every value that the change uses.
    ///   - change: Changes the world.
    /// - Throws: `CancellationError` when the task is cancelled before it happens.
    public func change(
        _ event: some Hashable & Sendable,
        _ change: @escaping @Sendable (_ world: inout Value) -> Void
    ) async throws {
        _ = try await choose(event, from: ["happens"]) { _, world in change(&world) }
    }
}

/// Requests one of several answers: a place in a dependency at which `check` branches.
///
/// A `TestStore` waits until the test calls `answer`.
///
/// - Parameters:
///   - question: The title of the question.
///   - answers: The possible answers, at least one.
/// - Returns: The answer.
/// - Throws: `CancellationError` when the task is cancelled while it waits.
public func choose<Answer: Hashable & Sendable>(
    _ question: some Hashable & Sendable,
    from answers: [Answer]
) async throws -> Answer {
    try await Question(AnyHashable(question), answers.map(AnyHashable.init), change: nil).ask()
}
