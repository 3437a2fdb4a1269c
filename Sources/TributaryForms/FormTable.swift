// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The fields of a state, those of its parts included.
///
/// A search is linear: a form has some dozens of fields, and one is looked for only when a change is printed or coded.
struct FormTable<Root: FormState>: Sendable {
    private let fields: [FormField]

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
        var fields: [FormField] = []
        let whole = FormPart<Root, Root>(
            prefix: "",
            isSecret: false,
            property: \.self,
            state: \.self,
            outer: []
        )
        for field in whole.fields() {
            guard !fields.contains(where: { $0.name == field.name }) else {
                DiagnosticReporter.current.report(.secondField(named: field.name, of: Root.self))
                continue
            }
            fields.append(field)
        }
        self.fields = fields
    }

    /// The field that a change with this key path is of.
    func field(at path: any AnyKeyPath & Sendable) -> FormField? {
        fields.first { ($0.path as AnyKeyPath) == (path as AnyKeyPath) }
    }

    /// The field that a coded change is of.
    func field(in container: KeyedDecodingContainer<FormKey>) throws -> FormField {
        let name = try container.decode(String.self, forKey: .field)
        if let field = fields.first(where: { $0.name == name }) { return field }
        let known = fields.map(\.name).sorted().map { "“\($0)”" }.joined(separator: ", ")
        let problem = "\(typeName(Root.self)) has no field “\(name)”, but \(known.isEmpty ? "none" : known)"
        throw refusal(of: container, problem)
    }
}

private let tables = Mutex<[ObjectIdentifier: any Sendable]>([:])

extension Diagnostic {
    fileprivate static func secondField(named name: String, of root: Any.Type) -> Diagnostic {
        Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-039"),
            message: "\(typeName(root)) gives the name “\(name)” to two fields; the second has none.",
            remedy: "Give each field a name of its own in `addFormFields(to:)`."
        )
    }
}
