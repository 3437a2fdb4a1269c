// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import TributaryCore
internal import TributaryForms
public import TributaryLog

/// The source of a test that repeats a journal's session: each action that was sent, each that was received, and each change.
///
/// ```swift
/// print(try testSource(of: "bug.tributary") { Shop() })
/// ```
/// prints
/// ```swift
/// @Test @MainActor func `shop, entries 1 to 3`() async throws {
///     let state = try decoded(#"{"total":0}"#, as: Shop.State.self)
///     let store = TestStore(initialState: state) {
///         Shop()
///     }
///     await store.send(.ordered(id: "o-1", cents: 500)) {
///         $0.total = 500
///     }
///     …
/// ```
/// The expectations are those of this version of the reducer. Effects run in a test: give them the dependencies
/// that answer as they did. A received action that is not `Equatable` is expected by its case, with the payload if that can be
/// compared; without `@CasePathable`, any action is expected. A value whose initializer cannot be known, such as a structure, is
/// written as the journal codes it, for `decoded`. A state of more than 1,000 characters is not written: the test begins with the
/// session, `TestStore(session:upTo:)`, and needs its file.
///
/// - Parameters:
///   - path: Of the file that `export` wrote.
///   - first: The first entry that is tested; those before it make the initial state.
///   - last: The last entry; by default the last of the session.
///   - reducer: The reducer; made and resolved once.
///   - expression: How the reducer is written in the test; by default the type that has the state in it, without parameters.
///   - wholeStates: Whether each changed state is written as a whole, because the test cannot set its properties: they are
///     `private(set)`. By default the test sets the properties that changed.
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
    wholeStates: Bool = false,
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
        steps.append(SourceWriter.step(entry, from: before, to: session.state, wholeStates: wholeStates))
    }
    // A feature has its state within itself.
    let feature = SourceWriter.name(of: State.self).split(separator: ".").dropLast().joined(separator: ".")
    let made = expression ?? (feature.isEmpty ? "<#the reducer#>" : "\(feature)()")
    let begin = SourceWriter.store(startingWith: start, of: path, before: first, typeOf: Action.self)
    return """
        @Test @MainActor func `\(session.session.name), entries \(first) to \(end)`() async throws {
        \(begin.indented(by: 4)) {
                \(made)
            }
        \(steps.joined(separator: "\n").indented(by: 4))
            await store.finish()
        }
        """
}

/// A value in the JSON that a journal keeps, for values in printed tests.
///
/// ```swift
/// let customer: Customer = try decoded(#"{"name":"Ada"}"#)
/// ```
///
/// - Parameters:
///   - json: The JSON.
///   - type: The type of the value.
/// - Returns: The value.
/// - Throws: A `DecodingError` if the JSON is not that of such a value.
public func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    // A value alone is no JSON for some versions of Foundation.
    try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))[0]
}

/// Writes values as Swift source.
enum SourceWriter {
    /// A step of a test.
    static func step<State: Equatable, Action>(
        _ entry: JournalEntry<Action>,
        from old: State,
        to new: State,
        wholeStates: Bool
    ) -> String {
        switch entry.mount {
        case .began(let name): return "// Here “\(name)” was mounted."
        case .ended: return "// Here a reducer was mounted no longer."
        case nil: break
        }
        guard let action = entry.action else { return "// An action was here that is no more." }
        let step =
            entry.cause == nil
            ? call("await store.send", [source(of: action)])
            : call("await store.receive", expectation(of: action))
        guard old != new else { return step }
        let changes =
            wholeStates ? ["$0 = \(source(of: new))"] : changes(from: old, to: new, at: "$0")
        return changes.isEmpty ? step : "\(step) {\n\(changes.joined(separator: "\n").indented(by: 4))\n}"
    }

    /// The arguments that expect a received action: itself, or the parts of it that can be compared.
    private static func expectation(of action: Any) -> [String] {
        if action is any Equatable { return [source(of: action)] }
        let mirror = Mirror(reflecting: action)
        guard action is any CasePathable, let text = enumeration(action, mirror) else {
            return ["where: { _ in true }"]
        }
        let path = "\\\(text.prefix { $0 != "(" })"
        guard let payload = mirror.children.first?.value, payload is any Equatable else { return [path] }
        return [path, source(of: payload)]
    }

    /// The beginning of the statement that makes the store, up to the reducer.
    static func store<State: Encodable, Action>(
        startingWith state: State,
        of path: String,
        before first: Int,
        typeOf: Action.Type
    ) -> String {
        let (type, actions) = (name(of: State.self), name(of: Action.self))
        if let json = json(of: state), json.count <= 1_000 {
            return
                "let state = \(decoding(json, as: "\(type).self"))\nlet store = TestStore(initialState: state)"
        }
        let session = "session: \(String(reflecting: path))"
        return call("let store = try TestStore<\(type), \(actions)>", [session, "upTo: \(first - 1)"])
    }

    /// Assignments that make one value of another: of those properties that differ.
    static func changes(from old: Any, to new: Any, at place: String) -> [String] {
        let whole = "\(place) = \(source(of: new))"
        let (former, latter) = (Mirror(reflecting: old), Mirror(reflecting: new))
        guard literal(new) == nil, former.displayStyle == latter.displayStyle else { return [whole] }
        switch latter.displayStyle {
        case .struct where !latter.children.isEmpty && !(new is any CustomReflectable) && hasSameID(old, new):
            return zip(former.children, latter.children).flatMap { former, latter -> [String] in
                guard let label = latter.label, !areEqual(former.value, latter.value) else { return [] }
                let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
                return changes(from: former.value, to: latter.value, at: "\(place).\(name)")
            }
        case .optional:
            guard let old = former.children.first?.value, let new = latter.children.first?.value,
                Mirror(reflecting: new).displayStyle == .struct, literal(new) == nil
            else { return [whole] }
            let parts = changes(from: old, to: new, at: "\(place)?")
            return parts.contains { $0.hasPrefix("\(place)? ") } ? [whole] : parts
        default: return elements(from: old, to: new, at: place, whole) ?? [whole]
        }
    }

    /// Changes of the elements of a large array; `nil` if it is written as a whole.
    private static func elements(from old: Any, to new: Any, at place: String, _ whole: String) -> [String]? {
        guard whole.count > 200, let (former, latter) = arrays(old, new), latter.count >= former.count else {
            return nil
        }
        var parts: [String] = []
        for index in former.indices where !areEqual(former[index], latter[index]) {
            parts += changes(from: former[index], to: latter[index], at: "\(place)[\(index)]")
        }
        for element in latter[former.count...] {
            parts.append(call("\(place).append", [source(of: element)]))
        }
        return parts.joined().count < whole.count ? parts : nil
    }

    private static func arrays(_ old: Any, _ new: Any) -> ([Any], [Any])? {
        func elements<Elements: RandomAccessCollection>(_ values: Elements) -> [Any]? {
            // Their places are numbers, by which they are written.
            values is any MutableCollection && values.startIndex as? Int == 0 ? Array(values) : nil
        }
        guard let old = old as? any RandomAccessCollection, let new = new as? any RandomAccessCollection,
            let former = elements(old), let latter = elements(new)
        else { return nil }
        return (former, latter)
    }

    /// Whether a change of properties turns one value into the other: an identifier cannot be set.
    private static func hasSameID(_ old: Any, _ new: Any) -> Bool {
        func isSame<Value: Identifiable>(_ old: Value) -> Bool { old.id == (new as? Value)?.id }
        return (old as? any Identifiable).map { isSame($0) } ?? true
    }

    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any Equatable else { return source(of: left) == source(of: right) }
        func isEqual<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
        return isEqual(left)
    }

    /// A value, if its type is known or can be written.
    static func source(of value: Any) -> String {
        if let literal = literal(value) { return literal }
        if value is any HiddenValue { return ".withheld" }
        let mirror = Mirror(reflecting: value)
        if let change = change(value, mirror) { return change }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { source(of: $0.value) } ?? "nil"
        case .collection where value is any ExpressibleByArrayLiteral:
            return list(mirror.children.map { source(of: $0.value) })
        case .set where value is any ExpressibleByArrayLiteral:
            // In an order that does not change from run to run.
            return list(mirror.children.map { source(of: $0.value) }.sorted())
        case .dictionary where value is any ExpressibleByDictionaryLiteral: return dictionary(mirror)
        case .tuple: return call("", arguments(mirror))
        case .enum where !(value is any CustomReflectable):
            if let text = enumeration(value, mirror) { return text }
        default: break
        }
        // Which initializers a type has is not known, but how it is coded.
        return json(of: value).map { decoding($0) }
            ?? call(name(of: type(of: value)), arguments(mirror))
    }

    /// A change of a form, which names its property.
    private static func change(_ value: Any, _ mirror: Mirror) -> String? {
        guard "\(type(of: value))".hasPrefix("StateChange<"),
            let field = mirror.descendant("field") as? String, field.hasPrefix("\\."),
            let old = mirror.descendant("from"), let new = mirror.descendant("to")
        else { return nil }
        return call("StateChange", [field, "from: \(source(of: old))", "to: \(source(of: new))"])
    }

    /// A value as a journal codes it.
    private static func json(of value: Any) -> String? {
        guard let value = value as? any Encodable & Decodable else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Some versions of Foundation code no value alone.
        func encode<Value: Encodable>(_ value: Value) -> Data? { try? encoder.encode([value]) }
        return encode(value).map { String(String(decoding: $0, as: UTF8.self).dropFirst().dropLast()) }
    }

    /// A call that decodes a value.
    private static func decoding(_ json: String, as type: String? = nil) -> String {
        var marks = "#"
        while json.contains("\"\(marks)") || json.contains("\\\(marks)") { marks += "#" }
        return "try decoded(\(marks)\"\(json)\"\(marks)\(type.map { ", as: \($0)" } ?? ""))"
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

    /// A case with its payload; `nil` if its name is unknown.
    private static func enumeration(_ value: Any, _ mirror: Mirror) -> String? {
        guard let payload = mirror.children.first else { return caseName(of: value).map { ".\($0)" } }
        guard let name = payload.label else { return nil }
        let fields = Mirror(reflecting: payload.value)
        // Several values, or one with a label, are a tuple.
        guard fields.displayStyle == .tuple else { return call(".\(name)", [source(of: payload.value)]) }
        return fields.children.isEmpty ? ".\(name)" : call(".\(name)", arguments(fields))
    }

    /// The name of a case without a payload, also where its type describes itself.
    private static func caseName(of value: Any) -> String? {
        guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else {
            return "\(value)"
        }
        // The compiler codes it as an object with the name.
        guard !(value is any RawRepresentable), let json = json(of: value),
            case .object(let cases)? = try? CodedValue(json: Array(json.utf8)), cases.count == 1,
            let name = cases.first, name.value == .object([:])
        else { return nil }
        return name.key
    }

    /// Values with their labels; those of a property wrapper have the name of the property.
    private static func arguments(_ mirror: Mirror) -> [String] {
        mirror.children.map { child in
            guard let label = child.label, !label.hasPrefix(".") else { return source(of: child.value) }
            // A property wrapper gets its wrapped value; a secret is withheld.
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
