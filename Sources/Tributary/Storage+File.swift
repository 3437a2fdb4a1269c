// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryPersistence

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

extension Storage where Value: Codable & Sendable {
    /// A file with the value as JSON.
    ///
    /// ```swift
    /// store.attach(Persistence(\.syncUps, in: .file(url), loaded: \.syncUpsLoaded))
    /// ```
    /// See ``file(_:encode:decode:)``.
    ///
    /// - Parameter url: The file.
    /// - Returns: The storage.
    public static func file(_ url: URL) -> Storage {
        file(
            url,
            encode: { value in
                let encoder = JSONEncoder()
                // The same value gives the same file.
                encoder.outputFormatting = .sortedKeys
                return try encoder.encode(value)
            },
            decode: { try JSONDecoder().decode(Value.self, from: $0) }
        )
    }
}

extension Storage {
    /// A file, in a format of your own.
    ///
    /// No file means no value. A value is written to a new file in the same folder, which is forced to the disk and then replaces
    /// the old one: whenever the program or the machine stops, the file contains the old value or the new one. Missing folders are
    /// made. The permissions of the file are kept.
    ///
    /// A file that cannot be decoded is not overwritten, but renamed: `notes.json` to `notes.json.damaged`, or if that exists, to
    /// `notes.json.damaged-2` and so on. The failure names the new path.
    ///
    /// Reading and writing block a thread on which effects run. On Windows and WASI it is the system's atomic writing.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - encode: Makes the content of the file.
    ///   - decode: Reads the content of the file.
    /// - Returns: The storage.
    public static func file(
        _ url: URL,
        encode: @escaping @Sendable (Value) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Value
    ) -> Storage {
        // A link stays, and the file that it leads to is replaced.
        let file = StorageFile(url.resolvingSymlinksInPath())
        return Storage(
            load: {
                guard let data = try file.read() else { return nil }
                do {
                    return try decode(data)
                } catch {
                    throw file.moveAside(because: error)
                }
            },
            save: { try file.replace(with: encode($0)) }
        )
    }
}

/// One file that is read and replaced as a whole.
private struct StorageFile: Sendable {
    private let url: URL

    init(_ url: URL) { self.url = url }

    /// The content; `nil` if there is no file.
    func read() throws -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    /// Renames the file, whose content is damaged.
    ///
    /// - Parameter error: The error of decoding.
    /// - Returns: The failure to throw.
    func moveAside(because error: any Error) -> StorageFailure {
        var number = 1
        while true {
            let suffix = number == 1 ? "damaged" : "damaged-\(number)"
            let aside = url.deletingLastPathComponent()
                .appendingPathComponent("\(url.lastPathComponent).\(suffix)")
            do {
                // It does not replace a file.
                try FileManager.default.moveItem(at: url, to: aside)
                return StorageFailure(.load, reason: "\(error)", keptAside: aside.path)
            } catch let moving as CocoaError where moving.code == .fileWriteFileExists {
                number += 1
            } catch let moving {
                return StorageFailure(
                    .load,
                    reason: "\(error) The damaged file could not be moved aside: \(moving)"
                )
            }
        }
    }

    /// Replaces the content.
    func replace(with data: Data) throws {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        let new = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        do {
            try data.write(to: new)
            let manager = FileManager.default
            if let old = try? manager.attributesOfItem(atPath: url.path)[.posixPermissions] {
                try manager.setAttributes([.posixPermissions: old], ofItemAtPath: new.path)
            }
            try Self.synchronize(new)
            try Self.check(rename(new.path, url.path), "rename", url)
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
        // The new name, too, has to be on the disk. Some file systems refuse this for a folder.
        try? Self.synchronize(folder)
        #else
        try data.write(to: url, options: .atomic)
        #endif
    }

    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// Waits until a file or a folder is on the disk.
    private static func synchronize(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY)
        try check(descriptor, "open", url)
        defer { close(descriptor) }
        #if canImport(Darwin)
        // There, `fsync` does not wait for the disk's own memory. Some file systems support only that.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try check(fsync(descriptor), "fsync", url)
    }

    private static func check(_ result: CInt, _ call: String, _ url: URL) throws {
        guard result < 0 else { return }
        throw StorageFailure(.save, reason: "\(call) of \(url.path): \(String(cString: strerror(errno)))")
    }
    #endif
}
