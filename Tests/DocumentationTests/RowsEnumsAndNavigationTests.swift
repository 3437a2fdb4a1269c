// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

@MainActor
@Suite("The article on rows, enums and navigation", .timeLimit(.minutes(30)))
struct RowsEnumsAndNavigationTests {
    @Test func `has features that do what it says`() {
        #expect(RowsEnumsAndNavigation().rows() == [1, 0])
        #expect(RowsEnumsAndNavigation().pages() == [2, 1, 0])
        #expect(RowsEnumsAndNavigation().cases() == [true, true, true])
        #expect(
            RowsEnumsAndNavigation().destinations() == ["Soup", "true", "Clear the shelf?", "0", "true"]
        )
    }

    @Test func `shows lines of views that are compiled with the stand-in for SwiftUI`() throws {
        let articles = "Sources/Tributary/Tributary.docc/Articles"
        let page = Page(path: "\(articles)/rows-enums-and-navigation.md", example: "")
        let views = try #require(
            try page.contents.components(separatedBy: "\n```\n").first { $0.hasPrefix("ForEach") }
        )
        let samples = try ["AlbumView", "PeopleView", "TrashView"].map { name in
            try Page(path: "Tests/SwiftUIStub/\(name).swift", example: "").contents
                .filter { !$0.isWhitespace }
        }
        for view in views.components(separatedBy: "\n\n") {
            #expect(samples.contains { $0.contains(view.filter { !$0.isWhitespace }) }, "\(view)")
        }
    }
}
