// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain

/// A notice of the kiosk.
enum KioskNotice: Equatable, CustomStringConvertible {
    case unknown(code: String)
    case lent(Book, to: Member)
    case refused(Book, reason: String)
    case takenBack(Book)
    case renamed(String)
    case printed(String)
    case outOfPaper(missed: Int)
    case full(Bool)

    init?(of action: Kiosk.Action) {
        switch action {
        case .checkoutHappened(.unknown(let code)): self = .unknown(code: code)
        case .loansHappened(.lent(let book, let member)): self = .lent(book, to: member)
        case .loansHappened(.refused(let book, let reason)): self = .refused(book, reason: reason)
        case .loansHappened(.takenBack(let book)): self = .takenBack(book)
        case .membershipHappened(.changed(let member)): self = .renamed(member.name)
        case .printerHappened(.printed(let line)): self = .printed(line)
        case .printerHappened(.outOfPaper(let missed)): self = .outOfPaper(missed: missed)
        case .visitsHappened(let output): self = .full(output == .full)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .unknown(let code): "nothing has the code \(code)"
        case .lent(let book, let member): "\(member.name) borrows “\(book.title)”"
        case .refused(let book, let reason): "not “\(book.title)”: \(reason)"
        case .takenBack(let book): "“\(book.title)” is back"
        case .renamed(let name): "now called \(name)"
        case .printed(let line): "receipt: \(line)"
        case .outOfPaper(let missed): "no paper for \(missed)"
        case .full(let isFull): isFull ? "the library is full" : "the library has room"
        }
    }
}
