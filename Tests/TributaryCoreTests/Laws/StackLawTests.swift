// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryPresenting
import TributaryTestSupport

/// The laws of a stack's pages: 6 to 9.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct StackLawTests {
    private struct Page: Reducer {
        struct State: Equatable, Sendable {
            var title: String
            var log: [String] = []
            var samples = Array(repeating: 1, count: 1_000)
            var query: String?
        }

        enum Action: Sendable { case log(String), fade, run, tellLater, told }

        let recorder: RunRecorder

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .log(let text): state.log.append(text)
                case .fade: state.samples[0] = 0
                case .run:
                    return .run { [recorder, title = state.title] _ in
                        await recorder.run(title)
                        recorder.end(title)
                    }
                case .tellLater: return .send(.told)
                case .told: state.log.append("told")
                }
                return .none
            }
            .feedback(\.query) { [recorder] query, _ in
                await recorder.run(query)
                recorder.end(query)
            }
        }
    }

    private struct App: Reducer {
        struct State: Equatable, Sendable {
            var path: Stack<Page.State> = []
            var seen: [String] = []
        }

        enum Action: CasePathable, Sendable {
            case path(StackActionOf<Page>)
            case change(@Sendable (inout Stack<Page.State>) -> Void)

            struct AllCasePaths: Sendable {
                var path: CasePath<Action, StackActionOf<Page>> {
                    CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        let recorder: RunRecorder

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .path(.element(let id, .told)): state.seen.append("\(id) told")
                case .path(.pop(let id)): state.seen.append("pop \(state.path[id: id]?.title ?? "nothing")")
                case .path(.push): state.seen.append("push \(state.path.last?.title ?? "nothing")")
                case .path: break
                case .change(let change): change(&state.path)
                }
                return .none
            }
            .forEach(stack: \.path, action: \.path) { Page(recorder: recorder) }
        }
    }

    private let recorder = RunRecorder()
    private let diagnostics = DiagnosticRecorder()
}

extension StackLawTests {
    private func store(_ titles: String...) -> StoreOf<App> {
        Store(initialState: App.State(path: Stack(titles.map { Page.State(title: $0) }))) { [recorder] in
            App(recorder: recorder)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
    }

    private func pages(of store: StoreOf<App>) -> RowStores<StackElementID, Page.State, Page.Action> {
        store.scope(state: \.path, action: \.path)
    }

    @Test func `a page runs for the actions with its number`() {
        let store = store("a", "b")
        store.send(.path(.element(id: 1, action: .log("x"))))
        #expect(store.path.map(\.log) == [[], ["x"]])
        #expect(diagnostics.identifiers == [])
    }

    @Test func `the parent sees a pushed page, and still a popped one`() {
        let store = store("a", "b", "c")
        store.send(.path(.push(Page.State(title: "d"))))
        store.send(.path(.pop(from: 1)))
        #expect(store.seen == ["push d", "pop b"])
        #expect(store.path == [Page.State(title: "a")])
        store.send(.path(.push(Page.State(title: "e"))))
        #expect(store.path.ids == [0, 4])
        #expect(diagnostics.identifiers == [])
    }

    @Test func `a page that was popped takes no other page of its number with it`() {
        let store = store("a")
        store.send(.path(.pop(from: 0)))
        store.send(.change { $0 = [Page.State(title: "b")] })
        store.send(.path(.element(id: 0, action: .log("x"))))
        #expect(store.path.map(\.title) == ["b"] && store.path.map(\.log) == [["x"]])
    }

    @Test func `the store of a page shows the page with its number in another stack, too`() {
        let store = store("a")
        let page = pages(of: store)[0]
        var titles: [String] = []
        let token = page.observe(\.title) { titles.append($0) }
        store.send(.change { $0 = [] })
        store.send(.change { $0 = [Page.State(title: "b")] })
        page.send(.log("x"))
        #expect(titles == ["a", "b"] && page.log == ["x"])
        #expect(diagnostics.identifiers == [])
        token.cancel()
    }

    @Test func `law 7: an action for a removed page, and its pop, change nothing and are reported`() {
        let store = store("a")
        store.send(.path(.element(id: 1, action: .log("x"))))
        store.send(.path(.pop(from: 1)))
        #expect(store.path == [Page.State(title: "a")] && store.seen == ["pop nothing"])
        #expect(diagnostics.identifiers == [.absentChild, .absentChild])
        for diagnostic in diagnostics.diagnostics {
            #expect(diagnostic.message.contains("Page.State with the identifier 1 at "))
            #expect(diagnostic.message.hasSuffix("App.State.path."))
        }
    }

    @Test func `law 7: an action that a page sent before its removal reaches the parent silently`() {
        let store = store("a")
        store.send(contentsOf: [.path(.element(id: 0, action: .tellLater)), .path(.pop(from: 0))])
        #expect(store.seen == ["pop a", "0 told"] && store.path.isEmpty)
        #expect(diagnostics.identifiers == [])
    }

    @Test func `law 8: the effects of a page end with it, and those of the others go on`() async {
        let store = store("a", "b", "c")
        for id in store.path.ids { store.send(.path(.element(id: id, action: .run))) }
        await recorder.isRunning(["a", "b", "c"])
        store.send(.path(.pop(from: 1)))
        await recorder.isRunning(["a"])
        store.send(.change { $0.removeAll() })
        await recorder.isRunning([])
    }

    @Test func `law 8: a page of a new stack is another one, though it has the number of a former`() async {
        let store = store("a")
        store.send(.path(.element(id: 0, action: .run)))
        await recorder.isRunning(["a"])
        store.send(.change { $0 = [Page.State(title: "b")] })
        await recorder.isRunning([])
        store.send(contentsOf: [
            .path(.element(id: 0, action: .tellLater)), .change { $0 = [Page.State(title: "c")] },
        ])
        #expect(store.seen == ["0 told"] && store.path.first?.log == [])
        store.send(.path(.element(id: 0, action: .run)))
        await recorder.isRunning(["c"])
        store.send(.change { stack in stack[id: 0]?.title = "d" })
        store.send(.change { stack in stack[id: 0] = Page.State(title: "e") })
        store.send(.change { stack in stack.append(Page.State(title: "f")) })
        await recorder.isRunning(["c"])
        store.close()
        await recorder.isRunning([])
    }

    @Test func `law 8: a page's feedback ends with it`() async {
        let store = store()
        store.send(.path(.push(Page.State(title: "a", query: "q"))))
        await recorder.isRunning(["q"])
        store.send(.path(.pop(from: 0)))
        await recorder.isRunning([])
    }

    @Test func `law 6: the store of a page is a scope, the same as long as it lives`() {
        let store = store("a", "b")
        let page = pages(of: store)[id: 1]
        #expect(page != nil && page === pages(of: store)[1] && pages(of: store)[id: 2] == nil)
        page?.send(.log("x"))
        #expect(store.path[id: 1]?.log == ["x"] && page?.log == ["x"])
        var logs: [[String]] = []
        let token = page?.observe(\.log) { logs.append($0) }
        store.send(.path(.element(id: 0, action: .log("other"))))
        store.send(.path(.element(id: 1, action: .log("y"))))
        #expect(logs == [["x"], ["x", "y"]])
        withExtendedLifetime(token) {}
    }

    @Test func `law 9: a page is changed in place`() {
        let store = store("a", "b")
        let place = {
            store.withState { $0.path[0].samples.withUnsafeBufferPointer(\.baseAddress) }
        }
        let before = place()
        store.send(.path(.element(id: 0, action: .fade)))
        #expect(place() == before && store.path[0].samples[0] == 0)
    }

    @Test func `a path of an action leads to a page`() {
        let path = CasePath<App.Action, StackActionOf<Page>>(\.path)
        let action = path[dynamicMember: \.[id: 1]].embed(.fade)
        guard case .path(.element(id: 1, action: .fade)) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(path.element.extract(from: action)?.id == 1)
        #expect(path.pop.extract(from: .path(.pop(from: 3))) == 3)
        #expect(path.push.extract(from: path.push.embed(Page.State(title: "p")))?.title == "p")
        #expect(path[dynamicMember: \.[id: 2]].extract(from: action) == nil)
    }
}
