// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens links with the program that the system has for that.
package struct LinkOpener: Sendable {
    private let folders: [String]

    /// Looks for the program where programs are.
    ///
    /// - Parameter path: The folders, separated by colons.
    package init(path: String) { folders = path.split(separator: ":").map(String.init) }

    /// Opens a link, without a shell that could take it for something else.
    ///
    /// - Parameter link: An address of the web.
    /// - Returns: Whether a program took it; where there is no screen, it has to be shown.
    package func open(_ link: String) async -> Bool {
        guard let program else { return false }
        let process = Process()
        process.executableURL = program
        process.arguments = [link]
        process.standardInput = FileHandle.nullDevice
        // What a browser says would get into the screen.
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
