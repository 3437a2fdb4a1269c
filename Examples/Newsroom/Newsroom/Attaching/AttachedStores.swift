// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import News
import Tributary

/// The stores of a running newsroom, whichever way News is attached.
@MainActor
struct AttachedStores {
    let app: StoreOf<App>
    let news: StoreOf<News>

    /// What holds the attachment together, as long as it is to hold.
    private let token: ObservationToken?
    private let end: () async -> Void

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - attachment: How News is attached.
    ///   - log: Takes the log of every action; `nil` for no log.
    ///   - configure: Sets the dependencies of every store.
    init(
        _ attachment: NewsAttachment,
        log: ActionLog?,
        dependencies configure: @escaping @Sendable (inout Dependencies) -> Void
    ) async {
        switch attachment {
        case .composed: self.init(composed: log, configure)
        case .separate: self.init(separate: log, configure)
        case .mounted: self.init(mounted: log, configure)
        case .mirrored: await self.init(mirrored: log, configure)
        }
    }

    /// Ends all stores.
    func close() async { await end() }

    private init(composed log: ActionLog?, _ configure: (inout Dependencies) -> Void) {
        app = Store(initialState: App.State(news: News.State())) {
            App().logged(as: "app", to: log)
        } dependencies: {
            configure(&$0)
        }
        news = Self.news(in: app)
        token = nil
        end = { [app] in app.close() }
    }

    private init(separate log: ActionLog?, _ configure: (inout Dependencies) -> Void) {
        app = Store(initialState: App.State()) {
            App().logged(as: "app", to: log)
        } dependencies: {
            configure(&$0)
        }
        news = Store(initialState: News.State(reader: app.reader)) {
            News().logged(as: "news", to: log)
        } dependencies: {
            configure(&$0)
        }
        let module = Module(news, input: \.input, output: \.output)
        token = module.connect(
            to: app,
            input: { .readerChanged($0.reader) },
            output: { .newsHappened($0) }
        )
        end = { [app, news] in
            news.close()
            app.close()
        }
    }

    private init(mounted log: ActionLog?, _ configure: (inout Dependencies) -> Void) {
        app = Store(initialState: App.State(news: News.State())) {
            AppFrame().logged(as: "app", to: log)
        } dependencies: {
            configure(&$0)
        }
        token = app.mount(News().logged(as: "news", to: log), state: \.news, action: \.news)
        news = Self.news(in: app)
        end = { [app] in app.close() }
    }

    private init(
        mirrored log: ActionLog?,
        _ configure: @escaping @Sendable (inout Dependencies) -> Void
    ) async {
        let remote = StoreActor(initialState: App.State(news: News.State())) {
            App().logged(as: "app", to: log)
        } dependencies: {
            configure(&$0)
        }
        app = await Store(mirroring: remote)
        news = Self.news(in: app)
        token = nil
        end = { await remote.close() }
    }

    private static func news(in app: StoreOf<App>) -> StoreOf<News> {
        guard let news = app.scope(state: \.news, action: \.news) else {
            preconditionFailure("News is a part of the state from the start, and nothing removes it.")
        }
        return news
    }
}
