// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Asks over NIOTransport, both nodes in this process, and prints what a question and its answer take of both together.

import AllocationCounter
import Foundation

@testable import TributaryCluster

let secret = "a secret of more than sixteen bytes"
let (one, two) = (NIOTransport("127.0.0.1:0", secret: secret), NIOTransport("127.0.0.1:0", secret: secret))
try await one.start { $0 }
try await two.start { $0 }

func measure(_ name: String, _ count: Int, _ body: (Int) async throws -> Void) async throws {
    try await body(count / 10)
    let (before, used, start) = (allocation_count(), processor_seconds(), ContinuousClock.now)
    try await body(count)
    let time = start.duration(to: .now) / .microseconds(1) / Double(count)
    let processor = (processor_seconds() - used) * 1e6 / Double(count)
    let allocations = Double(allocation_count() - before) / Double(count)
    print(String(format: "%-44@ %8.1f %10.1f %10.1f", name as NSString, allocations, processor, time))
}

print("                                              allocations   µs of processor     µs")
for bytes in [100, 10_000] {
    let question = [UInt8](repeating: 7, count: bytes)
    try await measure("\(bytes) bytes, one after the other", 20_000) { count in
        for _ in 0..<count {
            _ = try await one.ask(two.address, question, deadline: .now + .seconds(60))
        }
    }
    try await measure("\(bytes) bytes, 64 at once", 50_000) { count in
        try await withThrowingTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<count / 64 {
                        _ = try await one.ask(two.address, question, deadline: .now + .seconds(60))
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
let question = NodeQuestion(
    directory: "rooms",
    id: "swift",
    fingerprint: "Chat.Room 1",
    milliseconds: 5_000,
    work: .send(
        command: "6f9c2b0e-0b7e-4f0a-a0b1-7c2f4c9d1e11",
        action: Data(#"{"say":{"_0":"hello"}}"#.utf8)
    )
)
try await measure("a question as bytes, and back", 20_000) { count in
    for _ in 0..<count { _ = NodeCoding.value(NodeQuestion.self, NodeCoding.bytes(question)) }
}
try await measure("an answer as bytes, and back", 20_000) { count in
    for _ in 0..<count { _ = NodeCoding.value(NodeReply.self, NodeCoding.bytes(NodeReply(.committed(7)))) }
}
print("bytes of the question: \(NodeCoding.bytes(question).count)")
await one.stop()
await two.stop()
