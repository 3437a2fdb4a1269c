// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing
import Tributary

@testable import KioskApp

@MainActor
@Suite("The kiosk in the library")
struct KioskTests {
    let holdings = Holdings([
        Book(id: "1", title: "Dune"), Book(id: "2", title: "Emma"), Book(id: "3", title: "Dubliners"),
    ])

    func transcript(in session: KioskSession, of commands: String...) async -> [String] {
        var lines: [String] = []
        for command in commands { lines += await session.perform(command) }
        return lines
    }

    // The same commands and the same answers as in the reader's tests, but for the receipts.
    @Test func `lets a member find and borrow books, and requests the same twice in a row`() async {
        let session = await KioskSession(holdings: holdings)
        _ = await session.perform("card Ada")
        let lines = await transcript(
            in: session,
            of: "search du",
            "pick 2",
            "borrow",
            "borrow",
            "pick 2",
            "pick 1",
            "borrow",
            "loans"
        )
        #expect(
            lines.filter { !$0.contains("receipt") } == [
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
        #expect(
            lines.filter { $0.contains("receipt") } == ["(receipt: Ada: Dubliners)", "(receipt: Ada: Dune)"]
        )
    }

    @Test func `lets a member take out books, independent of the scanner`() async {
        let session = await KioskSession(holdings: holdings)
        #expect(
            await transcript(
                in: session,
                of: "hold 1",
                "card Ada",
                "checkout",
                "hold 1",
                "hold 9",
                "take",
                "loans"
            )
                == [
                    "no such command here: hold 1",
                    "card Ada: Ada, changed 0×",
                    "scanner on, 0 read",
                    "scanner on, 1 read", "+ Dune",
                    "scanner on, 2 read", "+ Dune", "(nothing has the code 9)",
                    "(Ada borrows “Dune”)", "(receipt: Ada: Dune)",
                    "Ada has 1 of 2", "- Dune",
                ]
        )
    }

    @Test func `notifies every feature of a changed member`() async {
        let session = await KioskSession(holdings: holdings)
        #expect(
            await transcript(in: session, of: "card Ada", "rename Countess", "loans", "undo", "loans") == [
                "card Ada: Ada, changed 0×",
                "card Ada: Countess, changed 1×", "(now called Countess)",
                "Countess has 0 of 2",
                "card Ada: Ada, changed 2×", "(now called Ada)",
                "Ada has 0 of 2",
            ]
        )
    }

    @Test func `attaches its features for each member, and releases them`() async {
        let session = await KioskSession(holdings: holdings)
        _ = await transcript(in: session, of: "card Ada", "search dune", "pick 1", "borrow")
        weak let desk = session.desk
        #expect(desk != nil)
        #expect(await transcript(in: session, of: "bye", "loans") == ["no such command here: loans"])
        #expect(desk == nil)
        #expect(
            await transcript(in: session, of: "card Grace", "loans") == [
                "card Grace: Grace, changed 0×", "Grace has 0 of 2",
            ]
        )
        #expect(session.bell.rings == 2)
        session.close()
        #expect(session.bell.isSilent)
    }

    @Test func `counts visits on another actor, and is notified when it is full`() async {
        let session = await KioskSession(holdings: holdings)
        #expect(
            await transcript(in: session, of: "enter", "enter", "leave", "enter") == [
                "1 of 2 inside, at most 1",
                "2 of 2 inside, at most 2", "(the library is full)",
                "1 of 2 inside, at most 2", "(the library has room)",
                "2 of 2 inside, at most 2", "(the library is full)",
            ]
        )
    }

    @Test func `prints receipts as long as there is paper`() async {
        let session = await KioskSession(holdings: holdings)
        _ = await transcript(
            in: session,
            of: "card Ada",
            "search du",
            "pick 1",
            "borrow",
            "pick 2",
            "borrow",
            "bye"
        )
        #expect(
            await transcript(in: session, of: "card Grace", "search emma", "pick 1", "borrow", "refill") == [
                "card Grace: Grace, changed 0×",
                "1. Emma",
                "“Emma”, asked for 0×",
                "“Emma”, asked for 1×", "(Grace borrows “Emma”)", "(no paper for 1)",
                "2 sheets",
            ]
        )
    }
}
