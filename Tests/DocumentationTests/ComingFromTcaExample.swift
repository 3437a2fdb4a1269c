// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

// page: client
@Client
struct GardenClient {
    var plants: @Sendable () async throws -> [String]
}

extension Dependencies {
    var garden: GardenClient {
        get { self[GardenClient.self] }
        set { self[GardenClient.self] = newValue }
    }
}
// page: end

// page: feature
struct Garden: Reducer {
    struct State: Equatable {
        var plants: IdentifiedArrayOf<Plant.State> = []
        var editor: Editor.State?
    }

    @CasePathable
    enum Action {
        case appeared
        case loaded(Result<[String], any Error>)
        case addTapped
        case plants(IdentifiedActionOf<Plant>)
        case editor(Editor.Action)
    }

    @Dependency(\.garden) var client
    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
        Reduce { state, action in
            switch action {
            case .appeared:
                return .run { send in
                    await send(.loaded(await Result { try await client.plants() }))
                }
            case .loaded(.success(let names)):
                for name in names { state.plants.append(Plant.State(id: uuid(), name: name)) }
            case .addTapped:
                state.editor = Editor.State()
            case .editor(.output(.saved(let name))):
                state.plants.append(Plant.State(id: uuid(), name: name))
            case .loaded(.failure), .editor, .plants:
                break
            }
            return .none
        }
        .ifLet(\.editor, action: \.editor, closedBy: \.output) { Editor() }
        .forEach(\.plants, action: \.plants) { Plant() }
    }
}
// page: end

// page: editor
struct Editor: Reducer {
    struct State: Equatable { var name = "" }

    @CasePathable
    enum Action: BindableAction {
        case change(StateChange<State>)
        case saveTapped
        case cancelTapped
        case output(Output)

        enum Output: Equatable { case saved(String), cancelled }
    }

    var body: some ReducerOf<Self> {
        Update(applying: \.change)
        Reduce { state, action in
            switch action {
            case .saveTapped:
                return .send(.output(.saved(state.name)))
            case .cancelTapped:
                return .send(.output(.cancelled))
            case .change, .output:
                return .none
            }
        }
    }
}
// page: end

struct Plant: Reducer {
    struct State: Equatable, Identifiable {
        let id: UUID
        var name: String
        var isThirsty = true
    }

    enum Action { case water }

    var body: some ReducerOf<Self> {
        Update { state, _ in state.isThirsty = false }
    }
}

// page: host
/// Owned by the screen of a parent that has not moved.
@MainActor
final class EditorHost {
    let store = Store(initialState: Editor.State()) { Editor() }
    private let token: ObservationToken

    init(onOutput: @escaping (Editor.Action.Output) -> Void) {
        token = store.onAction { record in
            if case .output(let output) = record.action { onOutput(output) }
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct ComingFromTCA {
    func tested() async {
        // page: test
        let store = TestStore(initialState: Garden.State()) {
            Garden()
        } dependencies: {
            $0.garden.plants = { ["fern"] }
            $0.uuid = .incrementing
        }
        await store.send(.appeared)
        await store.receive(\.loaded.success) {
            $0.plants = [Plant.State(id: UUID(number: 0), name: "fern")]
        }
        await store.send(.addTapped) { $0.editor = Editor.State() }
        await store.send(.editor(.change(StateChange(\.name, from: "", to: "rose")))) {
            $0.editor?.name = "rose"
        }
        await store.send(.editor(.saveTapped))
        await store.receive(\.editor.output, .saved("rose")) {
            $0.plants.append(Plant.State(id: UUID(number: 1), name: "rose"))
            $0.editor = nil
        }
        // page: end
    }

    func cancelled() async {
        let store = TestStore(initialState: Garden.State(editor: Editor.State(name: "rose"))) { Garden() }
        await store.send(.editor(.cancelTapped))
        await store.receive(\.editor.output, .cancelled) { $0.editor = nil }
        await store.finish()

        let editor = TestStore(initialState: Editor.State()) { Editor() }
        await editor.send(.cancelTapped)
        await editor.receive(\.output, .cancelled)
        await editor.close()
    }

    func hosted() -> [Editor.Action.Output] {
        var outputs: [Editor.Action.Output] = []
        let host = EditorHost { outputs.append($0) }
        host.store.send(.change(StateChange(\.name, from: "", to: "rose")))
        host.store.send(.saveTapped)
        host.store.send(.cancelTapped)
        return outputs
    }
}
