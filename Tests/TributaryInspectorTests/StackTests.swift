// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector && os(Linux)
import CStack
import Foundation
import Testing

@Suite("The calls on the stack", .timeLimit(.minutes(30)))
struct StackTests {
    /// As many records as a chain of a test has, each the next frame and an address.
    private typealias Records = (UInt, UInt, UInt, UInt, UInt, UInt)

    /// The addresses of a chain whose first record lies in the stack, and whether each frame does.
    private func calls(_ write: (_ first: UInt) -> Records) -> [(address: UInt, isFramed: Bool)] {
        var records: Records = (0, 0, 0, 0, 0, 0)
        return withUnsafeMutablePointer(to: &records) { records in
            let first = UInt(bitPattern: records)
            records.pointee = write(first)
            return walk(from: first)
        }
    }

    private func walk(from frame: UInt, limit: Int32 = 64) -> [(address: UInt, isFramed: Bool)] {
        withUnsafeTemporaryAllocation(of: stack_call.self, capacity: 64) { calls in
            let count = Int(stack_calls_from(frame, calls.baseAddress, limit))
            return calls[..<count].map { ($0.return_address, $0.frame != 0) }
        }
    }

    /// How many calls are found within so many more; the first of a list, as an optimiser would make a loop of less.
    @inline(never)
    private func found(within rest: Int, limit: Int32 = 64) -> [Int] {
        guard rest > 0 else {
            return withUnsafeTemporaryAllocation(of: stack_call.self, capacity: 64) { calls in
                [Int(stack_calls(calls.baseAddress, limit))]
            }
        }
        return found(within: rest - 1, limit: limit) + [rest]
    }

    @Test func `are found on each thread, as many as are asked for`() async {
        let counts = await withCheckedContinuation { continuation in
            // A thread of its own ends after a few calls, where its stack does.
            Thread.detachNewThread {
                let lists = [0, 5, 80].map { found(within: $0) } + [found(within: 5, limit: 3)]
                continuation.resume(returning: lists.map { $0[0] })
            }
        }
        #expect((2..<59).contains(counts[0]))
        #expect(counts == [counts[0], counts[0] + 5, 64, 3])
    }

    @Test func `are followed from frame to frame`() {
        let found = calls { first in (first + 16, 11, first + 32, 12, 0, 13) }
        #expect(found.map(\.address) == [11, 12, 13])
        #expect(found.map(\.isFramed) == [true, true, false])
        #expect(calls { first in (first + 16, 11, first + 32, 0, 0, 13) }.map(\.address) == [11])
    }

    @Test func `end where the chain leads out of the stack, back, or nowhere`() {
        let heap = UnsafeMutablePointer<UInt>.allocate(capacity: 2)
        defer { heap.deallocate() }
        heap.initialize(repeating: 99, count: 2)
        let places: [(UInt) -> UInt] = [
            { _ in UInt(bitPattern: heap) }, { $0 }, { $0 - 64 }, { $0 + 17 }, { _ in 8 }, { _ in 0 },
            { _ in .max }, { _ in .max - 15 }, { _ in 1 << 60 },
        ]
        for (number, place) in places.enumerated() {
            let found = calls { first in (place(first), 11, 0, 12, 0, 13) }
            #expect(found.map(\.address) == [11], "\(number)")
        }
        #expect(walk(from: UInt(bitPattern: heap)).isEmpty)
        #expect(walk(from: 0).isEmpty)
    }
}
#endif
