// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TributaryCore

extension Scenario {
    /// Sends while effects run in rows, in an optional, and in a case of an enum; and effects that run there.
    static let runningEffects =
        [1, 1_000, 10_000].flatMap { count in
            [
                beside("rows/\(count)", .count, effects: count) { .rows(.element(id: $0, action: .wait)) },
                beside("rows/\(count)/row", .rows(.element(id: 0, action: .count)), effects: count) {
                    .rows(.element(id: $0, action: .wait))
                },
            ]
        } + [
            beside("property", .count) { _ in .property(.wait) },
            beside("optional", .count) { _ in .optional(.wait) },
            beside("case", .count) { _ in .choice(.wait) },
            roundTrip("property", .property(.ping)),
            roundTrip("optional", .optional(.ping)),
            roundTrip("case", .choice(.ping)),
            roundTrip("row", .rows(.element(id: 0, action: .ping))),
            Scenario("effect/follow-up", baseline: "effect/follow-up/by-hand") {
                let store = Store(initialState: Following.State()) { Following() }
                return { count in
                    MainActor.assumeIsolated { inTurns(of: count) { store.send(.follow($0)) } }
                }
            },
            Scenario("effect/follow-up/by-hand") {
                let follower = Follower()
                return { count in inTurns(of: count) { follower.send(.follow($0)) } }
            },
        ]

    /// An action without effects, while effects run, which have all begun: a beginning would be counted with the actions.
    private static func beside(
        _ place: String,
        _ action: Household.Action,
        effects: Int = 1,
        start: @escaping @Sendable (Int) -> Household.Action
    ) -> Scenario {
        Scenario("effect/beside/\(place)", baseline: "send/flat") {
            let store = Store(initialState: Household.State()) { Household() }
            for number in 0..<effects { store.send(start(number)) }
            for _ in 0..<effects { Member.hasBegun.wait() }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(action) } } }
        }
    }

    /// Turns of a hundred actions, so that none counts as endless.
    private static func inTurns(of count: Int, _ send: (Int) -> Void) {
        var remaining = count
        while remaining > 0 {
            send(min(remaining, 100))
            remaining -= 100
        }
    }

    /// An effect of a child, and the action that it sends.
    private static func roundTrip(_ place: String, _ action: Household.Action) -> Scenario {
        Scenario("effect/round-trip/\(place)", baseline: "effect/round-trip/by-hand") {
            let home = StoreActor(initialState: Household.State()) { Household() }
            return { count in block { for _ in 0..<count { await home.send(action).finish() } } }
        }
    }
}

/// A feature that counts, waits without end, or pings itself.
private struct Member: Reducer {
    /// Is signalled by each effect that waits.
    static let hasBegun = DispatchSemaphore(value: 0)

    struct State: Identifiable {
        let id: Int
        var count = 0
    }
    enum Action: Sendable { case count, wait, ping }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .count:
            state.count &+= 1
            return .none
        case .wait:
            return .run { _ in
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
                    Self.hasBegun.signal()
                }
            }
        case .ping: return .run { send in await send(.count) }
        }
    }
}

/// Such features in each kind of place.
private struct Household: Reducer {
    struct State {
        var count = 0
        var property = Member.State(id: 0)
        var optional: Member.State? = Member.State(id: 0)
        var choice = Choice.member(Member.State(id: 0))
        var rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Member.State(id: $0) })
    }

    enum Choice: CasePathable {
        case nothing
        case member(Member.State)
        struct AllCasePaths: Sendable {
            var member: CasePath<Choice, Member.State> {
                CasePath(embed: Choice.member) { if case .member(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Action: CasePathable, Sendable {
        case count
        case property(Member.Action)
        case optional(Member.Action)
        case choice(Member.Action)
        case rows(IdentifiedAction<Int, Member.Action>)

        struct AllCasePaths: Sendable {
            var property: CasePath<Action, Member.Action> {
                CasePath(embed: Action.property) { if case .property(let value) = $0 { value } else { nil } }
            }
            var optional: CasePath<Action, Member.Action> {
                CasePath(embed: Action.optional) { if case .optional(let value) = $0 { value } else { nil } }
            }
            var choice: CasePath<Action, Member.Action> {
                CasePath(embed: Action.choice) { if case .choice(let value) = $0 { value } else { nil } }
            }
            var rows: CasePath<Action, IdentifiedAction<Int, Member.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            if case .count = action { state.count &+= 1 }
            return .none
        }
        Scope(state: \.property, action: \.property) { Member() }
        EmptyReducer()
            .ifLet(\.optional, action: \.optional) { Member() }
            .ifCaseLet(\.choice.member, action: \.choice) { Member() }
            .forEach(\.rows, action: \.rows) { Member() }
    }
}

/// An action that follows another, as often as the first one says.
private struct Following: Reducer {
    struct State { var count = 0 }
    enum Action: Sendable { case follow(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .follow(let remaining):
            state.count &+= 1
            return remaining > 1 ? .send(.follow(remaining - 1)) : .none
        }
    }
}

/// The same with a queue by hand.
private final class Follower {
    private var count = 0
    private var queue: [Following.Action] = []
    private var next = 0

    @inline(never)
    func send(_ action: Following.Action) {
        queue.append(action)
        while next < queue.count {
            let action = queue[next]
            next += 1
            if next == queue.count {
                queue.removeAll(keepingCapacity: true)
                next = 0
            }
            if let following = reduce(action) { queue.append(following) }
        }
    }

    @inline(never)
    private func reduce(_ action: Following.Action) -> Following.Action? {
        switch action {
        case .follow(let remaining):
            count &+= 1
            return remaining > 1 ? .follow(remaining - 1) : nil
        }
    }
}
