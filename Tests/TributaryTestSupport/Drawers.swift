// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore
package import TributaryPresenting

/// A parent with a note at one of several places, which is closed by outputs of the note.
package struct Drawers: Reducer {
    /// The kind of the note's place in the parent.
    package enum Place: CaseIterable, Sendable { case optional, identified, enumCase, nested, row, page }

    package struct State: Equatable {
        package var optional: Note.State?
        package var identified: Identified?
        package var screen: Screen?
        package var rows: IdentifiedArrayOf<Identified> = []
        package var pages: Stack<Note.State> = []
        package var seen: [String] = []
        var answer: Answer?
        var last = -1

        package init() {}
    }

    /// The parent's reaction to an output, once.
    struct Answer: Equatable {
        let change: (inout State) -> Void

        static func == (left: Answer, right: Answer) -> Bool { true }
    }

    /// A note with an identity.
    package struct Identified: Identifiable, Equatable {
        package let id: Int
        package var note: Note.State
    }

    package enum Screen: CasePathable, Equatable {
        case note(Note.State), other(Note.State), help

        package struct AllCasePaths: Sendable {
            package var note: CasePath<Screen, Note.State> {
                CasePath(embed: Screen.note) { if case .note(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package enum ScreenAction: CasePathable {
        case note(Note.Action)

        package struct AllCasePaths: Sendable {
            package var note: CasePath<ScreenAction, Note.Action> {
                CasePath(embed: ScreenAction.note) { if case .note(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package enum Action: CasePathable {
        case note(Note.Action), screen(ScreenAction), row(IdentifiedAction<Int, Note.Action>)
        case page(StackActionOf<Note>)
        case change((inout State) -> Void), setAnswer((inout State) -> Void)

        package struct AllCasePaths: Sendable {
            package var note: CasePath<Action, Note.Action> {
                CasePath(embed: Action.note) { if case .note(let value) = $0 { value } else { nil } }
            }
            package var screen: CasePath<Action, ScreenAction> {
                CasePath(embed: Action.screen) { if case .screen(let value) = $0 { value } else { nil } }
            }
            package var row: CasePath<Action, IdentifiedAction<Int, Note.Action>> {
                CasePath(embed: Action.row) { if case .row(let value) = $0 { value } else { nil } }
            }
            package var page: CasePath<Action, StackActionOf<Note>> {
                CasePath(embed: Action.page) { if case .page(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()

        /// An action for the first note at a place.
        package static func note(_ action: Note.Action, at place: Place) -> Action {
            switch place {
            case .optional, .identified, .enumCase: .note(action)
            case .nested: .screen(.note(action))
            case .row: .row(.element(id: 0, action: action))
            case .page: .page(.element(id: 0, action: action))
            }
        }

        var output: Note.Output? {
            switch self {
            case .note(.output(let output)), .screen(.note(.output(let output))): output
            case .row(.element(_, .output(let output))), .page(.element(_, .output(let output))): output
            default: nil
            }
        }
    }

    private let place: Place
    private let recorder: RunRecorder

    package init(place: Place, recorder: RunRecorder) {
        self.place = place
        self.recorder = recorder
    }

    package var body: some Reducer<State, Action> {
        let parent = Update<State, Action> { [place] state, action in
            switch action {
            case .change(let change): change(&state)
            case .setAnswer(let change): state.answer = Answer(change: change)
            default:
                guard let output = action.output else { return }
                state.seen.append("\(state.notes(at: place).first ?? "none") \(output)")
                let answer = state.answer
                state.answer = nil
                answer?.change(&state)
            }
        }
        let note = Note(recorder: recorder)
        switch place {
        case .optional:
            parent.ifLet(\.optional, action: \.note, closedBy: \.output.done, \.output.cancelled) { note }
        case .identified:
            parent.ifLet(\.identified, action: \.note, closedBy: \.output.done, \.output.cancelled) {
                Scope(state: \.note) { note }
            }
        case .enumCase:
            parent.ifCaseLet(\.screen.note, action: \.note, closedBy: \.output.done, \.output.cancelled) {
                note
            }
        case .nested:
            parent.ifLet(
                \.screen,
                action: \.screen,
                closedBy: \.note.output.done,
                \.note.output.cancelled
            ) { EmptyReducer().ifCaseLet(\.note, action: \.note) { note } }
        case .row:
            parent.forEach(\.rows, action: \.row, closedBy: \.output.done, \.output.cancelled) {
                Scope(state: \.note) { note }
            }
        case .page:
            parent.forEach(stack: \.pages, action: \.page, closedBy: \.output.done, \.output.cancelled) {
                note
            }
        }
    }
}

extension Drawers.State {
    /// The texts at a place.
    package func notes(at place: Drawers.Place) -> [String] { states(at: place).map(\.text) }

    package func samples(at place: Drawers.Place) -> [Int]? { states(at: place).first?.samples }

    private func states(at place: Drawers.Place) -> [Drawers.Note.State] {
        switch place {
        case .optional: optional.map { [$0] } ?? []
        case .identified: identified.map { [$0.note] } ?? []
        case .enumCase, .nested:
            switch screen {
            case .note(let note), .other(let note): [note]
            case .help, nil: []
            }
        case .row: rows.map(\.note)
        case .page: Array(pages)
        }
    }

    /// Puts a note at a place, distinguishable from the previous one.
    package mutating func add(_ text: String, at place: Drawers.Place) {
        last += 1
        let note = Drawers.Note.State(text: text)
        switch place {
        case .optional: optional = note
        case .identified: identified = Drawers.Identified(id: last, note: note)
        case .enumCase, .nested: screen = last == 0 ? .note(note) : .other(note)
        case .row: rows.append(Drawers.Identified(id: last, note: note))
        case .page: if pages.isEmpty, last > 0 { pages = [note] } else { pages.append(note) }
        }
    }

    /// Removes the notes at a place.
    package mutating func remove(at place: Drawers.Place) {
        switch place {
        case .optional: optional = nil
        case .identified: identified = nil
        case .enumCase, .nested: screen = nil
        case .row: rows.removeAll()
        case .page: pages.removeAll()
        }
    }
}

extension Drawers {
    /// A text that emits when it is done.
    package struct Note: Reducer {
        package struct State: Equatable {
            package var text: String
            package var samples = Array(repeating: 1, count: 1_000)

            package init(text: String) { self.text = text }
        }

        package enum Output: CasePathable, Sendable {
            case done, cancelled, saved

            package struct AllCasePaths: Sendable {
                package var done: CasePath<Output, Void> {
                    CasePath(embed: { .done }, extract: { if case .done = $0 { () } else { nil } })
                }
                package var cancelled: CasePath<Output, Void> {
                    CasePath(embed: { .cancelled }, extract: { if case .cancelled = $0 { () } else { nil } })
                }
            }
            package static let allCasePaths = AllCasePaths()
        }

        package enum Action: CasePathable, Sendable {
            case type(String), fade, run, finish, output(Output)

            package struct AllCasePaths: Sendable {
                package var output: CasePath<Action, Output> {
                    CasePath(embed: Action.output) { if case .output(let value) = $0 { value } else { nil } }
                }
            }
            package static let allCasePaths = AllCasePaths()
        }

        private let recorder: RunRecorder

        package init(recorder: RunRecorder) { self.recorder = recorder }

        package var body: some Reducer<State, Action> {
            Reduce { [recorder] state, action in
                switch action {
                case .type(let text): state.text += text
                case .fade: state.samples[0] = 0
                case .run:
                    return .run { [text = state.text] _ in
                        await recorder.run(text)
                        recorder.end(text)
                    }
                case .finish: return .send(.output(.done))
                case .output(.saved): state.text += " saved"
                case .output: break
                }
                return .none
            }
        }
    }
}
