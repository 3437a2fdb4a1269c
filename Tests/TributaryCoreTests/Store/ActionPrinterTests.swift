// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPersistence
import TributaryTestSupport

private struct Library: Reducer {
    struct Book: Identifiable, Equatable {
        let id: Int
        var title: String
        var isLent = false
    }

    struct Shelf {
        var label = "A"
        var notes: [Int] = []
    }

    enum Step { case closed, open(Shelf) }

    struct State {
        var books: IdentifiedArray<Int, Book> = []
        var reader: String?
        var step = Step.closed
        var counts: [String: Int] = [:]
        var tags: Set<String> = []
        let describe: @Sendable () -> String = { "" }
    }

    enum Action {
        case add(Book)
        case rename(id: Int, title: String)
        case remove(Int)
        case enter(String?)
        case open
        case note(Int)
        case tag(String)
        case look
        case ask
        case answer(Answer)

        enum Answer { case yes, number(Int) }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let book):
            state.books.append(book)
            state.counts[book.title, default: 0] += 1
        case .rename(let id, let title): state.books[id: id]?.title = title
        case .remove(let id): state.books[id: id] = nil
        case .enter(let name): state.reader = name
        case .open: state.step = .open(Shelf())
        case .note(let number):
            if case .open(var shelf) = state.step {
                shelf.notes.append(number)
                state.step = .open(shelf)
            }
        case .tag(let tag): state.tags.insert(tag)
        case .look, .answer: break
        case .ask: return .run { await $0(.answer(.number(7))) }.merge(with: .send(.answer(.yes)))
        }
        return .none
    }
}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ActionPrinterTests {
    private let printed = Heard<String>()
}

extension ActionPrinterTests {
    private func printer<State, Action>() -> ActionPrinter<State, Action> {
        ActionPrinter { [printed] in printed.append($0) }
    }

    @Test func `each action is printed with its origin and with the fields that it changed`() {
        let store = Store(initialState: Library.State()) { Library() }
        let token = store.attach(printer())
        store.send(.add(Library.Book(id: 3, title: "Dune")))
        store.send(.rename(id: 3, title: "Dune\nMessiah"))
        store.send(.enter("Ada"))
        store.send(.enter("Grace"))
        store.send(.open)
        store.send(.note(1))
        store.send(.note(2))
        store.send(.tag("old"))
        store.send(.look)
        store.send(.remove(3))
        #expect(
            printed.all == [
                """
                add(Book(id: 3, title: "Dune", isLent: false)) (store)
                    books[id: 3]: Book(id: 3, title: "Dune", isLent: false) added
                    counts["Dune"]: 1 added
                """,
                """
                rename(id: 3, title: "Dune Messiah") (store)
                    books[id: 3].title: "Dune" → "Dune Messiah"
                """,
                """
                enter("Ada") (store)
                    reader: nil → "Ada"
                """,
                """
                enter("Grace") (store)
                    reader: "Ada" → "Grace"
                """,
                """
                open (store)
                    step: closed → open(Shelf(label: "A", notes: []))
                """,
                """
                note(1) (store)
                    step.open.notes: [] → [1 element]
                """,
                """
                note(2) (store)
                    step.open.notes: [1 element] → [2 elements]
                """,
                """
                tag("old") (store)
                    tags: "old" added
                """,
                """
                look (store)
                    nothing changed
                """,
                """
                remove(3) (store)
                    books[id: 3]: Book(id: 3, title: "Dune Messiah", isLent: false) removed
                """,
            ]
        )
        token.cancel()
        store.send(.look)
        #expect(printed.all.count == 10)
    }

    @Test func `the origin distinguishes actions of effects and reducers`() async {
        let store = Store(initialState: Library.State()) { Library() }
        let token = store.attach(printer())
        await store.send(.ask).finish()
        #expect(
            printed.all == [
                "ask (store)\n    nothing changed",
                "answer.yes (reducer)\n    nothing changed",
                "answer.number(7) (effect)\n    nothing changed",
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test func `a name precedes each action, and omitted actions retain no state`() {
        let store = Store(initialState: [0]) {
            Update { (state: inout [Int], action: Int) in state[0] = action }
        }
        let token = store.attach(
            ActionPrinter(named: "numbers", to: { [printed] in printed.append($0) }, where: { $0 > 1 })
        )
        // An optimized build has the literal in the program itself, from which the first change copies it.
        store.send(0)
        let before = address(of: store)
        store.send(1)
        #expect(address(of: store) == before)
        store.send(2)
        #expect(printed.all == ["numbers: 2 (store)\n    [0]: 1 → 2"])
        withExtendedLifetime(token) {}
    }

    @Test func `whether an action is printed depends on the one that the printer saw first`() {
        let store = Store(initialState: 0) { Update<Int, Int> { state, action in state = action } }
        let tokens = [
            store.attach(ActionPrinter(to: { [printed] in printed.append($0) }, where: { $0 > 1 })),
            store.attach(ActionMiddleware(willReduce: { action, _, _, _ in action == 2 ? 1 : 5 })),
        ]
        store.send(0)
        #expect(printed.all == [] && store.state == 5, "5 in place of an omitted action")
        store.send(2)
        #expect(printed.all.count == 1 && store.state == 1, "1 in place of an action that is printed")
        withExtendedLifetime(tokens) {}
    }

    @Test func `at a scope the scope's actions are printed, even if its state is added or removed`() {
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = DiagnosticRecorder().reporter
        }
        store.send(.openSheet)
        let sheet = store.scope(state: \.sheet, action: \.sheet)
        let token = sheet?.attach(printer())
        store.send(.counter(.increment))
        sheet?.send(.increment)
        let closing = store.attach(ActionMiddleware(willReduce: { _, _, _, store in nil }))
        sheet?.send(.increment)
        closing.cancel()
        store.send(.closeSheet)
        sheet?.send(.increment)
        #expect(
            printed.all == [
                "increment (store)\n    count: 0 → 1",
                "increment (store)\n    no state",
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test func `a machine and a store on its own actor print, too`() async {
        let machine = Machine(initialState: Counter.State()) { Counter() }
        let actor = StoreActor(initialState: Counter.State()) { Counter() }
        let tokens = [machine.attach([printer()]), await actor.attach(printer())]
        machine.send(.increment)
        await actor.send(.add(2))
        #expect(printed.all == ["increment (store)\n    count: 0 → 1", "add(2) (store)\n    count: 0 → 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `long texts are cut, and objects are compared by identity`() {
        final class Box {}
        struct State {
            var text = ""
            var box = Box()
        }
        let store = Store(initialState: State()) {
            Update<State, String> { state, action in state.text = action }
        }
        let token = store.attach(printer())
        store.send(String(repeating: "x", count: 100))
        let cut = "\"\(String(repeating: "x", count: 60))…\""
        #expect(printed.all == ["\(cut) (store)\n    text: \"\" → \(cut)"])
        withExtendedLifetime(token) {}
    }

    private func address(of store: Store<[Int], Int>) -> UnsafeRawPointer? {
        store.withState { state in state.withUnsafeBytes { $0.baseAddress } }
    }
}
