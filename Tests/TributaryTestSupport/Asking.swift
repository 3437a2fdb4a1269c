// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A feature with queries for work, its own and in children at every kind of place, all of them changed from
/// outside.
package struct Asking: Reducer {
    package struct State: Equatable, Identifiable, Sendable {
        package let id: Int
        package var query: Int?
        package var downloads: Set<Int> = []
        package var requests: [Int: Int] = [:]
        package var always: Leaf
        package var sheet: Leaf?
        package var screen = Screen.closed
        package var leaves: IdentifiedArray<Int, Leaf> = IdentifiedArray()
        package var askings: IdentifiedArray<Int, Asking.State> = IdentifiedArray()

        package init(id: Int) {
            self.id = id
            always = Leaf(id: 0)
        }
    }

    package struct Leaf: Equatable, Identifiable, Sendable {
        package let id: Int
        package var query: Int?
        package var changes = 0

        package init(id: Int, query: Int? = nil) {
            self.id = id
            self.query = query
        }
    }

    package enum Screen: Equatable, Sendable, CasePathable {
        case closed
        case open(Leaf)

        package struct AllCasePaths: Sendable {
            package var open: CasePath<Screen, Leaf> {
                CasePath(embed: Screen.open) { if case .open(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package enum LeafAction: Sendable { case ask(Int?), late }

    package enum Action: Sendable, CasePathable {
        case change(@Sendable (inout State) -> Void)
        case late
        case always(LeafAction), sheet(LeafAction), screen(LeafAction)
        case leaves(IdentifiedAction<Int, LeafAction>)
        indirect case askings(IdentifiedAction<Int, Action>)

        package struct AllCasePaths: Sendable {
            package var always: CasePath<Action, LeafAction> {
                CasePath(embed: Action.always) { if case .always(let value) = $0 { value } else { nil } }
            }
            package var sheet: CasePath<Action, LeafAction> {
                CasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
            }
            package var screen: CasePath<Action, LeafAction> {
                CasePath(embed: Action.screen) { if case .screen(let value) = $0 { value } else { nil } }
            }
            package var leaves: CasePath<Action, IdentifiedAction<Int, LeafAction>> {
                CasePath(embed: Action.leaves) { if case .leaves(let value) = $0 { value } else { nil } }
            }
            package var askings: CasePath<Action, IdentifiedAction<Int, Action>> {
                CasePath(embed: Action.askings) { if case .askings(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    private let recorder: RunRecorder
    private let path: String

    package init(recorder: RunRecorder, path: String = "") {
        self.recorder = recorder
        self.path = path
    }

    package var body: some Reducer<State, Action> {
        Scope(state: \.always, action: \.always) { leaf("always") }
        Update { state, action in
            switch action {
            case .change(let change): change(&state)
            case .late: state.downloads.insert(-1)
            default: break
            }
        }
        .ifLet(\.sheet, action: \.sheet) { leaf("sheet") }
        .ifCaseLet(\.screen.open, action: \.screen) { leaf("screen") }
        .forEach(\.leaves, action: \.leaves) { leaf("leaf") }
        .forEach(\.askings, action: \.askings) { Asking(recorder: recorder, path: path + "asking ") }
        .feedback(\.query) { [run = run(Action.late)] query, send in await run("query \(query)", send) }
        .feedback(each: \.downloads) { [run = run(Action.late)] download, send in
            await run("download \(download)", send)
        }
        .feedback(eachEntry: \.requests) { [run = run(Action.late)] key, request, send in
            await run("request \(key) \(request)", send)
        }
    }

    private func leaf(_ kind: String) -> some Reducer<Leaf, LeafAction> {
        Update<Leaf, LeafAction> { state, action in
            state.changes += 1
            switch action {
            case .ask(let query): state.query = query
            case .late: state.query = -1
            }
        }
        .feedback({ leaf in leaf.query.map { Question(leaf: leaf.id, query: $0) } }) {
            [run = run(LeafAction.late)] question, send in
            await run("\(kind) \(question.leaf): \(question.query)", send)
        }
    }

    private struct Question: Equatable, Sendable {
        let leaf: Int
        let query: Int
    }

    /// Runs until it is cancelled, and then tries to send.
    private func run<LeafOrOwn: Sendable>(
        _ late: LeafOrOwn
    ) -> @Sendable (String, Send<LeafOrOwn>) async -> Void {
        { [recorder, path] name, send in
            await recorder.run(path + name)
            await send(late)
            recorder.end(path + name)
        }
    }
}

extension Asking.State {
    /// The queries of this state, counted by hand.
    ///
    /// Rows of rows are not distinguished by their parents, so a query may occur more than once.
    package func asked(_ path: String = "") -> [String: Int] {
        var asked: [String: Int] = [:]
        func add(_ name: String) { asked[path + name, default: 0] += 1 }
        if let query { add("query \(query)") }
        for download in downloads { add("download \(download)") }
        for (key, request) in requests { add("request \(key) \(request)") }
        if let query = always.query { add("always \(always.id): \(query)") }
        if let sheet, let query = sheet.query { add("sheet \(sheet.id): \(query)") }
        if case .open(let leaf) = screen, let query = leaf.query { add("screen \(leaf.id): \(query)") }
        for leaf in leaves { if let query = leaf.query { add("leaf \(leaf.id): \(query)") } }
        for asking in askings { asked.merge(asking.asked(path + "asking "), uniquingKeysWith: +) }
        return asked
    }
}
