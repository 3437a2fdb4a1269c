// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryLog

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The least length of a log file, kept in another file to detect a missing end.
///
/// SQLite treats damage in its write-ahead log as the log's end, and cannot detect that it was longer. The mark is in the lock
/// file. It is written after each commit without a sync of its own, so after a loss of power it may be behind, but not ahead.
struct FileMark: Equatable {
    /// A number that the file has, too: a mark of another file counts as none.
    var identity: Int

    /// How many commits were acknowledged.
    var serial: Int

    private static let magic = Array("TrbLmark".utf8)
    private static let size = 32

    private var bytes: [UInt8] {
        [identity, serial, Int(checksumOf: "mark", [identity, serial], [])].reduce(into: Self.magic) {
            bytes,
            number in
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
    }

    /// Reads the mark of a file.
    ///
    /// - Parameter path: Of the file.
    /// - Returns: The mark; `nil` if there is none, or a file of a version that had none.
    /// - Throws: An error if it was damaged, or cannot be read.
    static func read(beside path: String) throws(ActionLogError) -> FileMark? {
        guard let found = FileManager.default.contents(atPath: path + "-lock").map(Array.init), !found.isEmpty
        else {
            return nil
        }
        let numbers = stride(from: magic.count, to: found.count - 7, by: 8).map { offset in
            found.withUnsafeBytes {
                Int(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int.self))
            }
        }
        guard numbers.count == 3, case let mark = FileMark(identity: numbers[0], serial: numbers[1]),
            mark.bytes == found
        else {
            throw .damaged(file: path, "its mark, in \(path)-lock, was changed on the disk")
        }
        return mark
    }

    /// Whether there is nothing in the file at a path, and how many names it has.
    static func contents(_ path: String) -> (names: Int, isEmpty: Bool) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return (0, true) }
        return (Int(found.st_nlink), found.st_size == 0)
    }

    /// Writes the mark.
    ///
    /// - Parameters:
    ///   - descriptor: Of the file of the lock.
    ///   - isSynced: Whether it is on the disk afterwards.
    /// - Returns: Whether it was written.
    func write(to descriptor: Int32, isSynced: Bool = false) -> Bool {
        bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, Self.size, 0) } == Self.size
            && (!isSynced || fsync(descriptor) == 0)
    }
}

extension FileMark {
    /// The path of the file to which symbolic links lead, even if it does not exist yet: the other files of a log are in its
    /// folder.
    static func place(of path: String) throws(ActionLogError) -> String {
        // C ends a path there, so another file would be opened.
        guard !path.utf8.contains(0) else {
            throw .notWritable(
                place: path.replacing("\0", with: "\\0"),
                reason: "a path cannot have the character U+0000"
            )
        }
        var path = path
        // As many as the system follows.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = URL(filePath: path).deletingLastPathComponent()
            path = target.hasPrefix("/") ? target : folder.appending(path: target).path
        }
        return path
    }
}

/// Which file a path leads to.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// `nil` if there is no file.
    init?(_ path: String) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return nil }
        device = found.st_dev
        number = found.st_ino
    }
}

extension ActionLogError {
    /// A file was damaged, and may be repaired.
    static func damaged(file path: String, _ reason: String) -> ActionLogError {
        .damaged(place: path, reason: "\(reason); `tributary-log repair` keeps the intact part")
    }
}
