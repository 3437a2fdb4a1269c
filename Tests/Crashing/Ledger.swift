// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal

/// Counts, and pays for each tenth number in the world outside.
struct Ledger: Reducer {
    struct State: Codable, Equatable, Sendable {
        var count = 0
        var paid: [Int] = []
        /// So that a snapshot takes some time to be written.
        var filling = [String](repeating: "filling", count: 2_000)
    }

    enum Action: Equatable, Sendable, Journaled {
        case add(Int)
        case paid(Int)

        struct AllCasePaths {}
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let crash: Crash
    let payments: String

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let number):
            precondition(number == state.count + 1, "\(number) follows \(state.count).")
            state.count = number
            crash.happen(at: .reduced)
            guard number.isMultiple(of: 10) else { return .none }
            return .run { [crash, payments] send in
                crash.happen(at: .effect)
                try append("\(number)\n", to: payments)
                crash.happen(at: .effect)
                await send(.paid(number))
            }
        case .paid(let number):
            state.paid.append(number)
            return .none
        }
    }
}

/// Appends to a file in one write, so that another process reads whole lines.
func append(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    defer { close(descriptor) }
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
}
