// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A page with an identity, at one of several places of its parent, where another page may replace it.
package struct Paging: Reducer {
    /// The kind of the page's place in the parent.
    package enum Place: CaseIterable, Sendable {
        case property, optional, enumCase, row, erased, filtered, withDependency, wrapped
    }

    package struct State: Equatable {
        package var always = Page.State(id: 0)
        package var optional: Page.State?
        package var screen = Screen.closed
        package var rows: IdentifiedArray<Int, Row> = IdentifiedArray(uniqueElements: [Row(id: 1)])
        package var outputs: [String] = []

        package init(_ page: Page.State? = nil, at place: Place) { self[place] = page }

        /// The page at a place.
        package subscript(place: Place) -> Page.State? {
            get {
                switch place {
                case .property: always
                case .enumCase: if case .page(let page) = screen { page } else { nil }
                case .row: rows[id: 1]?.page
                case .optional, .erased, .filtered, .withDependency, .wrapped: optional
                }
            }
            set {
                switch place {
                case .property: always = newValue ?? Page.State(id: 0)
                case .enumCase: screen = newValue.map(Screen.page) ?? .closed
                case .row: rows[id: 1]?.page = newValue
                case .optional, .erased, .filtered, .withDependency, .wrapped: optional = newValue
                }
            }
        }
    }

    package struct Row: Identifiable, Equatable {
        package let id: Int
        package var page: Page.State?
    }

    package enum Screen: CasePathable, Equatable {
        case closed, page(Page.State)

        package struct AllCasePaths: Sendable {
            package var page: CasePath<Screen, Page.State> {
                CasePath(embed: Screen.page) { if case .page(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package indirect enum Action: CasePathable {
        case page(Page.Action), row(IdentifiedAction<Int, Action>), change((inout Page.State?) -> Void)

        package struct AllCasePaths: Sendable {
            package var page: CasePath<Action, Page.Action> {
                CasePath(embed: Action.page) { if case .page(let value) = $0 { value } else { nil } }
            }
            package var row: CasePath<Action, IdentifiedAction<Int, Action>> {
                CasePath(embed: Action.row) { if case .row(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()

        package static func show(_ id: Int) -> Action { .change { $0 = Page.State(id: id) } }

        /// An action for the page at a place.
        package static func page(_ action: Page.Action, at place: Place) -> Action {
            place == .row ? .row(.element(id: 1, action: .page(action))) : .page(action)
        }
    }

    private let place: Place
    private let recorder: RunRecorder
    private let wrapper: Wrapper?

    /// A reducer around the page.
    package typealias Wrapper = (
        inout Page.State, Page.Action, ReducerFunction<Page.State, Page.Action>
    ) -> Effect<Page.Action>

    package init(_ place: Place, recorder: RunRecorder = RunRecorder(), wrapper: Wrapper? = nil) {
        self.place = place
        self.recorder = recorder
        self.wrapper = wrapper
    }

    @ReducerBuilder<Page.State, Page.Action> private var page: some ReducerOf<Page> {
        if let wrapper {
            Page(recorder: recorder).wrapped(wrapper)
        } else {
            Page(recorder: recorder)
        }
    }

    package var body: some Reducer<State, Action> {
        switch place {
        case .property: Scope(state: \.always, action: \.page) { page }
        case .optional: EmptyReducer().ifLet(\.optional, action: \.page) { page }
        case .enumCase: EmptyReducer().ifCaseLet(\.screen.page, action: \.page) { page }
        case .row:
            EmptyReducer()
                .forEach(\.rows, action: \.row) {
                    EmptyReducer<Row, Action>().ifLet(\.page, action: \.page) { page }
                }
        case .erased: AnyReducer(EmptyReducer().ifLet(\.optional, action: \.page) { AnyReducer(page) })
        case .filtered:
            EmptyReducer().ifLet(\.optional, action: \.page) { page.filter { _ in true } }.filter { _ in true
            }
        case .withDependency:
            EmptyReducer().ifLet(\.optional, action: \.page) { page }.dependency(\.isTesting, true)
        case .wrapped:
            EmptyReducer()
                .ifLet(\.optional, action: \.page) { page.wrapped { $2(&$0, $1) } }
                .wrapped { $2(&$0, $1) }
        }
        Update { [place] state, action in
            switch action {
            case .change(let change): change(&state[place])
            case .page(.output(let output)), .row(.element(1, .page(.output(let output)))):
                state.outputs.append(output)
            default: break
            }
        }
    }
}

/// A page that loads, has queries, answers changes, emits outputs to its parent, and may contain a page.
package struct Page: Reducer {
    package struct State: Equatable, Identifiable {
        package let id: Int
        package var query: String?
        package var log: [String] = []
        package var inner: Inner?

        package init(id: Int, query: String? = nil) {
            self.id = id
            self.query = query
        }
    }

    /// A page without an identity of its own.
    package struct Inner: Equatable {
        package var log: [String] = []

        package init() {}
    }

    package enum Action: CasePathable, Sendable {
        case ask(String?), run(String), note(String), tell(String), output(String), open, inner(InnerAction)

        package struct AllCasePaths: Sendable {
            package var inner: CasePath<Action, InnerAction> {
                CasePath(embed: Action.inner) { if case .inner(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package enum InnerAction: Sendable { case run(String), note(String) }

    private let recorder: RunRecorder

    package init(recorder: RunRecorder) { self.recorder = recorder }

    package var body: some Reducer<State, Action> {
        Reduce { [recorder] state, action in
            switch action {
            case .ask(let query): state.query = query
            case .run(let name):
                return .run { send in
                    await recorder.run(name)
                    await send(.note(name))
                    recorder.end(name)
                }
            case .note(let note): state.log.append(note)
            case .tell(let output): return .send(.output(output))
            case .output(let output): state.log.append("own \(output)")
            case .open: state.inner = Inner()
            case .inner: break
            }
            return .none
        }
        .ifLet(\.inner, action: \.inner) {
            Reduce<Inner, InnerAction> { [recorder] state, action in
                switch action {
                case .run(let name):
                    return .run { send in
                        await recorder.run(name)
                        await send(.note(name))
                        recorder.end(name)
                    }
                case .note(let note):
                    state.log.append(note)
                    return .none
                }
            }
        }
        .onChange(of: \.query) { old, new, state in
            state.log.append("\(old ?? "-")>\(new ?? "-")")
            return .none
        }
        .feedback(\.query) { [recorder] query, send in
            await recorder.run("query \(query)")
            await send(.note("late"))
            recorder.end("query \(query)")
        }
    }
}
