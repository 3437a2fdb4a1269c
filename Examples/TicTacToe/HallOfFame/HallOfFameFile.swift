// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file for the hall of fame: JSON, replaced as a whole or not at all.
///
/// A file that is not readable as a hall of fame is renamed, never overwritten.
package actor HallOfFameFile {
    private let path: String

    /// The size limit for reading, in bytes; a hall of fame has a few thousand.
    private static let sizeLimit = 10_000_000

    /// Sets the path, without reading the file.
    package init(path: String) { self.path = path }

    /// Reads and writes this file.
    package nonisolated var client: HallOfFameClient {
        HallOfFameClient(load: { try await self.load() }, save: { try await self.save($0) })
    }

    private func load() throws -> HallOfFameClient.Found {
        let data: Data
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= Self.sizeLimit else { return try keepAside() }
            data = try Data(contentsOf: URL(filePath: path))
        } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile
        {
            return .nothing
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                "The hall of fame “\(path)” can’t be read, so nothing is kept: \(Self.reason(error))."
            )
        }
        do {
            return .records(try JSONDecoder().decode(Records.self, from: data))
        } catch {
            return try keepAside()
        }
    }

    private func save(_ records: Records) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            let file = URL(filePath: path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try encoder.encode(records).write(to: file, options: .atomic)
        } catch {
            throw Failure("The hall of fame can’t be written to “\(path)”: \(Self.reason(error)).")
        }
    }

    private func keepAside() throws -> HallOfFameClient.Found {
        for number in 1...1000 {
            let aside = path + (number == 1 ? ".damaged" : ".damaged-\(number)")
            do {
                // It replaces nothing: files that were renamed before stay there.
                try FileManager.default.moveItem(atPath: path, toPath: aside)
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            } catch {
                throw Failure(
                    "The hall of fame “\(path)” is damaged, and stays as it is: \(Self.reason(error))."
                )
            }
            return .damaged("The hall of fame was damaged; it is kept as “\(aside)”, and a new one begins.")
        }
        throw Failure("The hall of fame “\(path)” is damaged, and stays as it is: there are 1000 others.")
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        return switch error.code {
        case .fileReadNoPermission, .fileWriteNoPermission: "permission is denied"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the disk is read-only"
        case .fileWriteFileExists: "a file is where a folder is to be"
        default: "the system’s error is \(error.code.rawValue)"
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
