// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTestSupport
import TerminalKit
import Testing

@Suite("The picture of a screen", .timeLimit(.minutes(30)))
struct ScreenFileTests {
    private let lines = [
        StyledLine(" To do", .bar), StyledLine("> ", .selected) + StyledLine("漢字 🙂", .category(2)),
        StyledLine("a\u{1B}[2Jb & <c>", .problem) + StyledLine(" far beyond the edge"),
    ]
    private let size = WindowSize(columns: 14, rows: 4)

    @Test("contains its cells and their roles, without control characters")
    func text() {
        #expect(
            ScreenPicture(lines, in: size).description == """
                14 × 4
                │ To do        │
                │> 漢字 🙂     │
                │a[2Jb & <c> f…│
                │              │

                │BBBBBBBBBBBBBB│
                │SS2222222.....│
                │!!!!!!!!!!!...│
                │..............│

                """
        )
    }

    @Test("is stored in a file, and differences from it are shown by line")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = ScreenPicture(lines, in: size)
        let file = ScreenFile("todo", folder: folder, isUpdating: false)
        #expect(file.difference(from: picture)?.hasPrefix("todo.txt is missing") == true)
        #expect(ScreenFile("todo", folder: folder, isUpdating: true).difference(from: picture) == nil)
        #expect(file.difference(from: picture) == nil)
        let other = ScreenPicture([StyledLine(" To do", .bold)] + lines.dropFirst(), in: size)
        #expect(
            file.difference(from: other) == """
                todo.txt is different:
                - │BBBBBBBBBBBBBB│
                + │bbbbbb........│
                """
        )
    }

    @Test("is drawn in the colors of a background, the same each time")
    func drawing() {
        let picture = ScreenPicture(lines, in: size)
        let dark = picture.svg(title: "To & do", on: .dark)
        #expect(dark == picture.svg(title: "To & do", on: .dark))
        #expect(dark.contains("<title>To &amp; do</title>") && dark.contains("&lt;c&gt;"))
        #expect(dark.contains("#ff7b72") && !dark.contains("\u{1B}"))
        let light = picture.svg(title: "To & do", on: .light)
        #expect(light.contains("#b3261e") && !light.contains("#ff7b72"))
    }
}
