// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cost of a computation, in processor time of one thread: the same on a busy machine as on an idle one.
package enum ProcessorTime {
    /// How much more four times the input may cost: linear is 4, and quadratic is 16.
    package static let linearGrowth = 8.0

    /// How many times as much processor time an input costs that is four times as large.
    ///
    /// - Parameters:
    ///   - size: The size of the smaller input; computing it should take milliseconds.
    ///   - input: Makes an input of a size, which is not measured.
    ///   - work: The work to measure; it has to stay on its thread.
    /// - Returns: The ratio of the best of several attempts each.
    package static func growth<Input>(
        from size: Int,
        of input: (Int) -> Input,
        _ work: (Input) throws -> Void
    ) rethrows -> Double {
        let (small, large) = (input(size), input(4 * size))
        // Tables and other lazy values are created now.
        try work(small)
        var best = (small: Double.infinity, large: Double.infinity)
        // More than three only if another program disturbed these.
        for attempt in 1...10 where attempt <= 3 || best.large > linearGrowth * best.small {
            best.small = min(best.small, try seconds { try work(small) })
            best.large = min(best.large, try seconds { try work(large) })
        }
        return best.large / best.small
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
