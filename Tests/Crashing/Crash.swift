// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TributaryLog

/// Ends this process without a warning, at a place that was reached a number of times.
final class Crash: Sendable {
    enum Place: String {
        /// An action was reduced, and its commit has not begun.
        case reduced
        /// A commit is being written.
        case commit
        /// A commit is durable, and not acknowledged.
        case committed
        /// An effect runs.
        case effect
        /// A snapshot is being kept.
        case snapshot
        /// A snapshot is being stored, and the entries before it are being dropped.
        case retention
        /// Never.
        case nowhere
    }

    private let place: Place
    private let delay: UInt32
    private let left: Mutex<Int>

    init(at place: Place, after count: Int, delay: UInt32) {
        self.place = place
        self.delay = delay
        left = Mutex(count)
    }

    /// Whether entries are dropped as soon as a snapshot replaces them.
    var isInRetention: Bool { place == .retention }

    func happen(at place: Place) {
        guard place == self.place else { return }
        let isNow = left.withLock { left in
            left -= 1
            return left == 0
        }
        guard isNow else { return }
        if place == .commit || place == .snapshot || place == .retention {
            // In the middle of the next operation.
            Thread.detachNewThread { [delay] in
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
        } else {
            kill(getpid(), SIGKILL)
        }
    }
}

/// A log that ends the process during an operation of another log.
struct CrashingLog: ActionLog {
    let log: any ActionLog
    let crash: Crash

    func append(_ commit: LogCommit) async throws {
        crash.happen(at: .commit)
        try await log.append(commit)
        crash.happen(at: .committed)
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        // In retention much is dropped each time, otherwise little and later.
        crash.happen(at: crash.isInRetention ? .retention : .snapshot)
        try await log.keep(snapshot, droppingBefore: time)
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: limit)
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: sequence)
    }

    func names() async throws -> [String] { try await log.names() }

    func close() async { await log.close() }
}
