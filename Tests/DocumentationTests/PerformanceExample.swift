// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

struct Office: Reducer {
    struct Person: Equatable, Identifiable, Sendable {
        let id: Int
        var name = ""
    }

    struct Text: Sendable {
        var version = 0
        var body = ""
    }

    struct State: Sendable {
        var people = IdentifiedArray(uniqueElements: (1...5).map { Person(id: $0) })
        var selection: Int?
        var text = Text()
    }

    @CasePathable
    enum Action: Sendable {
        case select(Int)
        case rename(Int, String)
        case close
        case write(String)
        case people(IdentifiedAction<Int, String>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .select(let id): state.selection = id
            case .rename(let id, let name): state.people.modify(id: id) { $0.name = name }
            case .close: state.selection = nil
            case .write(let text):
                state.text.version += 1
                state.text.body = text
            case .people: break
            }
        }
    }
}

@MainActor
struct Performance {
    private let store = Store(initialState: Office.State()) { Office() }

    func group() -> Int {
        var turns = 0
        let token = store.observe(\.people) { _ in turns += 1 }
        // page: group
        store.send(contentsOf: [.select(3), .rename(3, "Ada"), .close])
        // page: end
        token.cancel()
        return turns
    }

    func row() -> [String] {
        var heard: [String] = []
        // page: row
        let row = store.scope(state: \.people, action: \.people)[0]
        let token = row.observe(\.name) { name in heard.append(name) }
        store.send(.rename(4, "Grace"))  // another row: this observer is not evaluated
        // page: end
        token.cancel()
        return heard
    }

    func rowsWithoutActions() -> [String] {
        var heard: [String] = []
        // page: rows without actions
        let tokens = store.scope(rows: \.people).map { person in
            person.observe(\.name) { name in heard.append(name) }
        }
        // page: end
        store.send(.rename(4, "Grace"))
        withExtendedLifetime(tokens) {}
        return heard
    }

    func whole() -> [Int] {
        var drawn: [Int] = []
        func draw(_ state: Office.State) { drawn.append(state.text.version) }
        // page: whole
        let token = store.observe({ _ in }) { store.withState { state in draw(state) } }
        // page: end
        store.send(.write("Tea"))
        token.cancel()
        return drawn
    }

    func selected() -> [String] {
        var heard: [String] = []
        // page: count
        let token = store.observe(\.people.count) { count in heard.append("\(count)") }
        // page: end
        store.send(.rename(4, "Grace"))
        token.cancel()
        return heard
    }

    func compared() -> [String] {
        var heard: [String] = []
        // page: compared
        let token = store.observe(\.text, removeDuplicates: { $0.version == $1.version }) { text in
            heard.append(text.body)
        }
        // page: end
        store.send(.write("Tea"))
        store.send(.close)
        token.cancel()
        return heard
    }

    func longest() -> Int {
        store.send(.rename(4, "Grace"))
        // page: withState
        let longest = store.withState { state in state.people.map(\.name.count).max() ?? 0 }
        // page: end
        return longest
    }
}
