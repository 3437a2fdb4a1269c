// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import Tributary

/// A file of standups: JSON, replaced as a whole or not at all.
///
/// A file that is not readable as standups is renamed, never overwritten.
package actor StandupFile {
    private let path: String

    /// Sets the path, without reading the file.
    package init(path: String) { self.path = path }

    /// Reads and writes this file.
    package nonisolated var keeper: StandupKeeper {
        StandupKeeper(load: { try await self.load() }, save: { try await self.save($0) })
    }

    private func load() throws -> IdentifiedArrayOf<Standup> {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return []
        } catch {
            throw KeepingFailure(.load, reason: "“\(path)”: \(Self.reason(error)).")
        }
        do {
            return try JSONDecoder().decode(IdentifiedArrayOf<Standup>.self, from: data)
        } catch {
            throw moveAside()
        }
    }

    private func save(_ standups: IdentifiedArrayOf<Standup>) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            let file = URL(filePath: path)
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try encoder.encode(standups).write(to: file, options: .atomic)
        } catch {
            throw KeepingFailure(.save, reason: "“\(path)”: \(Self.reason(error)).")
        }
    }

    private func moveAside() -> KeepingFailure {
        for number in 1...1000 {
            let aside = path + (number == 1 ? ".damaged" : ".damaged-\(number)")
            do {
                // It replaces nothing: files that were renamed before stay there.
                try FileManager.default.moveItem(atPath: path, toPath: aside)
                return KeepingFailure(.load, reason: "“\(path)” is damaged.", keptAside: aside)
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            } catch {
                return KeepingFailure(.load, reason: "“\(path)” is damaged: \(Self.reason(error)).")
            }
        }
        return KeepingFailure(.load, reason: "“\(path)” is damaged, as 1000 others are.")
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
}
