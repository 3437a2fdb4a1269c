// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TributaryCore
public import TributaryLog

/// Stores in one or many processes: each store has one owner, and any node can send to it.
///
/// ```swift
/// let cluster = try await Cluster(log)
/// let rooms = cluster.directory("room", initialState: Room.State.init(id:)) { Room() }
///     .snapshots(.every(500)).passivating(after: .seconds(600))
///     .answering(Topic.self) { _, state in state.topic }
/// try await rooms["swift"].send(.say(text), id: messageID)
/// let topic = try await rooms["swift"].read(Topic())
/// ```
/// Nodes communicate only through the log: a command for a store of another node is a message in the log's mailbox, and the commit
/// that performs the command removes it. There are no ports and no secrets.
///
/// A store is opened on demand, at a node that follows from its name; live nodes have about equal shares. The owner writes an
/// entry, its claim, to the store's log, and the former owner can no longer write there. So if nodes disagree about which nodes
/// live, or clocks jump, commands only take longer.
public final class Cluster: Sendable {
    let log: any Mailbox
    let runtime: NodeRuntime
    private let heartbeat: Duration
    private let running: [Task<Void, Never>]

    /// Joins the nodes that use a log, or begins alone.
    ///
    /// Make the directories before others send much: a node takes only stores of the directories that it has.
    ///
    /// - Parameters:
    ///   - log: Where everything is kept, the same for all nodes.
    ///   - name: The name of this node, which no other living node has. One is made if none is given.
    ///   - heartbeat: How often this node announces that it lives. One that has said nothing for three times as long, or whose
    ///     connection to the log has ended, loses its stores to the others. It is also how long a message may wait whose hint was lost.
    /// - Throws: An error of the log if it is not reached.
    public convenience init(
        _ log: any Mailbox,
        node name: String? = nil,
        heartbeat: Duration = .seconds(2)
    ) async throws {
        try await self.init(log, node: name, heartbeat: heartbeat, clock: ContinuousClock())
    }

    convenience init(
        _ log: any Mailbox,
        node name: String?,
        heartbeat: Duration,
        clock: some Clock<Duration>
    ) async throws {
        let name = name ?? "node-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        self.init(log, name, heartbeat, NodeClock(clock))
        // A former process of this name may have died of its messages.
        try await log.change([.countDeath(of: name)], isDurable: true)
        try await beat()
    }

    private init(_ log: any Mailbox, _ name: String, _ heartbeat: Duration, _ clock: NodeClock) {
        self.log = log
        self.heartbeat = heartbeat
        var settings = NodeProtocol.Settings()
        settings.patience = heartbeat * 3
        settings.resend = heartbeat
        let runtime = NodeRuntime(log, name: name, settings: settings, clock: clock)
        self.runtime = runtime
        let beating = Task.detached {
            var hasMet = false
            while (try? await runtime.waitForHeartbeat(heartbeat)) != nil {
                runtime.review(hasMet: hasMet)
                do {
                    try await Self.beat(runtime, log, heartbeat)
                    hasMet = true
                } catch {
                    runtime.countFailure()
                    hasMet = false
                }
                // A hint may have been lost.
                runtime.signal()
            }
        }
        let meeting = Task.detached {
            for await _ in runtime.meetings {
                do { try await Self.beat(runtime, log, heartbeat) } catch { runtime.countFailure() }
                // Nodes that come together ask for one heartbeat.
                try? await runtime.clock.sleep(.milliseconds(100))
            }
        }
        running = runtime.start() + [beating, meeting]
    }

    deinit { for task in running { task.cancel() } }

    /// The name of this node.
    public var name: String { runtime.name }

    /// Makes the stores of a kind reachable, each by an id.
    ///
    /// - Parameters:
    ///   - name: Of the directory, the same at all nodes, without a slash.
    ///   - version: Of the reducer; raise it when it does something else for the same actions. Where nodes have different versions, as
    ///     during an upgrade, those with the newest one own the stores.
    ///   - initialState: Makes the state of a new store from its id.
    ///   - reducer: The reducer.
    ///   - configure: Sets dependencies for the stores.
    /// - Returns: The directory.
    public func directory<State: Codable & Sendable, Action: Journaled & Sendable, R: Reducer<State, Action>>(
        _ name: String,
        version: Int = 1,
        initialState: @escaping @Sendable (_ id: String) -> State,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R,
        dependencies configure: @escaping @Sendable (inout Dependencies) -> Void = { _ in }
    ) -> Directory<State, Action> {
        precondition(!name.contains("/"), "The name of a directory has no slash: “\(name)”.")
        return Directory(
            cluster: self,
            name: name,
            host: DirectoryHost(
                log: log,
                version: version,
                initialState: initialState,
                reducer: reducer,
                configure: configure
            )
        )
    }

    /// The counts of this node's work.
    public var counts: ClusterCounts { runtime.counts }

    /// Finishes the commands that are being done, gives all stores up, and stops receiving.
    ///
    /// The others are notified, and own the stores at once. The log stays open. Commands and questions that are sent from this node while
    /// it leaves are refused.
    public func leave() async {
        runtime.leave()
        // Other nodes are notified at once.
        do { try await beat() } catch { runtime.countFailure() }
        await runtime.hasLeft()
        await runtime.finishAll()
        stop()
    }

    /// Ends as a process that is killed.
    func die() { stop() }

    private func stop() {
        for task in running { task.cancel() }
        runtime.stop()
    }

    /// Announces that this node lives, and reads which others do.
    func beat() async throws { try await Self.beat(runtime, log, heartbeat) }

    private static func beat(_ runtime: NodeRuntime, _ log: any Mailbox, _ heartbeat: Duration) async throws {
        let row = runtime.nextRow()
        let node = MailboxNode(name: row.name, contents: [UInt8](try JSONEncoder().encode(row)))
        let nodes = try await log.meet(node, within: heartbeat * 30)
        runtime.handle(
            .tableRead(
                nodes.compactMap { try? JSONDecoder().decode(NodeRow.self, from: Data($0.contents)) },
                ages: Dictionary(nodes.map { ($0.name, $0.age) }) { first, _ in first },
                connected: Set(nodes.filter(\.isConnected).map(\.name))
            )
        )
    }
}
