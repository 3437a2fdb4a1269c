// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary

@MainActor
@Suite("The article on views", .timeLimit(.minutes(30)))
struct ViewsTests {
    @Test func `has a form whose test passes`() async {
        await ViewsArticle().test()
        #expect(ViewsArticle().preview() == "Ada")
        #expect(await ViewsArticle().appeared() == 1)
    }

    @Test(
        "show lines of views that are compiled with the stand-in for SwiftUI",
        arguments: ["views", "rows-enums-and-navigation", "forms"]
    )
    func samples(article: String) throws {
        let path = "Sources/Tributary/Tributary.docc/Articles/\(article).md"
        let views = try Page(path: path, example: "").plainBlocks
            .flatMap { $0.components(separatedBy: "\n\n") }
        #expect(views.count >= 4)
        let script = try Page(path: "Scripts/compiler.py", example: "").contents
        let folder = "Tests/SwiftUIStub"
        let samples = try FileManager.default
            .contentsOfDirectory(atPath: Page.root.appending(path: folder).path)
            .filter { script.contains($0.dropLast(".swift".count)) }
            .map { try Page(path: "\(folder)/\($0)", example: "").contents.filter { !$0.isWhitespace } }
        for view in views {
            #expect(samples.contains { $0.contains(view.filter { !$0.isWhitespace }) }, "\(view)")
        }
    }
}
