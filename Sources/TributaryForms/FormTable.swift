// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The fields of a state, those of its parts included, by name and by key path.
struct FormTable<Root: FormState>: Sendable {
    private let byName: [String: FormField<Root>]
    private let byPath: [FormPath: FormField<Root>]

    /// The table of this type, which is made once.
    static var shared: FormTable {
        let type = ObjectIdentifier(Root.self)
        if let table = tables.withLock({ $0[type] }) as? FormTable { return table }
        // Made outside of the lock, because it calls the state's code.
        let table = FormTable()
        tables.withLock { $0[type] = table }
        return table
    }

    private init() {
        var byName: [String: FormField<Root>] = [:]
        var byPath: [FormPath: FormField<Root>] = [:]
        FormPart<Root, Root>(prefix: "", isSecret: false, property: \.self, state: \.self, outer: []) {
            field in
            guard byName[field.name] == nil else {
                return DiagnosticReporter.current.report(.secondField(named: field.name, of: Root.self))
            }
            byName[field.name] = field
            let path = FormPath(keyPath: field.path)
            byPath[path] = byPath[path] ?? field
        }
        .addFields()
        self.byName = byName
        self.byPath = byPath
    }

    /// The field that a change with this key path is of.
    func field(at path: any AnyKeyPath & Sendable) -> FormField<Root>? {
        byPath[FormPath(keyPath: path)]
    }

    /// The field that a coded change is of.
    func field(in container: KeyedDecodingContainer<FormKey>) throws -> FormField<Root> {
        let name = try container.decode(String.self, forKey: .field)
        if let field = byName[name] { return field }
        let known = byName.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
        let problem = "\(typeName(Root.self)) has no field “\(name)”, but \(known.isEmpty ? "none" : known)"
        throw refusal(of: container, problem)
    }
}

private let tables = Mutex<[ObjectIdentifier: any Sendable]>([:])

private struct FormPath: Hashable, Sendable {
    let keyPath: any AnyKeyPath & Sendable

    static func == (left: FormPath, right: FormPath) -> Bool {
        (left.keyPath as AnyKeyPath) == (right.keyPath as AnyKeyPath)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(keyPath as AnyKeyPath) }
}

extension Diagnostic {
    fileprivate static func secondField(named name: String, of root: Any.Type) -> Diagnostic {
        Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-039"),
            message: "\(typeName(root)) gives the name “\(name)” to two fields; the second has none.",
            remedy: "Give each field a name of its own in `addFormFields(to:)`."
        )
    }
}
