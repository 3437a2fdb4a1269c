// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A program with what the examples have (rows, searches, orders, payments, sign-in, a timer, pages), in which one defect at a
/// time can be planted.
struct Market: Reducer {
    /// Mistakes that people make.
    enum Defect: String, CaseIterable {
        case staleAnswer, lostCancel, wrongRow, missedOutput, doubleCharge, pageTooFar, oldTotal,
            danglingSelection
        case unreadBelowZero, wrongFlag, keptAfterLogout, loadsForEver, doubledRows, discountTwice, taxTwice,
            wrongUndo
        case lostCent, lateAnswer, badgeDrifts, settingsOverwritten
    }

    struct State: Equatable {
        var search = Search()
        var timer = Timer()
        var rows: IdentifiedArrayOf<Row> = []
        var selected: Int?
        var former: String?

        /// The row of which the page shows more.
        var detail: Int?
        var cart = Cart()
        var account = Account()
        var page = 0
        var messages = Messages()
        var settings = Settings()
        var noise = 0

        struct Search: Equatable {
            var query = ""
            var results: [String] = []
        }

        struct Timer: Equatable {
            var ticks = 0
            var isRunning = false
        }

        struct Row: Equatable, Identifiable {
            var id: Int
            var title: String
            var isDone = false
            var isFavorite = false
        }

        struct Cart: Equatable {
            var items: [String: Int] = [:]
            var total = 0
            var badge = 0
            var discount = 0
        }

        struct Account: Equatable {
            var user: String?
            var orders: [Order] = []
            var receipts: [String] = []
            var balance = 10_000
        }

        struct Order: Equatable, Identifiable {
            var id: String
            var cents: Int
            var isPaid = false
        }

        struct Messages: Equatable {
            var unread = 2
            var isLoading = false
            var failure: String?
        }

        struct Settings: Equatable {
            var language = "en"
        }
    }

    enum Action: Equatable {
        case typed(String)
        case found(String)
        case start, tick, stop
        case load, loaded(Int)
        case rename(Int, String)
        case mark(Int), favor(Int), remove(Int), select(Int), detail(Int), undo
        case add(String, cents: Int), take(String, cents: Int), discount
        case login(String), logout
        case order(String, cents: Int), pay(String)
        case next
        case read, fetch, failed(String)
        case language(String), openSettings, settings(String)
        case noise(Int)
    }

    let defect: Defect?

    /// Gives effects their answers, in the order in which a test wants them.
    let answers: Answers

    private static let pages = 3

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .typed(let text):
            state.search.query = text
            let search = Effect<Action>.run(name: "search") { [answers] send in
                await answers.wait(for: text)
                await send(.found(text))
            }
            return defect == .staleAnswer ? search : search.cancellable(id: "search", cancelInFlight: true)
        case .found(let text): state.search.results = ["\(text) 1", "\(text) 2"]
        case .start:
            state.timer.isRunning = true
            return .run(name: "timer") { [answers] send in
                for number in 1...9 {
                    await answers.wait(for: "tick \(number)")
                    if Task.isCancelled { return }
                    await send(.tick)
                }
            }
            .cancellable(id: "timer")
        case .tick: state.timer.ticks += 1
        case .stop:
            state.timer.isRunning = false
            return defect == .lostCancel ? .none : .cancel(id: "timer")
        case .load: return .send(.loaded(4))
        case .loaded(let count):
            let rows = (1...count).map { State.Row(id: $0, title: "Row \($0)") }
            if defect == .doubledRows {
                let count = state.rows.count
                for row in rows { state.rows.append(.init(id: row.id + count, title: row.title)) }
            } else {
                state.rows = IdentifiedArray(uniqueElements: rows)
            }
        case .rename(let id, let title):
            state.former = state.rows[id: id]?.title
            if defect == .wrongRow, state.rows.indices.contains(id) {
                state.rows[id].title = title
            } else {
                state.rows[id: id]?.title = title
            }
        default: return reduceMore(&state, action)
        }
        return .none
    }

    private func reduceMore(_ state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .mark(let id): state.rows[id: id]?.isDone = true
        case .favor(let id):
            if defect == .wrongFlag { state.rows[id: id]?.isDone = true }
            state.rows[id: id]?.isFavorite = true
        case .remove(let id):
            state.rows[id: id] = nil
            if defect != .danglingSelection, state.selected == id { state.selected = nil }
            return defect == .lateAnswer ? .none : .cancel(id: "detail")
        case .select(let id):
            state.selected = id
            return .run(name: "detail") { [answers] send in
                await answers.wait(for: "detail")
                await send(.detail(id))
            }
            .cancellable(id: "detail")
        case .detail(let id): state.detail = id
        case .undo:
            guard let former = state.former else { break }
            state.rows[id: 2]?.title = defect == .wrongUndo ? former.uppercased() : former
        case .add(let name, let cents):
            state.cart.items[name, default: 0] += 1
            if defect != .badgeDrifts || name != "pear" { state.cart.badge += 1 }
            state.cart.total += defect == .lostCent ? cents / 10 * 10 : cents
        case .take(let name, let cents):
            state.cart.items[name] = nil
            state.cart.badge -= 1
            if defect != .oldTotal { state.cart.total -= cents }
        case .discount:
            if state.cart.discount == 0 || defect == .discountTwice {
                state.cart.discount += 10
            }
        case .login(let user): state.account.user = user
        case .logout:
            state.account.user = nil
            if defect != .keptAfterLogout { state.account.orders = [] }
        case .order(let id, let cents):
            let tax = defect == .taxTwice && id == "o-2" ? cents / 10 : 0
            state.account.orders.append(.init(id: id, cents: cents + tax))
        case .pay(let id):
            guard let index = state.account.orders.firstIndex(where: { $0.id == id }) else { break }
            guard defect == .doubleCharge || !state.account.orders[index].isPaid else { break }
            state.account.orders[index].isPaid = true
            state.account.balance -= state.account.orders[index].cents
            if defect != .missedOutput || id != "o-2" { state.account.receipts.append(id) }
        case .next: if defect == .pageTooFar || state.page < Self.pages - 1 { state.page += 1 }
        case .read: if defect == .unreadBelowZero || state.messages.unread > 0 { state.messages.unread -= 1 }
        case .fetch:
            state.messages.isLoading = true
            return .send(.failed("offline"))
        case .failed(let why):
            if defect != .loadsForEver { state.messages.isLoading = false }
            state.messages.failure = why
        case .language(let language):
            state.settings.language = language
            return defect == .settingsOverwritten ? .none : .cancel(id: "settings")
        case .openSettings:
            return .run(name: "settings") { [answers] send in
                await answers.wait(for: "settings")
                if Task.isCancelled { return }
                await send(.settings("en"))
            }
            .cancellable(id: "settings")
        case .settings(let language): state.settings.language = language
        case .noise(let number): state.noise = number
        default: break
        }
        return .none
    }
}
