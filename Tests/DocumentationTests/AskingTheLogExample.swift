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

    struct Market: Reducer {
        struct State { var (query, results) = ("", [String]()) }

        enum Action: Sendable { case typed(String), found([String]) }

        let find: @Sendable (String) async -> [String]

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            // page: asking-the-log
            case .typed(let text):
                state.query = text
                return .run(name: "search") { send in await send(.found(await find(text))) }
            // page: end
            case .found(let results):
                state.results = results
                return .none
            }
        }
    }

    struct RepairedMarket: Reducer {
        let find: @Sendable (String) async -> [String]

        func reduce(into state: inout Market.State, action: Market.Action) -> Effect<Market.Action> {
            switch action {
            // page: asking-the-log
            case .typed(let text):
                state.query = text
                return .run(name: "search") { send in await send(.found(await find(text))) }
                    .cancellable(id: "search", cancelInFlight: true)
            // page: end
            case .found(let results):
                state.results = results
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
