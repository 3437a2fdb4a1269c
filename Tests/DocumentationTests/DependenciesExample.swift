// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting

// page: client
@Client
struct MailClient {
    var inbox: @Sendable (_ folder: String) async throws -> [String]
    var unread: @Sendable () async -> Int = { 0 }
}

extension MailClient {
    /// Reads mail from a server.
    static func live(server: String) -> MailClient {
        MailClient(
            inbox: { folder in ["\(server)/\(folder)/1"] },
            unread: { 1 }
        )
    }
}

extension Dependencies {
    var mail: MailClient {
        get { self[MailClient.self] }
        set { self[MailClient.self] = newValue }
    }
}
// page: end

// page: key
enum MailServerKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String {
        dependencies.isTesting ? dependencies.missing(placeholder: "nowhere") : "mail.example"
    }
}

extension Dependencies {
    var mailServer: String {
        get { self[MailServerKey.self] }
        set { self[MailServerKey.self] = newValue }
    }
}
// page: end

// page: build
enum IsDebugBuildKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool {
        #if DEBUG || targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }
}
// page: end

extension Dependencies {
    var isDebugBuild: Bool {
        get { self[IsDebugBuildKey.self] }
        set { self[IsDebugBuildKey.self] = newValue }
    }
}

// page: following
extension MailClient: DependencyKey {
    static func value(in dependencies: Dependencies) -> MailClient {
        dependencies.isTesting ? MailClient() : .live(server: dependencies.mailServer)
    }
}
// page: end

// page: feature
struct Inbox: Reducer {
    struct Letter: Equatable, Identifiable, Sendable {
        let id: UUID
        var title: String
        var readAt: Date?
    }

    struct State: Equatable, Sendable {
        var letters: IdentifiedArrayOf<Letter> = []
    }

    @CasePathable
    enum Action: Sendable {
        case load
        case loaded([String])
        case read(UUID)
    }

    @Dependency(\.mail) var mail
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .load:
            return .run { send in await send(.loaded(try await mail.inbox(folder: "new"))) }
        case .loaded(let titles):
            for title in titles { state.letters.append(Letter(id: uuid(), title: title)) }
        case .read(let id):
            state.letters[id: id]?.readAt = date.now
        }
        return .none
    }
}
// page: end

// page: subtree
struct Mailboxes: Reducer {
    struct State: Equatable, Sendable {
        var own = Inbox.State()
        var demo = Inbox.State()
    }

    @CasePathable
    enum Action: Sendable {
        case own(Inbox.Action)
        case demo(Inbox.Action)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.own, action: \.own) { Inbox() }
        Scope(state: \.demo, action: \.demo) {
            Inbox().dependency(\.mail, .live(server: "demo.example"))
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct DependenciesArticle {
    func stored() async -> [String] {
        // page: store
        let store = Store(initialState: Mailboxes.State()) {
            Mailboxes()
        } dependencies: {
            $0.mailServer = "mail.mine.example"  // the client follows
        }
        await store.send(.own(.load)).finish()  // reads mail.mine.example/new/1
        await store.send(.demo(.load)).finish()  // reads demo.example/new/1
        // page: end
        return store.own.letters.map(\.title) + store.demo.letters.map(\.title)
    }

    func configured() -> [String] {
        // page: state
        let store = Store(dependencies: { $0.uuid = .incrementing }) { dependencies in
            Inbox.State(letters: [Inbox.Letter(id: dependencies.uuid(), title: "Welcome")])
        } reducer: {
            Inbox()
        }
        // page: end
        return store.letters.map(\.title)
    }

    func test() async {
        // page: test
        let launch = Date(timeIntervalSinceReferenceDate: 0)
        let store = TestStore(initialState: Inbox.State()) {
            Inbox()
        } dependencies: {
            $0.mail.inbox = { folder in ["a letter in \(folder)"] }
            $0.uuid = .incrementing
            $0.date = .constant(launch)
        }
        let id = UUID(number: 0)
        await store.send(.load)
        await store.receive(\.loaded) { $0.letters = [Inbox.Letter(id: id, title: "a letter in new")] }
        await store.send(.read(id)) { $0.letters[id: id]?.readAt = launch }
        // page: end
    }

    func forgotten() async {
        let store = TestStore(initialState: Inbox.State()) { Inbox() }
        await store.send(.load)
        await store.finish()
    }
}
