// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// An action that a journal can write, and read again after the program has changed.
///
/// ```swift
/// extension Shop.Action: Journaled {
///     static var coding: ActionCoding<Self> {
///         .version(3)
///             .renamed("payed", to: \.paid, in: 2)
///             .upgraded(\.ordered, in: 3) { $0["currency"] = "EUR" }
///             .dropped("blinked", in: 3)
///     }
/// }
/// ```
/// The compiler writes `Codable` for an enum whose payloads are `Codable`. While the action has not changed, there is
/// nothing else to write.
public protocol Journaled: CasePathable, Codable {
    /// The changes since the first version; read once for each journal that is opened.
    static var coding: ActionCoding<Self> { get }
}

extension Journaled {
    /// The first version.
    public static var coding: ActionCoding<Self> { .version(1) }
}

extension IdentifiedAction: Journaled where ID: Codable, Action: Journaled {
    /// The changes in the actions of the rows.
    public static var coding: ActionCoding<Self> {
        .version(1).child(case: "element", field: "action", Action.coding)
    }
}

extension StackAction: Journaled where State: Codable, Action: Journaled {
    /// The changes in the actions of the pages.
    public static var coding: ActionCoding<Self> {
        .version(1).child(case: "element", field: "action", Action.coding)
    }
}
