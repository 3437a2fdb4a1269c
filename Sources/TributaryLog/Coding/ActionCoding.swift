// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryPresenting

/// The upgrades that turn actions written by earlier versions of a program into actions of this one.
///
/// Each change belongs to a version, and is applied to actions that earlier versions wrote: first the names of cases, version by
/// version, then the fields of the remaining cases. So an upgrade uses the current name of a case. A payload without a label is in
/// the field `_0`, as in the compiler's `Codable`.
///
/// An entry that was written by a later version than this one is an error.
public struct ActionCoding<Action: CasePathable>: Sendable {
    var coding: CaseCoding

    /// Begins the list of changes.
    ///
    /// - Parameter number: The version that this program writes, from `1`.
    /// - Returns: A coding without changes.
    public static func version(_ number: Int) -> ActionCoding {
        precondition(number >= 1, "Versions are counted from 1.")
        return ActionCoding(coding: CaseCoding(version: number))
    }

    /// Renames a case.
    ///
    /// - Parameters:
    ///   - name: The former name.
    ///   - path: The case with its current name.
    ///   - version: The first version with the new name.
    /// - Returns: The coding with this change.
    public func renamed<Value>(_ name: String, to path: CaseKeyPath<Action, Value>, in version: Int)
        -> ActionCoding
    {
        changed(version) { $0.renames[version, default: [:]][name] = Self.name(of: path) }
    }

    /// A case was renamed, and renamed or dropped again later.
    public func renamed(_ name: String, to newName: String, in version: Int) -> ActionCoding {
        changed(version) { $0.renames[version, default: [:]][name] = newName }
    }

    /// Upgrades the payload of a case.
    ///
    /// - Parameters:
    ///   - path: The case.
    ///   - version: The first version with the new payload.
    ///   - upgrade: Changes the fields of an older payload. If it throws, opening the journal throws that error.
    /// - Returns: The coding with this change.
    public func upgraded<Value>(
        _ path: CaseKeyPath<Action, Value>,
        in version: Int,
        _ upgrade: @escaping @Sendable (_ fields: inout CodedValue) throws -> Void
    ) -> ActionCoding {
        let name = Self.name(of: path)
        return changed(version) {
            $0.upgrades[name, default: []].append(CaseCoding.Upgrade(version: version, change: upgrade))
        }
    }

    /// Drops a removed case: its entries are skipped.
    ///
    /// Drop only actions whose changes are no longer needed: a replayed state lacks these changes.
    ///
    /// - Parameters:
    ///   - name: The name that it had.
    ///   - version: The first version without it.
    /// - Returns: The coding with this change.
    public func dropped(_ name: String, in version: Int) -> ActionCoding {
        changed(version) { $0.drops[version, default: []].insert(name) }
    }

    /// A case holds the actions of another feature, which has versions of its own.
    ///
    /// Rows need no more than this: `IdentifiedAction` finds the rows' actions itself.
    ///
    /// - Parameter path: A case with that action as its only payload, without a label.
    /// - Returns: The coding with this change.
    public func child<Child: Journaled>(_ path: CaseKeyPath<Action, Child>) -> ActionCoding {
        child(case: Self.name(of: path), field: "_0", Child.coding)
    }

    func child<Child>(case name: String, field: String, _ child: ActionCoding<Child>) -> ActionCoding {
        var result = self
        result.coding.children[name] = CaseCoding.Child(field: field, coding: child.coding)
        return result
    }

    private func changed(_ version: Int, _ change: (inout CaseCoding) -> Void) -> ActionCoding {
        precondition(
            (2...max(2, coding.version)).contains(version) && version <= coding.version,
            "A change belongs to a version from 2 to \(coding.version), the one that this program writes."
        )
        var result = self
        change(&result.coding)
        return result
    }

    private static func name<Value>(of path: CaseKeyPath<Action, Value>) -> String {
        guard let name = CasePath(path).name else {
            preconditionFailure("The case path \(path) of \(Action.self) has no name; make it with `named:`.")
        }
        return name
    }
}

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
