// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// The inputs of a printer of receipts.
public enum ReceiptInput: Equatable, Sendable {
    case print(Book, borrower: String)
    case refillPaper
}

/// The outputs of a printer of receipts.
public enum ReceiptOutput: Equatable, Sendable {
    case printed(line: String)
    case outOfPaper(missed: Int)
}

/// Makes a printer of receipts with a store of its own.
///
/// Nothing else of it can be seen, not even the names of its types. It shows how many sheets are left.
///
/// - Parameter sheets: How many sheets it starts with.
/// - Returns: The printer.
@MainActor
public func makeReceiptPrinter(sheets: Int) -> Module<ReceiptInput, ReceiptOutput, Int> {
    Module(
        Receipts(capacity: sheets),
        initialState: Receipts.State(sheets: sheets),
        input: \.input,
        output: \.output,
        state: \.sheets
    )
}

private struct Receipts: Reducer {
    struct State {
        var sheets: Int
        var missed = 0
    }

    @CasePathable
    enum Action {
        case input(ReceiptInput)
        case output(ReceiptOutput)
        case cut
    }

    let capacity: Int

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.print(let book, let borrower)):
            guard state.sheets > 0 else {
                state.missed += 1
                return .send(.output(.outOfPaper(missed: state.missed)))
            }
            return .concatenate(.send(.output(.printed(line: "\(borrower): \(book.title)"))), .send(.cut))
        case .input(.refillPaper):
            state = State(sheets: capacity)
        case .cut:
            state.sheets -= 1
        case .output:
            break
        }
        return .none
    }
}
