// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The inspector and its questions need the trait Inspector; `Scripts/packages.sh inspector` compiles this with it.
#if Inspector
import Foundation
import TributaryCore
import TributaryInspector
import TributaryJournal

enum AskingTheLog {
    struct Shop: Reducer {
        struct State: Codable, Sendable { var count = 0 }

        enum Action: Codable, Sendable { case add }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            state.count += 1
            return .none
        }
    }

    @MainActor
    static func serve(_ store: StoreOf<Shop>) async throws {
        // page: asking-the-log
        let configuration = InspectorConfiguration { line in
            try? line.write(toFile: "/tmp/shop.address", atomically: true, encoding: .utf8)
        }
        let inspector = try await Inspector.serve(store, name: "Shop", configuration: configuration) {
            Shop()
        }
        // page: end
        withExtendedLifetime(inspector) {}
    }

    static func serve() async throws {
        do {
            // page: asking-the-log
            let server = try await QuestionServer.serve(journal: SQLiteLog(reading: "shop.sqlite")) { Shop() }
            // page: end
            withExtendedLifetime(server) {}
        }
        do {
            // page: asking-the-log
            let session = try LogSession(contentsOf: "bug.tributary")
            let server = try await QuestionServer.serve(journal: session) { Shop() }
            // page: end
            withExtendedLifetime(server) {}
        }
    }

    struct Weather: Reducer {
        struct State { var (text, found) = ("", [String]()) }

        enum Action: Sendable { case textChanged(String), answered(String, [String]) }

        let cities: @Sendable (String) async -> [String]

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            // page: asking-the-log
            case .textChanged(let text):
                state.text = text
                return .run(name: "search") { send in await send(.answered(text, await cities(text))) }
            // page: end
            case .answered(_, let found):
                state.found = found
                return .none
            }
        }
    }

    struct RepairedWeather: Reducer {
        let cities: @Sendable (String) async -> [String]

        func reduce(into state: inout Weather.State, action: Weather.Action) -> Effect<Weather.Action> {
            switch action {
            // page: asking-the-log
            case .textChanged(let text):
                state.text = text
                return .run(name: "search") { send in await send(.answered(text, await cities(text))) }
                    .cancellable(id: "search", cancelInFlight: true)
            // page: end
            case .answered(_, let found):
                state.found = found
                return .none
            }
        }
    }
}

extension AskingTheLog.Shop.Action: Journaled {
    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}
#endif
