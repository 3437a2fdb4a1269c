// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens links with the system's program for links.
package struct LinkOpener: Sendable {
    private let folders: [String]

    /// Looks for the program in the search path.
    ///
    /// - Parameter path: The folders, separated by colons.
    package init(path: String) { folders = path.split(separator: ":").map(String.init) }

    /// Opens a link, without a shell that could interpret it.
    ///
    /// - Parameter link: A web address.
    /// - Returns: Whether a program opened it; without a screen, the link has to be shown instead.
    package func open(_ link: String) async -> Bool {
        guard let program else { return false }
        let process = Process()
        process.executableURL = program
        process.arguments = [link]
        process.standardInput = FileHandle.nullDevice
        // The browser's output would disturb the screen.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(returning: false)
            }
        }
    }

    private var program: URL? {
        #if os(macOS)
        let name = "open"
        #else
        let name = "xdg-open"
        #endif
        return folders.map { URL(filePath: $0).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
