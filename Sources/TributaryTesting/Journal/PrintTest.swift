// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import TributaryCore
public import TributaryLog

/// A test of what a store of a journal did, as source: each action that was sent, each that was received, and what changed.
///
/// ```swift
/// print(try testSource(of: "bug.tributary") { Shop() })
/// ```
/// prints
/// ```swift
/// @Test @MainActor func `shop, entries 1 to 3`() async {
///     let store = TestStore(initialState: Shop.State(total: 0)) {
///         Shop()
///     }
///     await store.send(.ordered(id: "o-1", cents: 500)) {
///         $0.total = 500
///     }
///     …
/// ```
/// What it says is what this version of the reducer does with the actions. Effects run in a test: give them the dependencies
/// that answer as they did. A value whose initializer is not known is written as a call of the one that has its properties
/// as parameters.
///
/// - Parameters:
///   - path: Of the file that `export` wrote.
///   - first: The first entry that is tested; those before it make the initial state.
///   - last: The last entry; by default the last of the session.
///   - reducer: The reducer; made and resolved once.
///   - expression: How the reducer is written in the test; by default the type that has the state in it, without parameters.
///   - mounts: Makes the reducers that were mounted, by their names.
///   - configure: Sets dependencies for the reducer.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The source of the test.
/// - Throws: An `ActionLogError` if the file is no session, and a `JournalError` if an entry cannot be read.
public func testSource<State: Codable & Equatable, Action: Journaled, R: Reducer<State, Action>>(
    of path: String,
    from first: Int? = nil,
    upTo last: Int? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    writtenAs expression: String? = nil,
    mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
    dependencies configure: (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws -> String {
    let session = try SessionReplay<State, Action>(
        LogSession(contentsOf: path),
        fingerprint: nil,
        reducer: reducer,
        mounts: mounts,
        dependencies: configure,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    let first = first ?? (session.session.start.sequence + 1)
    var start = session.start
    var steps: [String] = []
    var end = first - 1
    try session.run(upTo: last) { entry, number, before in
        guard number >= first else { return start = session.state }
        end = number
        steps.append(SourceWriter.step(entry, from: before, to: session.state))
    }
    // A feature has its state within itself.
    let feature = SourceWriter.name(of: State.self).split(separator: ".").dropLast().joined(separator: ".")
    let made = expression ?? (feature.isEmpty ? "<#the reducer#>" : "\(feature)()")
    let initial = "initialState: \(SourceWriter.source(of: start))"
    let begin = SourceWriter.call("let store = TestStore", [initial])
    return """
        @Test @MainActor func `\(session.session.name), entries \(first) to \(end)`() async {
        \(begin.indented(by: 4)) {
                \(made)
            }
        \(steps.joined(separator: "\n").indented(by: 4))
            await store.finish()
        }
        """
}

/// Writes values as Swift source.
enum SourceWriter {
    /// A step of a test.
    static func step<State: Equatable, Action>(_ entry: JournalEntry<Action>, from old: State, to new: State)
        -> String
    {
        switch entry.mount {
        case .began(let name): return "// Here “\(name)” was mounted."
        case .ended: return "// Here a reducer was mounted no longer."
        case nil: break
        }
        guard let action = entry.action else { return "// An action was here that is no more." }
        let call = entry.cause == nil ? "send" : "receive"
        let changes = old == new ? [] : changes(from: old, to: new, at: "$0")
        let step = self.call("await store.\(call)", [source(of: action)])
        return changes.isEmpty ? step : "\(step) {\n\(changes.joined(separator: "\n").indented(by: 4))\n}"
    }

    /// Assignments that make one value of another: of those properties that differ.
    static func changes(from old: Any, to new: Any, at place: String) -> [String] {
        let (former, latter) = (Mirror(reflecting: old), Mirror(reflecting: new))
        let isPlain = latter.displayStyle == .struct && literal(new) == nil
        guard isPlain, !latter.children.isEmpty, former.children.count == latter.children.count else {
            return ["\(place) = \(source(of: new))"]
        }
        return zip(former.children, latter.children).flatMap { former, latter -> [String] in
            guard let label = latter.label, !areEqual(former.value, latter.value) else { return [] }
            let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
            return changes(from: former.value, to: latter.value, at: "\(place).\(name)")
        }
    }

    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any Equatable else { return source(of: left) == source(of: right) }
        func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
        return isEqual(left)
    }

    /// A value, where its type is known or can be written.
    static func source(of value: Any) -> String {
        if let literal = literal(value) { return literal }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { source(of: $0.value) } ?? "nil"
        case .collection, .set:
            return "[\(mirror.children.map { source(of: $0.value) }.joined(separator: ", "))]"
        case .dictionary: return dictionary(mirror)
        case .tuple: return call("", arguments(mirror))
        case .enum: return enumeration(value, mirror)
        default: return call(name(of: type(of: value)), arguments(mirror))
        }
    }

    private static func dictionary(_ mirror: Mirror) -> String {
        let pairs = mirror.children.map { pair in
            Mirror(reflecting: pair.value).children.map { source(of: $0.value) }.joined(separator: ": ")
        }
        // In an order that does not change from run to run.
        return pairs.isEmpty ? "[:]" : list(pairs.sorted())
    }

    /// A call in one line, or with each argument in a line of its own.
    static func call(_ name: String, _ arguments: [String]) -> String {
        let line = "\(name)(\(arguments.joined(separator: ", ")))"
        guard line.count > 80 || line.contains("\n") else { return line }
        return "\(name)(\n\(arguments.joined(separator: ",\n").indented(by: 4))\n)"
    }

    private static func list(_ elements: [String]) -> String {
        let line = "[\(elements.joined(separator: ", "))]"
        guard line.count > 80 || line.contains("\n") else { return line }
        return "[\n\(elements.map { "\($0),\n" }.joined().indented(by: 4))]"
    }

    private static func enumeration(_ value: Any, _ mirror: Mirror) -> String {
        guard let payload = mirror.children.first else { return ".\(value)" }
        let fields = Mirror(reflecting: payload.value)
        let name = payload.label ?? "\(value)"
        // Several values, or one with a label, are a tuple.
        guard fields.displayStyle == .tuple else { return call(".\(name)", [source(of: payload.value)]) }
        return fields.children.isEmpty ? ".\(name)" : call(".\(name)", arguments(fields))
    }

    /// Values with their labels; those of a property wrapper have the name of the property.
    private static func arguments(_ mirror: Mirror) -> [String] {
        mirror.children.map { child in
            guard let label = child.label, !label.hasPrefix(".") else { return source(of: child.value) }
            // A property wrapper is given what it wraps; a secret is withheld.
            guard label.hasPrefix("_") else { return "\(label): \(source(of: child.value))" }
            let wrapped = Mirror(reflecting: child.value).children.first.map { source(of: $0.value) }
            return "\(label.dropFirst()): \(wrapped ?? ".withheld")"
        }
    }

    /// Values that have a way of their own to be written.
    private static func literal(_ value: Any) -> String? {
        switch value {
        case let value as String: String(reflecting: value)
        case let value as Substring: String(reflecting: String(value))
        case let value as Character: String(reflecting: String(value))
        case let value as Bool: "\(value)"
        case let value as any BinaryInteger: "\(value)"
        case let value as Double: number(value)
        case let value as Float: number(Double(value))
        case let value as Date:
            "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
        case let value as UUID: "UUID(uuidString: \"\(value)\")!"
        case let value as URL: "URL(string: \(String(reflecting: value.absoluteString)))!"
        case let value as Data: "Data(base64Encoded: \"\(value.base64EncodedString())\")!"
        default: nil
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return ".nan" }
        guard value.isInfinite else { return "\(value)" }
        return value < 0 ? "-.infinity" : ".infinity"
    }

    /// The name of a type as its module would write it.
    static func name(of type: Any.Type) -> String {
        let full = String(reflecting: type)
        let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
        return full.contains("<") ? "\(type)" : parts.dropFirst().joined(separator: ".")
    }
}
