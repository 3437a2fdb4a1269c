// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCluster
import TributaryCore
import TributaryLog
import TributaryPostgres

/// What was said in a place, in order.
struct Record: Reducer {
    struct State: Codable, Equatable, Sendable { var values: [String] = [] }

    enum Action: Journaled, Sendable {
        case add(String)

        struct AllCasePaths: Sendable {
            var add: CasePath<Action, String> {
                CasePath(embed: Action.add) { if case .add(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .add(let value) = action { state.values.append(value) }
        return .none
    }
}

struct Values: ClusterQuestion {
    typealias Answer = [String]
}

/// A line that whoever reads the pipe sees now.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let places = Int(arguments[4]) else {
    say("usage: History write|read NAME CONNECTION PLACES")
    exit(64)
}
let (purpose, name, connection) = (arguments[1], arguments[2], arguments[3])
let log = try await PostgresLog(connection, deadline: .seconds(5))
let cluster = try await Cluster(log, node: name, heartbeat: .seconds(1))
let records = cluster.directory("record", initialState: { _ in Record.State() }) { Record() }
    .answering(Values.self) { _, state in state.values }
try? await Task.sleep(for: .seconds(1))
say("joined")

if purpose == "read" {
    for place in 0..<places {
        let values = try await records["\(place)"].read(Values(), deadline: .seconds(60))
        for value in values { say("value \(place) \(value)") }
    }
} else {
    // One client for each place, until somebody closes the input.
    let clients = (0..<places).map { place in
        Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                let value = "\(name):\(ProcessInfo.processInfo.processIdentifier):\(number)"
                while !Task.isCancelled {
                    do {
                        let entry = try await records["\(place)"]
                            .send(.add(value), id: value, deadline: .seconds(3))
                        say("acknowledged \(place) \(value) \(entry)")
                        break
                    } catch {
                        say("repeated \(place) \(value)")
                    }
                }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }
    // Not on a thread of the pool.
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            while readLine() != nil {}
            continuation.resume()
        }
    }
    for client in clients { client.cancel() }
    for client in clients { await client.value }
}
await cluster.leave()
await log.close()
say("left")
