// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Pages of a stack", .timeLimit(.minutes(30)))
struct StackPagesTests {
    @Test("An effect of a page that was pushed by an effect is part of the situation")
    func pushedByEffect() async {
        let result = await check(
            Pages(),
            initialState: Pages.State(),
            actions: { _ in [] },
            properties: [.sometimes("it is answered") { $0.path.last?.isAnswered == true }, .effectsEnd]
        )
        #expect(result.isComplete)
        // Reading, asking, and answered.
        #expect(result.situationCount == 3)
    }

    @Test("An effect ends with its page, also if an equal page has the same number")
    func equalPages() async {
        let result = await check(
            Pages(),
            initialState: Pages.State(isReading: false),
            actions: { state in
                guard let (id, page) = state.path.ids.last.map({ ($0, state.path[id: $0]) }) else {
                    return [.path(.push(Page.State()))]
                }
                let pop = Pages.Action.path(.pop(from: id))
                return [pop, .replace]
                    + (page?.isAsking == true ? [] : [.path(.element(id: id, action: .ask))])
            },
            properties: [
                .sometimes("the page that asked is gone") {
                    $0.path.last?.isAsking == true && $0.effectsInFlight == 0
                },
                .effectsEnd,
            ],
            realWalks: 50
        )
        #expect(result.isComplete)
        // Without a page, and with one that was answered or not: it does not ask, asks, or is the copy of one that asked.
        #expect(result.situationCount == 7)
    }

    @Test("A page that is pushed again runs the effects that it begins in the same step")
    func pushedAgain() async {
        let result = await check(
            Pages(),
            initialState: Pages.State(isReading: false),
            actions: { $0.path.last?.isAnswered == true ? [] : [.follow] },
            properties: [
                .always("a page that asks has its effect") {
                    $0.path.isEmpty || $0.path.last?.isAnswered == true
                        || $0.effectsInFlight == 1
                },
                .sometimes("it is answered") { $0.path.last?.isAnswered == true },
                .effectsEnd,
            ],
            realWalks: 50
        )
        #expect(result.isComplete)
        #expect(result.situationCount == 3)
    }
}

private struct Pages: Reducer {
    struct State: Hashable {
        var isReading = true
        var path = Stack<Page.State>()
        var work: Bool? { isReading ? true : nil }
    }

    enum Action: Hashable, CasePathable {
        case loaded, follow, replace
        case path(StackAction<Page.State, Page.Action>)

        struct AllCasePaths: Sendable {
            var path: CasePath<Action, StackAction<Page.State, Page.Action>> {
                CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .loaded:
                state.isReading = false
                return .send(.follow)
            case .follow:
                state.path = [Page.State()]
                return .send(.path(.element(id: 0, action: .ask)))
            case .replace:
                state.path = Stack(state.path)
                return .none
            case .path: return .none
            }
        }
        .forEach(stack: \.path, action: \.path) { Page() }
        .feedback(\.work, name: "storage") { _, send in
            guard (try? await choose("read", from: [true])) == true else { return }
            await send(.loaded)
        }
    }
}

private struct Page: Reducer {
    struct State: Hashable { var isAsking = false, isAnswered = false }
    enum Action: Hashable { case ask, answered }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .ask:
            state.isAsking = true
            return .run(name: "ask") { send in
                _ = try await choose("ask", from: [true])
                await send(.answered)
            }
        case .answered:
            (state.isAsking, state.isAnswered) = (false, true)
            return .none
        }
    }
}
