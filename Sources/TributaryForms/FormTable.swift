// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The fields of a state, those of its parts included, by name and by key path.
struct FormTable<Root: FormState>: Sendable {
    private let byName: [String: any FormField<Root>]
    private let byPath: [FormPath: any FormField<Root>]

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
        var byName: [String: any FormField<Root>] = [:]
        var byPath: [FormPath: any FormField<Root>] = [:]
        for field in Root.allFields(within: []) {
            guard byName[field.name] == nil else {
                DiagnosticReporter.current.report(.secondField(named: field.name, of: Root.self))
                continue
            }
            byName[field.name] = field
            let path = FormPath(keyPath: field.path)
            byPath[path] = byPath[path] ?? field
        }
        self.byName = byName
        self.byPath = byPath
    }

    /// The field that a change with this key path is of.
    func field(at path: any AnyKeyPath & Sendable) -> (any FormField<Root>)? {
        byPath[FormPath(keyPath: path)]
    }

    /// The field that a coded change is of.
    func field(in container: KeyedDecodingContainer<FormKey>) throws -> any FormField<Root> {
        let name = try container.decode(String.self, forKey: .field)
        if let field = byName[name] { return field }
        let known = byName.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
            forKey: .field,
            in: container,
            debugDescription:
                "\(typeName(Root.self)) has no field “\(name)”, but \(known.isEmpty ? "none" : known)"
        )
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

extension FormState {
    /// The fields and, after each, those inside of it.
    ///
    /// - Parameter outer: The types of the states around it. A computed property may have one of these types.
    /// - Returns: The fields; none if this type is one of those.
    static func allFields(within outer: [ObjectIdentifier]) -> [any FormField<Self>] {
        let type = ObjectIdentifier(Self.self)
        guard !outer.contains(type) else { return [] }
        var fields = FormFields<Self>()
        addFormFields(to: &fields)
        func inside(_ field: some FormField<Self>) -> [any FormField<Self>] {
            [field] + field.fieldsInside(outer + [type])
        }
        return fields.fields.flatMap { inside($0) }
    }
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
