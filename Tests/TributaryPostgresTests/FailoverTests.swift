// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import Testing
import TributaryLog

@testable import TributaryPostgres

extension PostgresTests {
    @Suite("A primary that is killed", .enabled(if: Servers().failover != ""), .timeLimit(.minutes(30)))
    struct FailoverTests {
        /// Fifty logs are written to until the failover is over, and a while longer.
        @Test func `loses nothing acknowledged, without action by its users`() async throws {
            let log = try await PostgresLog(Servers().three, deadline: .seconds(60))
            let prefix = "\(UInt64.random(in: 0 ... .max)) "
            let isOver = Done()
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let told = try await withThrowingTaskGroup(of: (Int, Int)?.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        var (sequence, left) = (0, 10)
                        while left > 0 {
                            if isOver.isSet { left -= 1 }
                            sequence += 1
                            let contents = [UInt8(index), UInt8(truncatingIfNeeded: sequence)]
                            try await log.append(commit("\(prefix)\(index)", sequence, contents))
                            if sequence == 10 { arrived.yield() }
                        }
                        return (index, sequence)
                    }
                }
                group.addTask {
                    var arrivals = arrivals.makeAsyncIterator()
                    for _ in 0..<50 { await arrivals.next() }
                    defer { isOver.set() }
                    let failover = Process()
                    failover.executableURL = URL(fileURLWithPath: Servers().failover)
                    try failover.run()
                    failover.waitUntilExit()
                    #expect(failover.terminationStatus == 0)
                    return nil
                }
                return try await group.reduce(into: [Int: Int]()) { told, one in
                    if let one { told[one.0] = one.1 }
                }
            }
            for (index, last) in told {
                let found = try await log.commits(of: "\(prefix)\(index)", after: 0, limit: .max)
                let contents = (1...last).map { [UInt8(index), UInt8(truncatingIfNeeded: $0)] }
                #expect(found.map(\.contents) == contents)
            }
            #expect(told.count == 50)
            await log.close()
        }
    }
}
#endif
