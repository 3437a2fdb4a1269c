// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryJournal
import TributaryTesting

// page: reader
struct EReader: Reducer {
    struct Settings: Codable, Equatable, Sendable {
        var fontSize = 12
    }

    struct State: Equatable, Sendable {
        var settings = Settings()
        var problem: String?
    }

    @CasePathable
    enum Action: Sendable {
        case enlarge
        case settingsLoaded(Settings)
        case notKept(StorageFailure)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .enlarge: state.settings.fontSize += 1
            case .settingsLoaded(let settings): state.settings = settings
            case .notKept(let failure): state.problem = failure.reason
            }
        }
    }
}
// page: end

// page: feature
struct Stall: Reducer {
    struct State: Codable, Equatable, Sendable {
        var orders: [String: Int] = [:]
        var notes: [String] = []
    }

    @CasePathable
    enum Action: Codable, Sendable {
        case ordered(id: String, cents: Int)
        case noted(String)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .ordered(let id, let cents): state.orders[id] = cents
            case .noted(let text): state.notes.append(text)
            }
        }
    }
}
// page: end

// page: journaled
extension Stall.Action: Journaled {}
// page: end

/// The namespace of the article's examples.
enum KeepingAStore {
    @MainActor
    static func part(_ url: URL) async -> EReader.State {
        // page: part
        let store = Store(initialState: EReader.State()) { EReader() }
        let token = store.attach(
            Persistence(\.settings, in: .file(url), loaded: \.settingsLoaded, failed: \.notKept)
        )
        await store.finish()  // loaded
        store.send(.enlarge)
        await store.flush()  // saved
        store.close()
        // page: end
        token.cancel()
        return store.state
    }

    static func firstLine(_ path: String) async throws -> Stall.State {
        // page: first
        let journal = try Journal(at: path)
        let stall = try await journal.open("stall", initialState: Stall.State()) { Stall() }
        await stall.send(.ordered(id: "o-1", cents: 500)).finish()  // on disk, effects ended
        try await stall.send(.noted("rain")).committed()  // on disk
        // page: end
        let state = await stall.state
        // page: close
        await stall.close()
        await journal.close()
        // page: end
        return state
    }

    @MainActor
    static func stores(_ path: String) async throws -> [String] {
        // page: stores
        let journal = try Journal(at: path, snapshots: .every(1_000), keep: .days(30))
        let front = try await Store(journal: journal, id: "front", initialState: Stall.State()) { Stall() }
        let back = try await journal.open("back", initialState: Stall.State()) { Stall() }
        // page: end
        try await front.send(.noted("open")).committed()
        try await back.send(.noted("closed")).committed()
        let names = try await journal.names
        front.close()
        await back.close()
        await journal.close()
        return names
    }

    static func looking(_ path: String, _ file: String) async throws -> (Stall.State, Int, [String: Int]) {
        let journal = try Journal(at: path)
        // page: looking
        let earlier = try await journal.replay("stall", upTo: 1) { Stall() }
        let count = try await journal.verify("stall") { Stall() }
        try await journal.export("stall", to: file)
        // page: end
        await journal.close()
        // page: session
        let session = try LogSession(contentsOf: file)
        let counts = [session.name: session.commits.reduce(0) { $0 + $1.count }]
        // page: end
        return (earlier, count, counts)
    }

    @MainActor
    static func mounting(_ path: String) async throws -> Stall.State {
        let journal = try Journal(at: path)
        // page: mounts
        let store = try await Store(journal: journal, id: "market", initialState: Stall.State()) {
            Stall()
        } mounts: {
            ["loud": AnyReducer(Loud())]
        }
        // page: end
        // page: mount
        let token = store.mount(named: "loud") { Loud() }
        // page: end
        try await store.send(.noted("rain")).committed()
        withExtendedLifetime(token) {}
        await journal.close()
        return store.state
    }

    /// A session of a stall, replayed and continued.
    @MainActor
    static func testing(_ file: String) async throws {
        do {
            // page: replay-session
            let stall = try await replay(session: file) { Stall() }
            #expect(stall.orders == ["o-1": 500])
            // page: end
        }
        do {
            let output = file + ".minimized"
            // page: minimize-session
            let minimized = try await minimize(session: file, to: output) {
                Stall()
            } failing: { state in
                state.notes.contains("rain")
            }
            // page: end
            #expect(minimized.actions.count == 1)
            #expect(try LogSession(contentsOf: output).commits.count == 1)
        }
        do {
            // page: test-store-session
            let store = try TestStore(session: file, upTo: 1) { Stall() }
            await store.send(.noted("closed")) { $0.notes = ["closed"] }
            // page: end
        }
        // page: print-session
        print(try testSource(of: file) { Stall() })
        // page: end
    }

    // page: secret
    struct Card: Codable, Equatable, Sendable {
        @Secret var number: String
        var lastDigits: String
    }
    // page: end

    // page: outbox
    struct Till: Reducer {
        struct State: Codable, Equatable, Sendable {
            /// Open charges by order.
            var charges: [String: Int] = [:]
        }

        @CasePathable
        enum Action: Codable, Sendable {
            case charge(order: String, cents: Int)
            case charged(order: String)
        }

        @Dependency(\.bank) var bank

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .charge(let order, let cents): state.charges[order] = cents
                case .charged(let order): state.charges[order] = nil
                }
            }
            .feedback(eachEntry: \.charges) { order, cents, send in
                try await bank.charge(order, cents)  // the bank charges an order once
                await send(.charged(order: order))
            }
        }
    }
    // page: end
}

extension KeepingAStore.Till.Action: Journaled {}

@Client
struct BankClient {
    var charge: @Sendable (_ order: String, _ cents: Int) async throws -> Void
}

extension Dependencies {
    var bank: BankClient {
        get { self[BankClient.self] }
        set { self[BankClient.self] = newValue }
    }
}

/// A reducer that is sometimes mounted on a stall.
struct Loud: Reducer {
    var body: some Reducer<Stall.State, Stall.Action> {
        Update { state, action in
            if case .noted(let text) = action { state.notes.append(text.uppercased()) }
        }
    }
}

/// A kiosk, whose first version had other actions.
struct Kiosk: Reducer {
    struct State: Codable, Equatable, Sendable {
        var sales: [String] = []
        var notes: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case sold(id: String, cents: Int, currency: String)
        case noted(String)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .sold(let id, let cents, let currency): state.sales.append("\(id): \(cents) \(currency)")
            case .noted(let text): state.notes.append(text)
            }
        }
    }
}

struct Street: Reducer {
    struct State: Codable, Equatable, Sendable {
        var kiosk = Kiosk.State()
    }

    @CasePathable
    enum Action: Sendable {
        case kiosk(Kiosk.Action)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.kiosk, action: \.kiosk) { Kiosk() }
    }
}

extension KeepingAStore {
    static func opened(_ journal: Journal) async throws -> Kiosk.State {
        // page: version
        let kiosk = try await journal.open("kiosk", version: 2, initialState: Kiosk.State()) { Kiosk() }
        // page: end
        defer { withExtendedLifetime(kiosk) {} }
        return await kiosk.state
    }
}

// page: coding
extension Kiosk.Action: Journaled {
    static var coding: ActionCoding<Self> {
        .version(3)
            .renamed("ordered", to: \.sold, in: 2)
            .upgraded(\.sold, in: 3) { $0["currency"] = "EUR" }
            .dropped("swept", in: 3)
    }
}
// page: end

// page: child
extension Street.Action: Journaled {
    static var coding: ActionCoding<Self> { .version(1).child(\.kiosk) }
}
// page: end
