// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Tributary
import TributaryCluster
package import TributaryLog

/// The running servers, so that visitors of a server that has died are not shown as present.
package struct Servers: Reducer, Sendable {
    /// The announcements of servers.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// A server runs; `run` changes each time it is started.
        case runs(String, run: String)
        case ended(run: String)
    }

    package struct State: Equatable, Sendable, Codable {
        struct Server: Equatable, Codable {
            let run: String
            /// The time of its last announcement, in milliseconds that count only while servers announce
            /// themselves.
            var heard: Int
        }

        /// By node name: a new run of the same name replaces the earlier one.
        var servers: [String: Server] = [:]
        private var now = 0
        private var newest = 0

        package init() {}

        /// The runs that have not ended.
        package var running: Set<String> { Set(servers.values.map(\.run)) }

        /// Advances the time.
        ///
        /// Without announcements, as in an outage of the database, it stops.
        mutating func pass(until time: Int) {
            now += min(max(0, time - newest), Servers.beat)
            newest = time
        }

        mutating func hear(_ address: String, _ run: String) {
            servers[address] = Server(run: run, heard: now)
            servers = servers.filter { now - $0.value.heard <= Servers.patience }
        }
    }

    /// Asks for the runs that have not ended.
    package struct Running: ClusterQuestion {
        package typealias Answer = Set<String>

        package init() {}
    }

    /// The interval of the announcements.
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
