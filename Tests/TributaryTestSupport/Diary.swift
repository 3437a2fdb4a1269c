// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TributaryCore

/// A feature for every law: it records its events in its state.
package struct Diary: Reducer {
    package struct State: Equatable, Sendable {
        package var entries: [String] = []
        package var left = 0
        package var right = 0
        package var sheet: Counter.State?
        package var payload = Payload.State(count: 1_000)
        package init() {}
    }

    package enum Action: Equatable, Sendable, CasePathable {
        case write(String)
        /// Writes, and sends a write for each of the others.
        case follow([String])
        /// Sends itself until it is at 0.
        case countDown(Int)
        /// Sends itself without end.
        case goOn
        case left(Int), right(Int), both
        case openSheet, closeSheet
        case sheet(Counter.Action)
        case payload(Payload.Action)
        /// Writes after the gate has opened.
        case wait
        case fail
        /// Calls `inside` while the reducer has the state.
        case intrude

        package struct AllCasePaths: Sendable {
            package var sheet: CasePath<Action, Counter.Action> {
                CasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
            }
            package var payload: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.payload) { if case .payload(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package struct Failure: Error {}

    let gate: Gate
    let inside: Inside

    /// - Parameters:
    ///   - gate: Holds back the effect of `.wait`.
    ///   - inside: The calls of `.intrude`.
    package init(gate: Gate = Gate(), inside: Inside = Inside()) {
        self.gate = gate
        self.inside = inside
    }

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .write(let text): state.entries.append(text)
            case .follow(let texts):
                state.entries.append("start")
                return .merge(texts.map { .send(.write($0)) })
            case .countDown(let remaining):
                state.left = remaining
                if remaining > 0 { return .send(.countDown(remaining - 1)) }
            case .goOn:
                state.left += 1
                return .send(.goOn)
            case .left(let value): state.left = value
            case .right(let value): state.right = value
            case .both: return .merge(.send(.left(state.left + 1)), .send(.right(state.right + 1)))
            case .openSheet: state.sheet = Counter.State()
            case .closeSheet: state.sheet = nil
            case .wait:
                return .run { [gate] send in
                    try? await gate.wait()
                    await send(.write("waited"))
                }
            case .fail: return .run { _ in throw Failure() }
            case .intrude:
                state.entries.append("begins")
                inside()
                state.entries.append("ends")
            case .sheet, .payload: break
            }
            return .none
        }
        .ifLet(\.sheet, action: \.sheet) { Counter() }
        Scope(state: \.payload, action: \.payload) { Payload() }
    }
}

extension Diary {
    /// Hostile calls from inside a reducer.
    package final class Inside: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        package init() {}

        package func call(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

        package func callAsFunction() { body.withLock { $0 }?() }
    }
}
