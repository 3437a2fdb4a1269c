// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Work that a reducer returns, described as a value: nothing runs until a store performs it.
///
/// An action without effects costs nothing here: `none` is an empty value, and composed reducers pass it on without
/// allocating. Effects live with their state: they end when their child's state goes away, when their identifier is
/// cancelled, and when their store closes or is released (law 8).
public struct Effect<Action> {
    /// A single reference, so that reducers that pass on `none` pass on a null pointer.
    @usableFromInline package let operation: EffectOperation?

    @inlinable
    init(_ operation: EffectOperation?) { self.operation = operation }

    init(_ kind: EffectOperation.Kind) { operation = CompositeOperation(kind) }

    /// Whether there is nothing to do.
    @inlinable
    var isNone: Bool { operation == nil }
}

extension Effect {
    /// No work at all.
    @inlinable
    public static var none: Effect { Effect(nil) }

    /// Sends an action in the same turn, after the actions that already wait.
    ///
    /// It is a follow-up, not a task: it costs an entry in the queue, and no suspension.
    @inlinable
    public static func send(_ action: Action) -> Effect { Effect(SendOperation(action)) }
}

extension Effect {
    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.compactMap(\.operation)
        return present.count > 1 ? Effect(.merge(present)) : Effect(present.first)
    }

    /// Starts this effect, then the other, without waiting.
    ///
    /// Costs nothing when either is `none`.
    public func merge(with other: Effect) -> Effect {
        guard let operation else { return other }
        guard let following = other.operation else { return self }
        return Effect(.merge([operation, following]))
    }

    /// Starts each effect when the one before it has ended.
    ///
    /// Cancelling the whole sequence also drops the effects that have not started.
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Starts each effect when the one before it has ended.
    public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.compactMap(\.operation)
        return present.count > 1 ? Effect(.concatenate(present)) : Effect(present.first)
    }

    /// Starts the other effect when this one has ended.
    public func concatenate(with other: Effect) -> Effect { .concatenate(self, other) }
}

extension Effect {
    /// Turns the actions that the effect sends into actions of a parent.
    ///
    /// - Parameter transform: Embeds an action, most often in a case: `.map(Action.settings)`. It runs on the store's
    ///   actor, once per action sent.
    /// - Returns: The effect with the parent's actions.
    public func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Effect<NewAction> {
        scoped({ transform($0) }, link: nil)
    }

    /// Turns a child's actions into its parent's, drops those for which it gets `nil`, and ends the effect when the
    /// child's state goes away.
    @usableFromInline func scoped<NewAction>(
        _ transform: @escaping (Action) -> NewAction?,
        link: StateLink?,
        element: AnyHashable? = nil
    ) -> Effect<NewAction> {
        guard let operation else { return Effect<NewAction>(nil) }
        // An effect only sends its own actions.
        let embed: EffectEmbedding = { sent in
            let action = unsafeDowncast(sent, to: SendOperation<Action>.self).action
            // Not by `map`, which would look up the types.
            guard let action = transform(action) else { return nil }
            return SendOperation(action)
        }
        return Effect<NewAction>(.embedded(operation, embed, link: link, element: element))
    }

    /// The effect, run with the dependencies of a subtree.
    @usableFromInline func depending(on dependencies: Dependencies) -> Effect {
        operation.map { Effect(.depending($0, dependencies)) } ?? self
    }

    /// The effect, as an effect of a companion.
    ///
    /// The task of the action during which it begins neither waits for it nor cancels it. `flush` waits for it.
    package func heldByCompanion() -> Effect { operation.map { Effect(.heldByCompanion($0)) } ?? self }

    /// An operation that is made when the effect is performed, on the store's actor, in the turn that returned it.
    ///
    /// Use it for work that has to begin before the sender continues, such as subscribing to events.
    ///
    /// - Parameters:
    ///   - site: The line of the program that made it.
    ///   - handler: Handles an error of its type that the operation throws. Any other error is a diagnostic.
    ///   - make: Makes the operation.
    /// - Returns: The effect.
    package static func subscription<Failure: Error>(
        site: SourceSite,
        catch handler: (@Sendable (_ error: Failure, _ send: Send<Action>) async -> Void)?,
        _ make: @escaping () -> @Sendable (_ send: Send<Action>) async throws -> Void
    ) -> Effect {
        Effect(.deferred { work(site: site, operation: make(), catch: handler).operation })
    }
}

extension Effect {
    /// Runs an asynchronous operation in a task of its own, which may send actions as long as it runs.
    ///
    /// The operation starts when the reducer's action is done. It inherits the task-local values of the action's
    /// sender, also when it has to wait for its start, in a sequence, a delay or a queue. After it was cancelled,
    /// actions that it sends are dropped, and an error that it throws is ignored.
    ///
    /// Operations start in the order in which their reducers are written. An operation that is isolated to an actor,
    /// as in `.run { @MainActor send in … }`, joins that actor's queue at once: operations of one actor and one
    /// priority begin in this order, also over several actions. An operation that is isolated to no actor runs
    /// outside the store's actor, where tasks run in parallel: it may begin before one that was started earlier. If
    /// such operations need an order, use `concatenate`, or `cancellable(id:policy:)` with `.queue`.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - operation: The work. Its `send` waits until the action and its turn are done.
    ///   - handler: Handles an error that the operation throws. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func run(
        priority: TaskPriority? = nil,
        name: String? = nil,
        operation: @escaping @isolated(any) @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        work(
            priority: priority,
            name: name,
            site: SourceSite(fileID: fileID, line: line),
            isStream: false,
            operation: operation,
            catch: handler
        )
    }

    /// One operation as an effect.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - site: The line of the program that made it.
    ///   - isStream: Whether it sends the values of a sequence or a publisher, as long as that lasts.
    ///   - operation: The work.
    ///   - handler: Handles an error of its type that the operation throws; any other error is a diagnostic.
    /// - Returns: The effect.
    private static func work<Failure: Error>(
        priority: TaskPriority? = nil,
        name: String? = nil,
        site: SourceSite,
        isStream: Bool = true,
        operation: @escaping @isolated(any) @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: Failure, _ send: Send<Action>) async -> Void)?
    ) -> Effect {
        let work = EffectWork(
            name: name,
            priority: priority?.rawValue,
            site: site,
            isolation: operation.isolation,
            isStream: isStream,
            // Not `map`, which would look up the type of the handler for each effect.
            handler: handler == nil
                ? nil
                : { @Sendable error, channel in
                    guard let handler, let error = error as? Failure else { return false }
                    await handler(error, Send(channel))
                    return true
                },
            body: { channel in try await operation(Send(channel)) }
        )
        return Effect(work)
    }
}

extension Effect {
    /// Turns the elements of an asynchronous sequence, made when the effect starts, into actions, until the sequence ends.
    ///
    /// It requests the next element when the action of the previous one and its turn are done. It ends, as any effect, when it is
    /// cancelled or its child's state goes away (law 8). `retry` makes the sequence anew for each attempt.
    ///
    /// - Parameters:
    ///   - makeSequence: Makes the sequence, in the effect's task.
    ///   - priority: The priority of the task; by default that of the sender.
    ///   - name: The name of the task, for debuggers and logs.
    ///   - transform: The action for an element; `nil` sends none.
    ///   - handler: Handles an error of the sequence, or of making it. Without it, an error is a diagnostic.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect.
    public static func stream<Elements: AsyncSequence & SendableMetatype>(
        _ makeSequence: @escaping @Sendable () async throws -> Elements,
        priority: TaskPriority? = nil,
        name: String? = nil,
        _ transform: @escaping @Sendable (Elements.Element) -> sending Action?,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect where Elements.AsyncIterator: SendableMetatype {
        work(
            priority: priority,
            name: name,
            site: SourceSite(fileID: fileID, line: line),
            operation: { send in
                for try await element in try await makeSequence() {
                    if let action = transform(element) { await send(action) }
                    if send.isCancelled { return }
                }
            },
            catch: handler
        )
    }
}
