// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feature behind its input and its output.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ModuleBoundaryTests {
    private enum Doubler {
        enum Action: Sendable, CasePathable {
            case input(Int), output(Int), other

            struct AllCasePaths: Sendable {
                var input: CasePath<Action, Int> {
                    CasePath(embed: Action.input) { if case .input(let value) = $0 { value } else { nil } }
                }
                var output: CasePath<Action, Int> {
                    CasePath(embed: Action.output) { if case .output(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
    }

    private struct State: Equatable {
        var inputs: [Int] = []
        var others = 0
    }

    private let store = Store(initialState: State()) {
        Reduce { (state: inout State, action: Doubler.Action) in
            switch action {
            case .input(let number):
                state.inputs.append(number)
                return number < 0 ? .none : .send(.output(2 * number))
            case .output: break
            case .other: state.others += 1
            }
            return .none
        }
    }
}

extension ModuleBoundaryTests {
    private var module: Module<Int, Int, [Int]> {
        Module(store, input: \.input, output: \.output, state: \.inputs)
    }

    @Test func `inputs from a changed store, and outputs of a module, are passed in both directions`() {
        let parent = Store(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let connection = module.connect(
            to: parent,
            input: { $0.last.map { $0 < 5 ? $0 : -1 } },
            output: { $0 }
        )
        #expect(store.inputs.isEmpty, "There is nothing to be told yet")
        parent.send(1)
        #expect(parent.state == [1, 2, 4, 8])
        #expect(store.inputs == [1, 2, 4, -1])
        connection.cancel()
        parent.send(3)
        #expect(store.inputs.count == 4)
    }

    @Test func `outputs that are no actions of the store stay away from it`() {
        let parent = Store(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let connection = module.connect(to: parent, output: { $0 > 10 ? $0 : nil })
        module.send(contentsOf: [1, 6])
        #expect(parent.state == [12])
        withExtendedLifetime(connection) {}
    }

    @Test func `the shown state of a module is reported when it has changed, and at no other time`() {
        let module = module
        var shown: [[Int]] = []
        let token = module.observe { shown.append($0) }
        store.send(.other)
        module.send(-1)
        store.send(.other)
        #expect(shown == [[], [-1]])
        withExtendedLifetime(token) {}
    }

    @Test func `the sequences of a module end with its store, and miss nothing`() async {
        let module = module
        let (outputs, values) = (module.outputs, module.values())
        module.send(contentsOf: [1, 2])
        module.close()
        var heard: [Int] = []
        for await output in outputs { heard.append(output) }
        var shown: [[Int]] = []
        for await value in values { shown.append(value) }
        #expect(heard == [2, 4])
        #expect(shown == [[], [1, 2]])
    }
}
