// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryCore
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

    /// Keeps the states of stores now and then, so that opening one does not reduce everything again.
    ///
    /// - Parameter policy: How often, for stores that are opened from now on; every 1,000 entries unless told otherwise.
    /// - Returns: The directory.
    public func snapshots(_ policy: SnapshotPolicy) -> Directory {
        host.setSnapshots(policy)
        return self
    }

    /// Lets go of stores that nobody asks for.
    ///
    /// A store that was let go takes no memory. It does nothing either: its effects are cancelled, and its feedbacks begin
    /// again when somebody asks for it.
    ///
    /// - Parameter age: How long nobody has asked; it is looked at with each heartbeat.
    /// - Returns: The directory.
    public func passivating(after age: Duration) -> Directory {
        cluster.runtime.add(host, named: name, passivation: age)
        return self
    }

    /// Declares how a question is answered, by the owner of the store.
    ///
    /// Declare it at all nodes, before others ask.
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

    /// A store, wherever it is; it need not have been made before.
    ///
    /// - Parameter id: What it is called; any text.
    public subscript(id: String) -> ClusterStore<State, Action> {
        ClusterStore(directory: self, name: StoreName(directory: name, id: id))
    }
}

/// Something that the owner of a store can be asked, without a change of its state.
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

    let log: any Mailbox
    let version: Int

    /// Lets the context of whoever sends go to the owner.
    let carrier: (any ContextCarrier)?
    private let journal: Mutex<Journal>
    private let answers = Mutex<[String: Answering]>([:])
    private let opening:
        @Sendable (Journal, StoreName, StoreOwnership) async throws -> StoreActor<State, Action>

    init<R: Reducer<State, Action>>(
        log: any Mailbox,
        version: Int,
        initialState: @escaping @Sendable (String) -> State,
        reducer: @escaping @Sendable () -> R,
        configure: @escaping @Sendable (inout Dependencies) -> Void
    ) {
        self.log = log
        self.version = version
        carrier = Dependencies.contextCarrier(ofStore: configure)
        journal = Mutex(Journal(log))
        opening = { journal, name, ownership in
            try await journal.open(
                name.log,
                claimedAs: ownership,
                version: version,
                initialState: initialState(name.id),
                reducer: reducer,
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

    func answer(to question: String) -> Answering? { answers.withLock { $0[question] } }

    func lastEntry(of name: StoreName) async throws -> Int { try await current.lastEntry(of: name.log) }

    func claim(_ name: StoreName, as ownership: StoreOwnership) async throws {
        try await current.claim(name.log, of: Action.self, as: ownership)
    }

    func verify(_ name: StoreName, as ownership: StoreOwnership) async throws -> Bool {
        try await current.verify(ownership, of: name.log)
    }

    func open(_ name: StoreName, claimedAs ownership: StoreOwnership) async throws -> any HostedStore {
        let store = try await opening(current, name, ownership)
        return RunningStore(store: store, ownership: ownership, host: self, name: name)
    }
}
