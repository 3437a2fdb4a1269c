// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms
import TributaryLog

/// A drawing whose types are hard to write as source: initializers of their own, a case that describes itself, and a form.
struct Drawer: Reducer {
    struct Circle: Codable, Equatable, Identifiable, Sendable {
        let id: Int
        var radius: Double

        init(number: Int) {
            id = number
            radius = 1
        }
    }

    enum Mark: Codable, Equatable, Sendable, CustomStringConvertible {
        case empty
        case number(Double)

        var description: String { self == .empty ? "" : "a number" }
    }

    enum Color: String, Codable, Equatable, Sendable, CustomStringConvertible {
        case red, green

        var description: String { "the color \(rawValue)" }
    }

    struct State: Codable, Equatable, Sendable, FormState {
        var title = ""
        var color = Color.red
        var selection: Int?
        var mark = Mark.number(1)
        var adjusting: Circle?
        var circles: [Circle] = []
        var cells: [Mark] = Array(repeating: .empty, count: 50)

        init() {}

        static func addFormFields(to fields: inout FormFields<Self>) {
            fields.add("title", \.title)
            fields.add("color", \.color)
            fields.add("selection", \.selection)
        }
    }

    enum Action: BindableAction, Equatable, Journaled, Sendable {
        case change(StateChange<State>)
        case add(Circle)
        case resize(Int, to: Double)
        case write(Mark, at: Int)
        case clear

        struct AllCasePaths: Sendable {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    init() {}

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .add(let circle):
                state.circles.append(circle)
                state.adjusting = circle
            case .resize(let index, let radius):
                state.circles[index].radius = radius
                state.adjusting?.radius = radius
            case .write(let mark, let index):
                state.cells[index] = mark
                state.mark = mark
            case .clear: state = State()
            }
        }
    }
}
