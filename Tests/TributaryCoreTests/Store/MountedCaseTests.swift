// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Reducers that are mounted for one case of the actions: the machine does not call the others.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MountedCaseTests {}

extension MountedCaseTests {
    private typealias Action = VisitedChildTests.Action
    private typealias Leaf = VisitedChildTests.Leaf

    private func writing(_ name: String) -> Update<[String], Leaf> {
        Update { state, leaf in state.append("\(name) \(leaf)") }
    }

    private func makeMachine() -> Machine<[String], Action> {
        let machine = Machine<[String], Action>(initialState: []) {
            Update { state, action in state.append("root") }
        }
        machine.runEffects(on: MainActor.shared)
        return machine
    }

    @Test func `law 2: they run in the order mounted, with those that every action concerns in between`() {
        let machine = makeMachine()
        let tokens = [
            machine.mount { Scope(state: \.self, action: \.first) { writing("a") } },
            machine.mount { Update { state, _ in state.append("all") } },
            machine.mount { Scope(state: \.self, action: \.second) { writing("b") } },
            machine.mount { Scope(state: \.self, action: \.third) { writing("asked") } },
            machine.mount {
                Scope(state: \.self, action: \.first) { writing("c") }
                Scope(state: \.self, action: \.first) { writing("d") }
            },
            machine.mount {
                Scope(state: \.self, action: \.second) { writing("e") }
                Scope(state: \.self, action: \.first) { writing("f") }
            },
        ]
        machine.send(.first(.note))
        #expect(machine.state == ["root", "a note", "all", "c note", "d note", "f note"])
        machine.send(.second(.note))
        #expect(machine.state.dropFirst(6) == ["root", "all", "b note", "e note"])
        machine.send(.third(.note))
        #expect(machine.state.dropFirst(10) == ["root", "all", "asked note"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 2: one that is dropped runs no more, and the others of its case do`() {
        let machine = makeMachine()
        let first = machine.mount { Scope(state: \.self, action: \.first) { writing("a") } }
        let second = machine.mount { Scope(state: \.self, action: \.first) { writing("b") } }
        first.cancel()
        machine.send(.first(.note))
        #expect(machine.state == ["root", "b note"])
        second.cancel()
        machine.send(.first(.note))
        let third = machine.mount { Scope(state: \.self, action: \.first) { writing("c") } }
        machine.send(.first(.note))
        #expect(machine.state.dropFirst(2) == ["root", "root", "c note"])
        withExtendedLifetime(third) {}
    }

    @Test func `law 2: one that drops another in its action is the last of the two to run`() {
        let machine = makeMachine()
        var later: ObservationToken?
        let first = machine.mount {
            Scope(state: \.self, action: \.first) {
                Update<[String], Leaf> { state, _ in
                    state.append("first")
                    later = nil
                }
            }
        }
        later = machine.mount { Scope(state: \.self, action: \.first) { writing("later") } }
        machine.send(.first(.note))
        #expect(machine.state == ["root", "first"])
        withExtendedLifetime((first, later)) {}
    }

    @Test func `an onChange in one sees the changes of any action`() {
        let machine = makeMachine()
        let token = machine.mount {
            Scope(state: \.self, action: \.first) {
                writing("a").onChange(of: \.count, update: { _, new, state in state.append("\(new)") })
            }
        }
        machine.send(.second(.note))
        #expect(machine.state == ["root", "1"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 8: the effects of one are its own, and send through its case`() {
        let machine = makeMachine()
        let token = machine.mount {
            Scope(state: \.self, action: \.first) {
                Reduce<[String], Leaf> { state, leaf in
                    state.append("\(leaf)")
                    return leaf == .follow ? .send(.note) : .none
                }
            }
        }
        machine.send(.first(.follow))
        #expect(machine.state == ["root", "follow", "root", "note"])
        withExtendedLifetime(token) {}
    }
}
