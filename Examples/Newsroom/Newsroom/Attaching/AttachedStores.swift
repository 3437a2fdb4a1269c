// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import InspectorKit
import News
import Tributary

/// The stores of a running newsroom, for every way of attaching News.
@MainActor
struct AttachedStores {
    let app: StoreOf<App>
    let news: StoreOf<News>

    /// Tokens of the attachment and of the log.
    private let tokens: [ObservationToken]
    private let end: () async -> Void

    /// Shows the stores to an inspector.
    let show: (ProgramInspector) async throws -> Void

    typealias Log = @Sendable (String) -> Void

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - attachment: The way in which News is attached.
    ///   - feeds: The addresses of the first feeds, if nothing is stored.
    ///   - keeping: The storage of the stores.
    ///   - log: Receives the log of every action; `nil` for no log.
    ///   - configure: Sets the dependencies of every store.
    /// - Throws: The error if stored data cannot be read.
    init(
        _ attachment: NewsAttachment,
        feeds: [String],
        in keeping: Keeping,
        log: Log?,
        dependencies configure: @escaping @Sendable (inout Dependencies) -> Void
    ) async throws {
        switch attachment {
        case .composed: try await self.init(composed: log, feeds, keeping, configure)
        case .separate: try await self.init(separate: log, feeds, keeping, configure)
        case .mounted: try await self.init(mounted: log, feeds, keeping, configure)
        case .mirrored: try await self.init(mirrored: log, feeds, keeping, configure)
        }
        if news.refresh != nil { news.send(.resume) }
    }

    /// Closes all stores.
    func close() async { await end() }

    private init(
        composed log: Log?,
        _ feeds: [String],
        _ keeping: Keeping,
        _ configure: (inout Dependencies) -> Void
    ) async throws {
        app = try await keeping.store("newsroom", initialState: App.State(news: News.State(feeds: feeds))) {
            App()
        } dependencies: {
            configure(&$0)
        }
        news = Self.news(in: app)
        tokens = Self.log(app, to: log)
        end = { [app] in app.close() }
        show = { [app] in try await $0.show(app, as: "Newsroom") { App() } }
    }

    private init(
        separate log: Log?,
        _ feeds: [String],
        _ keeping: Keeping,
        _ configure: (inout Dependencies) -> Void
    ) async throws {
        app = try await keeping.store("app", initialState: App.State()) {
            App()
        } dependencies: {
            configure(&$0)
        }
        news = try await keeping.store("news", initialState: News.State(feeds: feeds, reader: app.reader)) {
            News()
        } dependencies: {
            configure(&$0)
        }
        let module = Module(news, input: \.input, output: \.output)
        let connection = module.connect(
            to: app,
            input: { .readerChanged($0.reader) },
            output: { .newsHappened($0) }
        )
        tokens = [connection] + Self.log(app, to: log) + Self.log(news, as: "news", to: log)
        end = { [app, news] in
            news.close()
            app.close()
        }
        show = { [app, news] in
            try await $0.show(app, as: "App") { App() }
            try await $0.show(news, as: "News") { News() }
        }
    }

    private init(
        mounted log: Log?,
        _ feeds: [String],
        _ keeping: Keeping,
        _ configure: (inout Dependencies) -> Void
    ) async throws {
        // A name of its own, because this reducer cannot replay the actions of a composed app.
        app = try await keeping.store(
            "mounted newsroom",
            initialState: App.State(news: News.State(feeds: feeds))
        ) {
            AppFrame()
        } mounts: {
            [
                Self.mountedNews: AnyReducer(
                    EmptyReducer<App.State, App.Action>().ifLet(\.news, action: \.news) { News() }
                )
            ]
        } dependencies: {
            configure(&$0)
        }
        let mount = app.mount(named: Self.mountedNews) {
            EmptyReducer().ifLet(\.news, action: \.news) { News() }
        }
        tokens = [mount] + Self.log(app, to: log)
        news = Self.news(in: app)
        end = { [app] in app.close() }
        show = { [app] in
            try await $0.show(app, as: "Newsroom") {
                AppFrame().ifLet(\.news, action: \.news) { News() }
            }
        }
    }

    /// The name of the News reducer in the journal.
    private static var mountedNews: String { "news" }

    private init(
        mirrored log: Log?,
        _ feeds: [String],
        _ keeping: Keeping,
        _ configure: @escaping @Sendable (inout Dependencies) -> Void
    ) async throws {
        let remote = try await keeping.storeActor(
            "newsroom",
            initialState: App.State(news: News.State(feeds: feeds))
        ) {
            App()
        } dependencies: {
            configure(&$0)
        }
        app = await Store(mirroring: remote)
        news = Self.news(in: app)
        var tokens: [ObservationToken] = []
        if let log { tokens.append(await remote.attach(ActionPrinter(named: "app", to: log))) }
        self.tokens = tokens
        end = { await remote.close() }
        show = { try await $0.show(remote, as: "Newsroom") { App() } }
    }

    private static func log<State, Action>(
        _ store: Store<State, Action>,
        as name: String = "app",
        to log: Log?
    ) -> [ObservationToken] {
        guard let log else { return [] }
        return [store.attach(ActionPrinter(named: name, to: log))]
    }

    private static func news(in app: StoreOf<App>) -> StoreOf<News> {
        guard let news = app.scope(state: \.news, action: \.news) else {
            preconditionFailure("News is a part of the state from the start, and nothing removes it.")
        }
        return news
    }
}
