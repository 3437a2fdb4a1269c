// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TerminalKit

/// The picture of a screen, stored in a file in the folder `Screens` next to the tests.
///
/// ```swift
/// let picture = ScreenPicture(mode.lines(in: size), in: size)
/// #expect(ScreenFile("forecast").difference(from: picture) == nil)
/// ```
/// With `UPDATE_SCREENS=1` in the environment, the files are written instead: check the changes.
package struct ScreenFile {
    private let name: String
    private let folder: URL
    private let pictures: URL
    private let isUpdating: Bool

    /// Names a picture.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - test: The file of the test, whose folder contains `Screens`.
    package init(_ name: String, of test: String = #filePath) {
        self.init(
            name,
            folder: URL(filePath: test).deletingLastPathComponent().appending(path: "Screens"),
            isUpdating: ProcessInfo.processInfo.environment["UPDATE_SCREENS"] == "1"
        )
    }

    package init(_ name: String, folder: URL, isUpdating: Bool) {
        self.name = name
        self.folder = folder
        self.isUpdating = isUpdating
        // Examples/Tests/ScreenTestSupport/ScreenFile.swift
        let examples = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        pictures = examples.appending(path: "Documentation/Pictures")
    }

    /// The differences from the file, as text; `nil` if there are none.
    package func difference(from picture: ScreenPicture) -> String? {
        compare(picture.description, with: folder.appending(path: name + ".txt"))
    }

    /// As `difference(from:)`, and also compares the drawings for the README, on a light and on a dark
    /// background.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - title: A description for people who cannot see it.
    /// - Returns: The difference; `nil` when there is none.
    package func difference(from picture: ScreenPicture, drawnFor title: String) -> String? {
        let drawn = Appearance.Background.allCases.map { background in
            compare(
                picture.svg(title: title, on: background),
                with: pictures.appending(path: "\(name)-\(background.rawValue).svg")
            )
        }
        let all = ([difference(from: picture)] + drawn).compactMap { $0 }
        return all.isEmpty ? nil : all.joined(separator: "\n")
    }

    private func compare(_ text: String, with file: URL) -> String? {
        if isUpdating {
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            do { try Data(text.utf8).write(to: file) } catch { return "\(error)" }
            return nil
        }
        guard let data = try? Data(contentsOf: file) else {
            return "\(file.lastPathComponent) is missing; UPDATE_SCREENS=1 writes it.\n" + text
        }
        let kept = String(decoding: data, as: UTF8.self)
        guard kept != text else { return nil }
        let (old, new) = (lines(of: kept), lines(of: text))
        let rows = (0..<max(old.count, new.count)).filter { row in
            row >= old.count || row >= new.count || old[row] != new[row]
        }
        return "\(file.lastPathComponent) is different:\n"
            + rows.flatMap { row in
                [row < old.count ? "- \(old[row])" : nil, row < new.count ? "+ \(new[row])" : nil].compactMap
                { $0 }
            }.joined(separator: "\n")
    }

    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
