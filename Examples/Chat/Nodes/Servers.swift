// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Tributary
import TributaryCluster
package import TributaryLog

/// Which servers run: so that who was connected to one that has died is not taken for somebody who is here.
package struct Servers: Reducer, Sendable {
    /// What servers say of themselves.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// A server runs; `run` is another one each time it is started.
        case runs(String, run: String)
        case ended(run: String)
    }

    package struct State: Equatable, Sendable, Codable {
        struct Server: Equatable, Codable {
            let run: String
            /// When it was heard, in milliseconds of the time in which anybody was.
            var heard: Int
        }

        /// By the names of their nodes: of two runs of one name, the earlier is over.
        var servers: [String: Server] = [:]
        private var now = 0
        private var newest = 0

        package init() {}

        /// The runs that have not ended.
        package var running: Set<String> { Set(servers.values.map(\.run)) }

        /// Lets time pass: where nobody was heard, as in an outage of the database, it stands still.
        mutating func pass(until time: Int) {
            now += min(max(0, time - newest), Servers.beat)
            newest = time
        }

        mutating func hear(_ address: String, _ run: String) {
            servers[address] = Server(run: run, heard: now)
            servers = servers.filter { now - $0.value.heard <= Servers.patience }
        }
    }

    /// Which runs have not ended.
    package struct Running: ClusterQuestion {
        package typealias Answer = Set<String>

        package init() {}
    }

    /// How often a server says that it runs.
    package static let interval = Duration.seconds(10)
    private static let beat = 10_000
    private static let patience = 40_000

    @Dependency(\.date) private var date

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .runs(let address, let run):
            state.pass(until: Int(date.now.timeIntervalSince1970 * 1000))
            state.hear(address, run)
        case .ended(let run):
            state.servers = state.servers.filter { $0.value.run != run }
        }
        return .none
    }
}

extension Servers.Action: Journaled {
    package static var coding: ActionCoding<Self> { .version(1) }
}
