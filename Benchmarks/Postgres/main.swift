// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Appends commits through PostgresLog, so many at the same time, each of another log.
//
//   ByLibrary CONNECTION PREFIX IN-FLIGHT SECONDS [quorum]    prints commits a second

import TributaryLog
import TributaryPostgres

let arguments = CommandLine.arguments
guard arguments.count >= 5, let inFlight = Int(arguments[3]), let seconds = Double(arguments[4]) else {
    fatalError("ByLibrary CONNECTION PREFIX IN-FLIGHT SECONDS [quorum]")
}
let prefix = arguments[2]
let log = try await PostgresLog(
    arguments[1],
    durability: arguments.count > 5 ? .onStandbys : .onOneServer,
    deadline: .seconds(60)
)
let contents = [UInt8](repeating: 120, count: 100)
let start = ContinuousClock.now
let end = start + .seconds(seconds)
let done = try await withThrowingTaskGroup(of: Int.self) { group in
    for number in 0..<inFlight {
        group.addTask {
            var sequence = 0
            while ContinuousClock.now < end {
                sequence += 1
                let commit = LogCommit(
                    name: "\(prefix)/\(number)",
                    sequence: sequence,
                    time: LogTime(milliseconds: sequence),
                    contents: contents
                )
                try await log.append(commit)
            }
            return sequence
        }
    }
    var done = 0
    for try await count in group { done += count }
    return done
}
print(Int(Double(done) / ((ContinuousClock.now - start) / .seconds(1))))
await log.close()
