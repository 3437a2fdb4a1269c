// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport

/// Changes of properties and cases, as values.
@Suite(.timeLimit(.minutes(30)))
struct ChangeTests {}

extension ChangeTests {
    private struct Form: Equatable {
        var name = "a"
        var size = 1
        var screen = Dashboard.Screen.detail(Counter.State(count: 1))
        var labels: [String: Int] = [:]
    }

    private enum Answer: CasePathable {
        case number(Int)

        struct AllCasePaths: Sendable {
            var number: CasePath<Answer, Int> {
                CasePath(embed: Answer.number) { if case .number(let value) = $0 { value } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    @Test func `a change gives a property its new value, and the inverse the old one`() {
        let change = PropertyChange(\Form.name, from: "a", to: "b")
        var form = Form()
        change.apply(to: &form)
        #expect(form == Form(name: "b"))
        change.inverted().apply(to: &form)
        #expect(form == Form())
        #expect(change.inverted().inverted() == change)
    }

    @Test func `a change reads the old value from the owner of the property`() {
        #expect(PropertyChange(\.size, of: Form(size: 4), to: 5) == PropertyChange(\.size, from: 4, to: 5))
        #expect(StateChange(\.size, of: Form(size: 4), to: 5) == StateChange(\.size, from: 4, to: 5))
    }

    @Test func `a change may be of a nested value, and of an optional one`() {
        let change = PropertyChange(\Form.labels["x"], from: nil, to: 3)
        var form = Form()
        change.apply(to: &form)
        #expect(form.labels == ["x": 3])
        change.inverted().apply(to: &form)
        #expect(form == Form())
    }

    @Test func `a change of a case changes its payload, and nothing in another case, which is reported`() {
        let change = PropertyChange<Form, Counter.State>(
            case: \.screen.detail,
            from: Counter.State(count: 1),
            to: Counter.State(count: 2)
        )
        var form = Form()
        change.apply(to: &form)
        #expect(form.screen == .detail(Counter.State(count: 2)))
        change.inverted().apply(to: &form)
        #expect(form == Form())

        form.screen = .closed
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) { change.apply(to: &form) }
        #expect(form.screen == .closed)
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics.first?.action?.contains("Counter.State(count: 2)") == true)
    }

    @Test func `a change of a case of the state itself`() {
        let change = PropertyChange<Dashboard.Screen, Counter.State>(
            case: \.detail,
            from: Counter.State(),
            to: Counter.State(count: 2)
        )
        var screen = Dashboard.Screen.detail(Counter.State())
        change.apply(to: &screen)
        #expect(screen == .detail(Counter.State(count: 2)))
    }

    @Test func `from one case to another is a change of the whole enum`() {
        let change = StateChange(\Form.screen, of: Form(), to: .closed)
        var form = Form()
        change.apply(to: &form)
        #expect(form.screen == .closed)
        change.inverted().apply(to: &form)
        #expect(form == Form())
    }

    @Test func `changes of different properties and cases have one type when it is hidden`() {
        let changes: [StateChange<Form>] = [
            StateChange(\.name, from: "a", to: "b"),
            StateChange(\.size, from: 1, to: 2),
            StateChange(case: \.screen.detail, from: Counter.State(count: 1), to: Counter.State(count: 7)),
            StateChange(PropertyChange(\.labels["x"], from: nil, to: 3)),
        ]
        var form = Form()
        for change in changes { change.apply(to: &form) }
        #expect(
            form == Form(name: "b", size: 2, screen: .detail(Counter.State(count: 7)), labels: ["x": 3])
        )
        for change in changes.reversed() { change.inverted().apply(to: &form) }
        #expect(form == Form())
    }

    @Test func `a reducer matches the property of a form's change`() {
        func reduce(_ form: inout Form, _ change: StateChange<Form>) {
            change.apply(to: &form)
            switch change {
            case let change where change.concerns(\.size): form.size = min(form.size, 9)
            case let change where change.concerns(\.labels): form.labels["changed"] = 1
            default: break
            }
        }
        var form = Form()
        reduce(&form, StateChange(\.size, of: form, to: 50))
        reduce(&form, StateChange(\.name, of: form, to: "b"))
        // Of a part of the property, and of a case.
        reduce(&form, StateChange(PropertyChange(\.labels["x"], from: nil, to: 3)))
        reduce(&form, StateChange(case: \.screen.detail, from: Counter.State(count: 1), to: Counter.State()))
        #expect(form == Form(name: "b", size: 9, screen: .detail(Counter.State()), labels: ["x": 3]))
        reduce(&form, StateChange(\.labels, of: form, to: [:]))
        #expect(form.labels == ["changed": 1])
    }

    private struct Editing: Reducer {
        enum Action: CasePathable {
            case change(StateChange<Form>), clear

            struct AllCasePaths: Sendable {
                var change: CasePath<Action, StateChange<Form>> {
                    CasePath(embed: Action.change) {
                        if case .change(let change) = $0 { change } else { nil }
                    }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<Form, Action> {
            Update(applying: \.change)
            Update { form, action in
                switch action {
                case .change(\.size): form.size = min(form.size, 9)
                case .change(\.labels): form.labels["changed"] = 1
                case .change: form.name += "!"
                case .clear: form.labels = [:]
                }
            }
        }
    }

    @Test
    func `a form's changes are applied before other reducers match them by patterns`() {
        var form = Form()
        Editing().reduce(
            into: &form,
            actions: [
                .change(StateChange(\.size, of: form, to: 50)),
                .change(StateChange(\.name, of: form, to: "b")),
                .change(StateChange(\.labels["x"], from: nil, to: 3)),
            ]
        )
        #expect(form == Form(name: "b!!", size: 9, labels: ["x": 3]))
        Editing().reduce(
            into: &form,
            actions: [.change(StateChange(\.labels, from: ["x": 3], to: ["y": 4])), .clear]
        )
        #expect(form == Form(name: "b!!", size: 9, labels: [:]))
    }

    @Test func `changes are the same when they are of the same property, from and to the same values`() {
        let change = StateChange(\Form.name, from: "a", to: "b")
        #expect(change == StateChange(\.name, from: "a", to: "b"))
        #expect(change != StateChange(\.name, from: "a", to: "c"))
        #expect(change != StateChange(\.name, from: "c", to: "b"))
        #expect(change != StateChange(\.size, from: 1, to: 2))
        #expect(change.inverted() == StateChange(\.name, from: "b", to: "a"))
        let ofCase = PropertyChange<Form, Counter.State>(
            case: \.screen.detail,
            from: Counter.State(),
            to: Counter.State(count: 2)
        )
        #expect(ofCase == ofCase.inverted().inverted() && ofCase != ofCase.inverted())
        let ofProperty = PropertyChange(\Form.size, from: 1, to: 2)
        #expect(Set([ofProperty, ofProperty.inverted(), ofProperty]).count == 2)
        let ofNumber = PropertyChange<Answer, Int>(case: \.number, from: 1, to: 2)
        #expect(Set([ofNumber, ofNumber.inverted(), ofNumber]).count == 2)
    }

    @Test func `a change does not copy unchanged values`() {
        var state = Payload.State(count: 100)
        let address = state.address
        PropertyChange(\Payload.State.numbers[3], from: state.numbers[3], to: -1).apply(to: &state)
        #expect(state.numbers[3] == -1)
        #expect(state.address == address)
    }
}
