// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing
import Tributary

@testable import ReaderApp

@MainActor
@Suite("The app for members at home")
struct ReaderTests {
    let session = ReaderSession(
        member: Member(card: "7", name: "Ada"),
        holdings: Holdings([
            Book(id: "1", title: "Dune"), Book(id: "2", title: "Emma"), Book(id: "3", title: "Dubliners"),
        ])
    )

    func transcript(of commands: String...) async -> [String] {
        var lines: [String] = []
        for command in commands { lines += await session.perform(command) }
        return lines
    }

    // The same commands and the same answers as in the kiosk's tests.
    @Test func `lets a member find and borrow books, and requests the same twice in a row`() async {
        #expect(
            await transcript(
                of: "search du",
                "pick 2",
                "borrow",
                "borrow",
                "pick 2",
                "pick 1",
                "borrow",
                "loans"
            )
                == [
                    "1. Dune", "2. Dubliners",
                    "“Dubliners”, asked for 0×",
                    "“Dubliners”, asked for 1×", "(Ada borrows “Dubliners”)",
                    "“Dubliners”, asked for 2×", "(not “Dubliners”: it is borrowed already)",
                    "“Dubliners”, asked for 0×",
                    "“Dune”, asked for 0×",
                    "“Dune”, asked for 1×", "(Ada borrows “Dune”)",
                    "Ada has 2 of 2", "- Dubliners", "- Dune",
                ]
        )
    }

    @Test func `lets a member take out books, independent of the scanner`() async {
        #expect(
            await transcript(of: "hold 1", "checkout", "hold 1", "hold 9", "take", "take", "loans") == [
                "no such command here: hold 1",
                "scanner on, 0 read",
                "scanner on, 1 read", "+ Dune",
                "scanner on, 2 read", "+ Dune", "(nothing has the code 9)",
                "(Ada borrows “Dune”)",
                "no such command here: take",
                "Ada has 1 of 2", "- Dune",
            ]
        )
    }

    @Test func `keeps the member once, for two features`() async {
        #expect(
            await transcript(of: "rename Countess", "loans", "undo", "redo", "undo", "loans") == [
                "card 7: Countess, changed 1×", "(now called Countess)",
                "Countess has 0 of 2",
                "card 7: Ada, changed 2×", "(now called Ada)",
                "card 7: Countess, changed 3×", "(now called Countess)",
                "card 7: Ada, changed 4×", "(now called Ada)",
                "Ada has 0 of 2",
            ]
        )
        #expect(session.store.member == Member(card: "7", name: "Ada"))
    }

    @Test func `mounts the counting of visits while it runs, and removes it`() async {
        #expect(
            await transcript(
                of: "enter",
                "visits on",
                "enter",
                "enter",
                "visits off",
                "leave",
                "visits on",
                "leave"
            )
                == [
                    "not counted: 0 of 2 inside, at most 0",
                    "0 of 2 inside, at most 0",
                    "1 of 2 inside, at most 1",
                    "2 of 2 inside, at most 2", "(the library is full)",
                    "not counted: 2 of 2 inside, at most 2",
                    "not counted: 2 of 2 inside, at most 2",
                    "2 of 2 inside, at most 2",
                    "1 of 2 inside, at most 2", "(the library has room)",
                ]
        )
    }

    @Test func `has a log of every action, also of those inside of features`() async {
        _ = await session.perform("search dune")
        #expect(session.log.names == ["openSearch", "search", "search", "notices"])
    }
}
