// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryLog

/// Stores of many machines: each is at one of them, and is reached from all.
///
/// ```swift
/// let cluster = try await Cluster(log, node: "10.0.0.7:9000", transport: transport)    // one process: Cluster(log)
/// let rooms = cluster.directory("room", initialState: Room.State.init(id:)) { Room() }
///     .snapshots(.every(500)).passivating(after: .seconds(600))
/// try await rooms["swift"].send(.say(text), id: messageID)
/// ```
/// A store is opened where it belongs when somebody asks for it: of the nodes that live, each has the same share. It is owned by an
/// entry in its log, and what was owned before cannot be written to by the former owner any more. So nodes may disagree
/// about who lives, and clocks may jump: that costs time, and nothing else.
public final class Cluster: Sendable {
    let log: any ActionLog
    let runtime: NodeRuntime
    private let registry: NodeRegistry?
    private let heartbeat: Duration
    private let beating: Task<Void, Never>

    /// A cluster of this process alone.
    ///
    /// - Parameter log: Where everything is kept.
    public convenience init(_ log: any ActionLog) { self.init(log, clock: ContinuousClock()) }

    convenience init(_ log: any ActionLog, clock: some Clock<Duration>) {
        self.init(
            log,
            address: "local",
            transport: nil,
            registry: nil,
            heartbeat: .seconds(2),
            clock: NodeClock(clock)
        )
    }

    /// Joins a cluster as a node, and answers the other nodes from now on.
    ///
    /// Make the directories before others send much: a node takes only stores of the directories that it has.
    ///
    /// - Parameters:
    ///   - log: Where everything is kept, the same for all nodes.
    ///   - address: How others reach this node through the transport; no other node has it.
    ///   - transport: How nodes reach each other.
    ///   - heartbeat: How often this node says that it lives. One that has said nothing for three times as long loses its
    ///     stores to the others.
    /// - Throws: What the transport throws if it cannot be reached, and what the log throws.
    public convenience init(
        _ log: any ActionLog,
        node address: String,
        transport: any NodeTransport,
        heartbeat: Duration = .seconds(2)
    ) async throws {
        try await self.init(
            log,
            node: address,
            transport: transport,
            heartbeat: heartbeat,
            clock: ContinuousClock()
        )
    }

    convenience init(
        _ log: any ActionLog,
        node address: String,
        transport: any NodeTransport,
        heartbeat: Duration,
        clock: some Clock<Duration>
    ) async throws {
        let clock = NodeClock(clock)
        self.init(
            log,
            address: address,
            transport: transport,
            registry: NodeRegistry(log, address: address, clock: clock),
            heartbeat: heartbeat,
            clock: clock
        )
        try await transport.start { [runtime] in await runtime.answer($0) }
        try await beat()
    }

    private init(
        _ log: any ActionLog,
        address: String,
        transport: (any NodeTransport)?,
        registry: NodeRegistry?,
        heartbeat: Duration,
        clock: NodeClock
    ) {
        self.log = log
        self.registry = registry
        self.heartbeat = heartbeat
        var settings = NodeProtocol.Settings()
        settings.patience = heartbeat * 3
        let runtime = NodeRuntime(address: address, transport: transport, settings: settings, clock: clock)
        self.runtime = runtime
        beating = Task.detached {
            while (try? await clock.sleep(heartbeat)) != nil {
                await Self.beat(runtime, registry, heartbeat)
            }
        }
    }

    deinit { beating.cancel() }

    /// Makes the stores of a kind reachable, each by an id.
    ///
    /// - Parameters:
    ///   - name: Of the directory, the same at all nodes, without a slash.
    ///   - version: Of the reducer; raise it when it does something else for the same actions. Nodes with different versions refuse each
    ///     other's commands.
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

    /// What this node has done.
    public var counts: ClusterCounts { runtime.counts }

    /// Gives all stores up, when what they do is done, and stops answering.
    ///
    /// The others have the stores from their next look at the table of nodes on. The log stays open.
    public func leave() async {
        beating.cancel()
        runtime.leave()
        // Others know at once.
        await Self.beat(runtime, registry, heartbeat)
        await runtime.hasLeft()
        await runtime.transport?.stop()
        runtime.stop()
    }

    /// Ends as a process that is killed.
    func die() {
        beating.cancel()
        runtime.stop()
    }

    /// Says that this node lives, and reads who else does.
    func beat() async throws {
        let rows = try await registry?.exchange(runtime.nextRow(), recent: heartbeat * 30) ?? []
        runtime.handle(.tableRead(rows))
    }

    private static func beat(_ runtime: NodeRuntime, _ registry: NodeRegistry?, _ heartbeat: Duration) async {
        do {
            let rows = try await registry?.exchange(runtime.nextRow(), recent: heartbeat * 30) ?? []
            runtime.handle(.tableRead(rows))
        } catch {
            runtime.countFailure()
        }
    }
}
