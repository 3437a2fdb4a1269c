// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Pages of a stack", .timeLimit(.minutes(30)))
struct StackPagesTests {
    @Test("An effect of a page counts as not covered, and its absence is no failure")
    func page() async {
        var result: CheckResult<Pages.State, Pages.Action, NoWorld>?
        let reported = await failures {
            result = await check(
                Pages(),
                initialState: Pages.State(),
                actions: { _ in [] },
                properties: [.sometimes("a page is there") { !$0.path.isEmpty }]
            )
        }
        #expect(reported.count == 1 && reported.allSatisfy(\.isWarning))
        #expect(result?.notCovered == [.unsupported("an effect of a page of a stack")])
    }
}

private struct Pages: Reducer {
    struct State: Hashable {
        var isReading = true
        var path = Stack<Page.State>()
        var work: Bool? { isReading ? true : nil }
    }

    enum Action: Hashable, CasePathable {
        case loaded, follow
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
                state.path.append(Page.State())
                return .send(.path(.element(id: state.path.ids[0], action: .ask)))
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
    struct State: Hashable { var isAnswered = false }
    enum Action: Hashable { case ask, answered }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .ask:
            return .run(name: "ask") { send in
                _ = try await choose("ask", from: [true])
                await send(.answered)
            }
        case .answered:
            state.isAnswered = true
            return .none
        }
    }
}
