// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps other processes from writing until this one ends.
///
/// The lock is on a file of its own, which is never removed: otherwise a process could hold a lock on a file that others do not
/// see. The system releases the lock when the process ends, however it ends. The lock file also contains the mark.
final class FileLock {
    private let path: String
    private var descriptor: Int32

    init(path: String) throws(ActionLogError) {
        self.path = path
        descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .notWritable(file: path, String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let reason = String(cString: strerror(errno))
            release()
            throw isTaken ? .inUse(place: path) : .notWritable(file: path, reason)
        }
    }

    deinit { release() }

    /// Keeps how far the file goes.
    func write(_ mark: FileMark, isSynced: Bool = false) throws(ActionLogError) {
        guard mark.write(to: descriptor, isSynced: isSynced) else {
            throw .notWritable(file: path, String(cString: strerror(errno)))
        }
    }

    func release() {
        guard descriptor >= 0 else { return }
        // A program that was just started may still hold a copy of the descriptor, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
        descriptor = -1
    }
}

extension ActionLogError {
    /// A file, or its folder, cannot be written.
    static func notWritable(file path: String, _ reason: String) -> ActionLogError {
        .notWritable(
            place: path,
            reason: "\(reason); choose a folder that is there, and that may be written"
        )
    }
}
