// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import TributaryCore
public import TributaryJournal
public import TributaryLog

/// The stores of a kind in a cluster, each with an id.
public struct Directory<State: Codable & Sendable, Action: Journaled & Sendable>: Sendable {
    let cluster: Cluster
    let name: String
    let host: DirectoryHost<State, Action>

    init(cluster: Cluster, name: String, host: DirectoryHost<State, Action>) {
        self.cluster = cluster
        self.name = name
        self.host = host
        cluster.runtime.add(host, named: name, passivation: nil)
    }

    /// Takes snapshots of stores, so that opening one does not reduce all of its entries again.
    ///
    /// - Parameter policy: How often, for stores that are opened from now on; by default every 1,000 entries.
    /// - Returns: The directory.
    public func snapshots(_ policy: SnapshotPolicy) -> Directory {
        host.setSnapshots(policy)
        return self
    }

    /// Closes stores that are not used.
    ///
    /// A closed store uses no memory. Its effects are cancelled, and its feedbacks begin again when the store is next used.
    ///
    /// - Parameter age: How long a store stays open without a request; checked with each heartbeat.
    /// - Returns: The directory.
    public func passivating(after age: Duration) -> Directory {
        cluster.runtime.add(host, named: name, passivation: age)
        return self
    }

    /// Declares how a question is answered, by the owner of the store.
    ///
    /// Declare it at all nodes, before others send questions.
    ///
    /// - Parameters:
    ///   - question: The type of the question.
    ///   - answer: Gives the answer; an error that it throws refuses the question.
    /// - Returns: The directory.
    public func answering<Question: ClusterQuestion>(
        _ question: Question.Type,
        _ answer: @escaping @Sendable (Question, State) throws -> Question.Answer
    ) -> Directory {
        host.add(question, answer)
        return self
    }

    /// Sends a command to another store with each action of a case.
    ///
    /// ```swift
    /// accounts.sending(\.paid) { payment in
    ///     .send(to: accounts[payment.receiver], .received(payment.amount))
    /// }
    /// ```
    /// The message becomes durable in the statement that appends the action's entry, so there is both or neither. Its command is reduced
    /// exactly once. There is no order among messages to one store. Declare it at all nodes, before others send. A closure that captures a
    /// directory keeps the cluster alive until it leaves.
    ///
    /// - Parameters:
    ///   - action: The case.
    ///   - command: Makes the command of the value; `nil` sends nothing.
    /// - Returns: The directory.
    public func sending<Value>(
        _ action: CaseKeyPath<Action, Value>,
        _ command: @escaping @Sendable (Value) -> StoreCommand?
    ) -> Directory {
        let path = CasePath(action)
        host.add { [node = cluster.name, weak runtime = cluster.runtime] store in
            { [weak runtime] action, entry in
                guard let value = path.extract(from: action), let command = command(value) else { return nil }
                let owner = runtime?.owner(of: command.store) ?? node
                return command.message(id: "from \(store.log) \(entry)", at: owner)
            }
        }
        return self
    }

    /// Sends an action to a store at a time that its state contains.
    ///
    /// ```swift
    /// auctions.reminder("closing", at: { $0.closes }) { .timeIsUp }
    /// ```
    /// The reminder is a message of the store to itself, durable together with the commit after which the state contains the time.
    /// It arrives at that time by the clock of the database, also at a store that was closed or whose node died. When the state
    /// contains another time, or none, it is replaced. A time is reminded of once. A state from before the declaration has no
    /// reminder until its time changes.
    ///
    /// - Parameters:
    ///   - name: Of the reminder, which no other of the directory has, and which stays the same in later programs.
    ///   - due: The time; `nil` for none. It is called after each commit.
    ///   - action: The action.
    /// - Returns: The directory.
    public func reminder(
        _ name: String,
        at due: @escaping @Sendable (State) -> Date?,
        _ action: @escaping @Sendable () -> Action
    ) -> Directory {
        host.add(reminder: name, at: { due($0).flatMap(LogTime.init(_:)) }) {
            [node = cluster.name] store, id, due in
            var message = StoreCommand(store, action).message(id: id, at: node)
            message.due = due
            return message
        }
        return self
    }

    /// A store, whichever node owns it; it need not exist yet.
    ///
    /// - Parameter id: Its name; any text.
    public subscript(id: String) -> ClusterStore<State, Action> {
        ClusterStore(directory: self, name: StoreName(directory: name, id: id))
    }
}

/// A question to the owner of a store, which does not change its state.
///
/// ```swift
/// struct Topic: ClusterQuestion {
///     typealias Answer = String
/// }
/// ```
public protocol ClusterQuestion: Codable, Sendable {
    /// The answer; as JSON it may have 4 MiB.
    associatedtype Answer: Codable & Sendable

    /// The name of the question in messages; by default the name of its type.
    static var name: String { get }
}

extension ClusterQuestion {
    /// The name of the type.
    public static var name: String { "\(Self.self)" }
}

/// Opens the stores of a directory at this node.
final class DirectoryHost<State: Codable & Sendable, Action: Journaled & Sendable>: StoreHost {
    typealias Answering = @Sendable (_ question: Data, State) throws -> Data
    typealias MakingOutbox = @Sendable (StoreName, inout StoreOutbox<State, Action>) -> Void

    let log: any Mailbox
    let version: Int

    /// Carries the sender's context to the owner.
    let carrier: (any ContextCarrier)?
    private let journal: Mutex<Journal>
    private let answers = Mutex<[String: Answering]>([:])
    private let opening:
        @Sendable (Journal, StoreName, StoreOwnership, StoreOutbox<State, Action>?) async throws
            -> StoreActor<State, Action>
    private let outboxes = Mutex<[MakingOutbox]>([])

    init<R: Reducer<State, Action>>(
        log: any Mailbox,
        version: Int,
        initialState: @escaping @Sendable (String) -> State,
        reducer: @escaping @Sendable () -> R,
        configure: @escaping @Sendable (inout Dependencies) -> Void
    ) {
        self.log = log
        self.version = version
        carrier = Dependencies.ofStore(configure).contextCarrier
        journal = Mutex(Journal(log))
        opening = { journal, name, ownership, outbox in
            try await journal.open(
                name.log,
                claimedAs: ownership,
                version: version,
                initialState: initialState(name.id),
                reducer: reducer,
                outbox: outbox,
                dependencies: { dependencies in
                    configure(&dependencies)
                    // That a store loses its log is nothing to report here: it is opened again.
                    let reporter = dependencies.diagnosticReporter
                    dependencies.diagnosticReporter = DiagnosticReporter { diagnostic in
                        if diagnostic.identifier == Diagnostic.Identifier("TRIBUTARY-029")
                            || diagnostic.identifier == Diagnostic.Identifier("TRIBUTARY-003")
                        {
                            return
                        }
                        if diagnostic.identifier == Diagnostic.Identifier("TRIBUTARY-004") { return }
                        reporter.report(diagnostic)
                    }
                }
            )
        }
    }

    var current: Journal { journal.withLock { $0 } }

    func setSnapshots(_ policy: SnapshotPolicy) {
        let made = Journal(log, snapshots: policy)
        journal.withLock { $0 = made }
    }

    func add<Question: ClusterQuestion>(
        _ type: Question.Type,
        _ answer: @escaping @Sendable (Question, State) throws -> Question.Answer
    ) {
        answers.withLock { answers in
            answers[type.name] = { question, state in
                let question = try JSONDecoder().decode(Question.self, from: question)
                return try JSONEncoder().encode(answer(question, state))
            }
        }
    }

    func add(
        _ send:
            @escaping @Sendable (StoreName) -> @Sendable (_ action: Action, _ entry: Int) -> MailboxMessage?
    ) {
        outboxes.withLock { $0.append { $1.sends.append(send($0)) } }
    }

    func add(
        reminder name: String,
        at due: @escaping @Sendable (State) -> LogTime?,
        _ message: @escaping @Sendable (StoreName, _ id: String, _ due: LogTime) -> MailboxMessage
    ) {
        outboxes.withLock { outboxes in
            outboxes.append { store, outbox in
                outbox.reminders.append(StoreOutbox.Reminder(name, due: due) { message(store, $0, $1) })
            }
        }
    }

    /// Forgets the closures that may refer to the cluster.
    func end() { outboxes.withLock { $0 = [] } }

    private func outbox(of name: StoreName) -> StoreOutbox<State, Action>? {
        let making = outboxes.withLock { $0 }
        guard !making.isEmpty else { return nil }
        var outbox = StoreOutbox<State, Action>()
        for make in making { make(name, &outbox) }
        return outbox
    }

    func answer(to question: String) -> Answering? { answers.withLock { $0[question] } }

    func lastEntry(of name: StoreName) async throws -> Int { try await current.lastEntry(of: name.log) }

    func claim(_ name: StoreName, as ownership: StoreOwnership) async throws {
        try await current.claim(name.log, of: Action.self, as: ownership)
    }

    func verify(_ name: StoreName, as ownership: StoreOwnership) async throws -> Bool {
        try await current.verify(ownership, of: name.log)
    }

    func open(_ name: StoreName, claimedAs ownership: StoreOwnership) async throws -> any HostedStore {
        let store = try await opening(current, name, ownership, outbox(of: name))
        return RunningStore(store: store, ownership: ownership, host: self, name: name)
    }
}
