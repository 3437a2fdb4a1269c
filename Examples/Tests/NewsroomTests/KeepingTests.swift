// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import News
import Newsroom
import Synchronization
import Terminal
import TerminalKit
import Testing
import Tributary

@MainActor
@Suite("The stored state of a newsroom", .timeLimit(.minutes(30)))
struct KeepingTests {
    @Test("is recovered at the next start", arguments: NewsAttachment.allCases)
    func everyWay(attachment: NewsAttachment) async throws {
        try await withFile { path in
            let client = NewsClient { _, _ in
                let articles = (1...3).map {
                    Article(id: "\($0)", title: "\($0)", date: .distantPast, body: "b")
                }
                return .feed(Feed(title: "River", articles: articles), nil)
            }
            var screen: Screen?
            for _ in 0..<3 {
                let keeping = try Keeping(at: path, shelf: "river")
                let desk = try await NewsroomDesk(
                    attachment,
                    feeds: ["river"],
                    client: client,
                    keeping: keeping
                )
                if let screen { #expect(desk.screen == screen) }
                let commands: [Command] =
                    screen == nil ? [.load, .login("Ada"), .open(1), .back, .open(3)] : [.open(2), .open(9)]
                for command in commands { await desk.perform(command)() }
                screen = desk.screen
                await desk.close()
                await keeping.close()
            }
            #expect(screen?.rows.map(\.isRead) == [true, true, true])
            #expect(screen?.account == "Ada · 4 articles opened")
            #expect(screen?.page?.title == "2")
        }
    }

    @Test("is loaded again if the program ended while loading", arguments: NewsAttachment.allCases)
    func loading(attachment: NewsAttachment) async throws {
        try await withFile { path in
            let count = Mutex(0)
            let (answers, answer) = AsyncStream<Void>.makeStream()
            let client = NewsClient { _, _ in
                // The first is never answered.
                if count.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    for await _ in answers {}
                }
                return .feed(Feed(title: "River", articles: [Article(id: "1", title: "One")]), nil)
            }
            for round in 1...2 {
                let keeping = try Keeping(at: path, shelf: "river")
                let desk = try await NewsroomDesk(
                    attachment,
                    feeds: ["river"],
                    client: client,
                    keeping: keeping
                )
                if round == 1 {
                    let loading = Task { await desk.perform(.load)() }
                    while count.withLock({ $0 }) == 0 { await Task.yield() }
                    await desk.close()
                    await loading.value
                } else {
                    while desk.screen.rows.isEmpty { await Task.yield() }
                    await desk.close()
                }
                await keeping.close()
            }
            answer.finish()
            #expect(count.withLock { $0 } == 2)
        }
    }

    @Test("includes the selection, and the scroll position of an article")
    func place() async throws {
        try await withFile { path in
            var state: Browser.State?
            for round in 0..<2 {
                let keeping = try Keeping(at: path, shelf: "river")
                let browser = try await keeping.store("browser", initialState: Browser.State()) { Browser() }
                let page = Screen.Page(title: "One", body: String(repeating: "word ", count: 2_000))
                if round == 0 {
                    browser.send(.input(.resized(WindowSize(columns: 40, rows: 10))))
                    browser.send(.input(.listChanged(Screen.List(.articles), count: 9)))
                    for _ in 0..<4 { browser.send(.input(.pressed(.character("j")))) }
                    browser.send(.input(.pageChanged(page, row: nil)))
                    for key in [Key.pageDown, .down, .character("s"), .character("é")] {
                        browser.send(.input(.pressed(key)))
                    }
                    #expect(browser.selection == 4)
                    #expect(browser.scroll > 1)
                    #expect(browser.prompt?.field.text == "é")
                    state = browser.state
                } else {
                    #expect(browser.state == state)
                    // The initial inputs of the display change nothing.
                    browser.send(.input(.listChanged(Screen.List(.articles), count: 9)))
                    browser.send(.input(.pageChanged(page, row: nil)))
                    #expect(browser.state == state)
                }
                browser.close()
                await keeping.close()
            }
        }
    }

    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsroom-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "journal.sqlite").path)
    }
}
