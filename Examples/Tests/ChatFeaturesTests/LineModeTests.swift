// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProgram
import ChatProtocol
import ChatTestSupport
import Connection
import Testing
import Tributary

@Suite("Output of line mode", .timeLimit(.minutes(30)))
@MainActor
struct LineModeTests {
    @Test("Neither a server nor a line can control the terminal, or reverse text")
    func harmless() async {
        let reason = "No\u{202E}\u{1B}[2J" + String(repeating: "\u{301}", count: 99) + "\u{2067}!"
        let link = ScriptedLink(
            answer: { frame in
                guard case .signUp = frame else { return [] }
                return [.frame(.refused(reason: reason, room: nil, id: nil))]
            },
            opensAtOnce: true
        )
        let store = Store(initialState: Chat.State()) {
            Chat()
        } dependencies: {
            $0.chatLink = link.link
        }
        let desk = ChatDesk(store: store, name: ada, fast: false, timeout: 36_000)
        var printed: [String] = []
        let mode = LineMode(desk: desk, isEchoing: true) { printed.append($0) }
        var lines = ["a\u{202E}b\u{7}", "signup password"].makeIterator()
        // Neither line could be carried out.
        #expect(await mode.run { lines.next() } == 2)
        store.close()
        #expect(printed.contains("! No[2J" + String(repeating: "\u{301}", count: 8) + "!"))
        #expect(printed.contains("! “ab” is no command; type “help” to see those there are."))
        let forbidden: Set<Unicode.Scalar> = ["\u{202E}", "\u{2067}", "\u{1B}", "\u{7}"]
        #expect(!printed.contains { $0.unicodeScalars.contains { forbidden.contains($0) } })
    }
}
