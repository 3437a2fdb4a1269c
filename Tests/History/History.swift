// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryCluster
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryPostgres

/// A node whose commands are lines of the standard input. `history.py` starts some, and harms them:
///
///     History NAME CONNECTION VERSION
///
/// VERSION is that of the directory of accounts. A line is `NUMBER SECONDS VERB ARGUMENT…`: the number of the request, and the time that
/// it may take. The answers are lines that begin with the number.
@main
struct History: Sendable {
    let log: any Mailbox
    let cluster: Cluster
    let rooms: Directory<Room.State, Room.Action>
    let accounts: Directory<Account.State, Account.Action>
    let alarms: Directory<Alarm.State, Alarm.Action>
    private static let output = Mutex(FileHandle.standardOutput)

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let version = Int(arguments[3]) else {
            return print("usage: History NAME CONNECTION VERSION")
        }
        let history = try await History(arguments[1], arguments[2], version)
        let (lines, reading) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { reading.yield(line) }
            exit(0)
        }
        say("ready")
        var running: [String: Task<Void, Never>] = [:]
        for await line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words[2] != "cancel" else {
                running.removeValue(forKey: words[3])?.cancel()
                continue
            }
            let task = Task.detached {
                await history.answer(words[0], .seconds(Double(words[1]) ?? 0), words[2], Array(words[3...]))
            }
            if words[2] == "said" { running[words[0]] = task }
        }
    }

    private init(_ name: String, _ connection: String, _ version: Int) async throws {
        let planted = ProcessInfo.processInfo.environment["TRIBUTARY_HISTORY_FAULT"].flatMap(
            PlantedLog.Fault.init(rawValue:)
        )
        let postgres = try await PostgresLog(connection)
        log = planted.map { PlantedLog(postgres, $0) } ?? postgres
        cluster = try await Cluster(log, node: name)
        rooms = cluster.directory("room", initialState: { _ in Room.State() }) { Room() }
            .snapshots(.every(200)).passivating(after: .seconds(20))
            .answering(RoomState.self) { _, state in state }
        let accounts = cluster.directory(
            "account",
            version: version,
            initialState: { _ in Account.State() },
            reducer: { Account() }
        )
        self.accounts =
            accounts
            .answering(AccountState.self) { _, state in state }
            .sending(\.pay) { .send(to: accounts[$0.receiver], .receive($0)) }
        alarms = cluster.directory("alarm", initialState: { _ in Alarm.State() }) { Alarm() }
            .passivating(after: .seconds(1))
            .answering(AlarmState.self) { _, state in state }
            .reminder("due", at: { $0.due }) { .ring }
    }

    private static func say(_ line: String) {
        output.withLock { try? $0.write(contentsOf: Data("\(line)\n".utf8)) }
    }

    private func answer(_ number: String, _ time: Duration, _ verb: String, _ words: [String]) async {
        do {
            if let answer = try await carryOut(number, time, verb, words) {
                Self.say("\(number) ok \(answer)")
            }
        } catch ClusterError.refused(let reason) {
            Self.say("\(number) refused \(reason)")
        } catch {
            Self.say("\(number) unknown \(error)")
        }
    }

    private func carryOut(_ number: String, _ time: Duration, _ verb: String, _ words: [String]) async throws
        -> String?
    {
        let name = words.first ?? ""
        switch verb {
        case "say": return "\(try await rooms[name].send(.say(words[1]), id: words[1], deadline: time))"
        case "pay":
            let payment = Account.Payment(id: words[1], receiver: words[2], amount: Int(words[3]) ?? 0)
            return "\(try await accounts[name].send(.pay(payment), id: words[1], deadline: time))"
        case "plan":
            let due = Date(timeIntervalSince1970: Double(words[2]) ?? 0)
            let plan = Alarm.Plan(id: words[1], due: due)
            return "\(try await alarms[name].send(.plan(plan), id: words[1], deadline: time))"
        case "room":
            let state = try await rooms[name].read(RoomState(), deadline: time)
            return "\(state.count) \(state.digest)"
        case "account":
            let state = try await accounts[name].read(AccountState(), deadline: time)
            return "\(state.paid) \(state.received) \(state.balance)"
        case "alarm":
            let state = try await alarms[name].read(AlarmState(), deadline: time)
            return "\(state.planned) \(state.rung)"
        case "said": try await show(number, rooms[name].outputs(\.say, after: Int(words[1]) ?? 0)) { $0 }
        case "paid": try await show(number, accounts[name].outputs(\.pay)) { $0.id }
        case "received": try await show(number, accounts[name].outputs(\.receive)) { $0.id }
        case "planned": try await show(number, alarms[name].outputs(\.plan)) { $0.id }
        case "rung": try await show(number, alarms[name].outputs(\.ring)) { "ring" }
        case "counts": return "\(cluster.counts)"
        default:
            await cluster.leave()
            await log.close()
            exit(0)
        }
        return nil
    }

    private func show<Output>(
        _ number: String,
        _ outputs: AsyncThrowingStream<ClusterOutput<Output>, any Error>,
        _ text: (Output) -> String
    ) async throws {
        for try await output in outputs {
            Self.say("\(number) output \(output.entry) \(text(output.output))")
        }
    }
}
