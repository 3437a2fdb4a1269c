// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms
import TributaryTestSupport

/// Changes of a state whose properties have names: printed, coded, decoded and replayed by name.
@Suite(.timeLimit(.minutes(30)))
struct FormStateTests {}

extension FormStateTests {
    @Test func `a change prints its field and its new value`() {
        #expect("\(StateChange(\Settings.name, from: "", to: "Blob"))" == #"\.name = "Blob""#)
        #expect("\(PropertyChange(\Settings.stepCount, from: 1, to: 2))" == #"\.stepCount = 2"#)
        #expect("\(StateChange(\Settings.due, from: 3, to: nil))" == #"\.due = nil"#)
        #expect(
            "\(StateChange(\Settings.address.street, from: "", to: "Elm"))" == #"\.address.street = "Elm""#
        )
        #expect("\(StateChange(\Settings.shout, from: "", to: "A"))" == #"\.shout = "A""#)
        let action = Form.change(StateChange(\.name, from: "", to: "Blob"))
        #expect(String(reflecting: action).hasSuffix(#"Form.change(\.name = "Blob")"#))
    }

    @Test func `a change of a case prints the case, wherever the enum is`() {
        let ofScreen = PropertyChange<Settings, Int>(case: \.screen.page, from: 1, to: 2)
        #expect("\(ofScreen)" == #"\.screen.page = 2"#)
        #expect(
            "\(StateChange<Settings>(case: \.address.kind.flat, from: 1, to: 2))"
                == #"\.address.kind.flat = 2"#
        )
        #expect("\(PropertyChange<Screen, Int>(case: \.page, from: 1, to: 2))" == #"\.page = 2"#)
    }

    @Test func `without a name a change prints its key path as far as possible, and the value`() {
        #expect("\(StateChange(\Settings.unnamed, from: 1, to: 2))" == #"\Settings.unnamed = 2"#)
        #expect("\(StateChange(\Plain.count, from: 1, to: 2))" == #"\Plain.count = 2"#)
        #expect("\(PropertyChange<Plain, Int>(case: \.screen.page, from: 1, to: 2))" == #"\Plain.… = 2"#)
    }

    @Test(arguments: everyChange)
    func `a change equals the one that is decoded from its code, and does the same`(
        change: StateChange<Settings>
    ) throws {
        let decoded = try JSONDecoder().decode(StateChange<Settings>.self, from: JSONEncoder().encode(change))
        #expect(decoded == change)
        #expect(decoded.inverted() == change.inverted())
        var (one, other) = (Settings(), Settings())
        change.apply(to: &one)
        decoded.apply(to: &other)
        #expect(one == other && one != Settings())
    }

    @Test func `the code of a change is its field and both values`() throws {
        #expect(
            try code(StateChange(\Settings.stepCount, from: 10, to: 5))
                == #"{"field":"stepCount","from":10,"to":5}"#
        )
        #expect(
            try code(PropertyChange(\Settings.address.street, from: "", to: "Elm"))
                == #"{"field":"address.street","from":"","to":"Elm"}"#
        )
        #expect(
            try code(PropertyChange<Settings, Int>(case: \.screen.page, from: 1, to: 2))
                == #"{"field":"screen.page","from":1,"to":2}"#
        )
    }

    @Test func `changes of one type are decoded, too`() throws {
        let ofProperty = PropertyChange(\Settings.due, from: nil, to: 3)
        #expect(try decoded(PropertyChange<Settings, Int?>.self, code(ofProperty)) == ofProperty)
        let ofCase = PropertyChange<Settings, Int>(case: \.screen.page, from: 1, to: 2)
        #expect(try decoded(PropertyChange<Settings, Int>.self, code(ofCase)) == ofCase)
    }

    @Test(
        "the error for a value that cannot be decoded names the field and the reason",
        arguments: [
            (
                #"{"field":"steps","from":1,"to":2}"#,
                "Settings has no field “steps”, but “address”, “address.kind”, "
            ),
            (#"{"field":"stepCount","from":1,"to":"two"}"#, "Int"),
            (#"{"field":"stepCount","from":1}"#, "to"),
            (#"{"from":1,"to":2}"#, "field"),
            (#"{"field":"color","from":1,"to":2}"#, "the field “color” of "),
            (#"{"field":"color","from":1,"to":2}"#, "Color, which is not Codable, Equatable and Sendable"),
            (#"{"field":"safe.size","from":1,"to":2}"#, "is secret, and no value of Int stands for nothing"),
        ]
    )
    func undecodable(json: String, reason: String) {
        #expect { try decoded(StateChange<Settings>.self, json) } throws: { "\($0)".contains(reason) }
    }

    @Test func `a change of one type is not decoded from that of a field of another`() {
        #expect {
            try decoded(PropertyChange<Settings, Int>.self, #"{"field":"name","from":"","to":"a"}"#)
        } throws: { error in
            "\(error)".contains("the field “name” of ") && "\(error)".contains("PropertyChange<")
        }
    }

    @Test func `the error for a value that cannot be encoded names the field and the reason`() {
        #expect { try code(StateChange(\Settings.unnamed, from: 1, to: 2)) } throws: {
            "\($0)".contains(#"\Settings.unnamed has no name among the form fields of "#)
        }
        #expect { try code(StateChange(\Settings.color, from: Color(red: 1), to: Color(red: 2))) } throws: {
            "\($0)".contains("Color, which is not Codable, Equatable and Sendable")
        }
        #expect { try code(StateChange(\Settings.rows[0], from: 1, to: 2)) } throws: {
            "\($0)".contains("has no name among the form fields of ")
        }
    }

    @Test(
        arguments: [\Settings.password, \Settings.safe.code]
            as [any WritableKeyPath<Settings, String> & Sendable]
    )
    func `a secret is neither printed nor coded, and decoded as its placeholder`(
        property: any WritableKeyPath<Settings, String> & Sendable
    ) throws {
        let change = StateChange(property, from: "old1234", to: "new1234")
        var dumped = ""
        dump(Form.change(change), to: &dumped)
        let coded = try code(change)
        for text in ["\(change)", String(reflecting: Form.change(change)), dumped, coded] {
            #expect(!text.contains("1234") && text.contains("•••"))
        }
        #expect(try decoded(StateChange<Settings>.self, coded) == StateChange(property, from: "", to: ""))
    }

    @Test func `a dump shows the field and both values`() {
        var dumped = ""
        dump(StateChange(\Settings.stepCount, from: 10, to: 5), to: &dumped)
        #expect(dumped.contains(#"field: "\\.stepCount""#) || dumped.contains(#"field: "\.stepCount""#))
        #expect(dumped.contains("from: 10") && dumped.contains("to: 5"))
    }

    @Test func `of two fields with one name the first has it, and a diagnostic reports it`() throws {
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            #expect("\(StateChange(\Twice.first, from: 1, to: 2))" == #"\.number = 2"#)
            #expect("\(StateChange(\Twice.second, from: 1, to: 2))" == #"\Twice.second = 2"#)
        }
        #expect(recorder.identifiers == [.fieldNamedTwice])
        #expect(
            recorder.diagnostics.first?.message.contains("Twice gives the name “number” to two fields")
                == true
        )
    }

    @Test func `a property of the state's own type is not looked into again`() throws {
        let change = StateChange(\Mirrored.count, from: 1, to: 2)
        #expect("\(change)" == #"\.count = 2"#)
        #expect("\(StateChange(\Mirrored.reflection.count, from: 1, to: 2))" == #"\Mirrored.… = 2"#)
        #expect(try decoded(StateChange<Mirrored>.self, code(change)) == change)
    }
}

private let everyChange: [StateChange<Settings>] = [
    StateChange(\.name, from: "", to: "Blob"),
    StateChange(\.stepCount, from: 10, to: 5),
    StateChange(\.due, from: nil, to: 3),
    StateChange(\.address.street, from: "", to: "Elm"),
    StateChange(\.address, from: Address(), to: Address(street: "Oak")),
    StateChange(\.shout, from: "", to: "A"),
    StateChange(\.screen, from: .page(1), to: .closed),
    StateChange(case: \.screen.page, from: 1, to: 2),
    StateChange(case: \.address.kind.flat, from: 1, to: 2),
]

private func code(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func decoded<Value: Decodable>(_: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

private enum Form: Codable, Equatable, BindableAction {
    case change(StateChange<Settings>)
}

struct Settings: Equatable, Sendable, FormState {
    var name = ""
    var stepCount = 10
    var due: Int?
    var address = Address()
    var screen = Screen.page(1)
    var color = Color(red: 0)
    var rows = [1]
    var unnamed = 1
    @Secret var password = ""
    @Secret var safe = Safe()

    var shout: String {
        get { name.uppercased() }
        set { name = newValue.lowercased() }
    }

    static func addFormFields(to fields: inout FormFields<Self>) {
        fields.add("name", \.name)
        fields.add("stepCount", \.stepCount)
        fields.add("due", \.due)
        fields.add("address", \.address)
        fields.add("screen", \.screen)
        fields.add("color", \.color)
        fields.add("rows", \.rows)
        fields.add("shout", \.shout)
        fields.add(secret: "password", \.password)
        fields.add(secret: "safe", \.safe)
    }
}

struct Address: Codable, Equatable, Sendable, FormState {
    enum Kind: Codable, Equatable, Sendable, CasePathable, FormState {
        case house
        case flat(Int)

        struct AllCasePaths: Sendable {
            var flat: CasePath<Kind, Int> {
                CasePath(embed: { .flat($0) }) { if case .flat(let number) = $0 { number } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        static func addFormFields(to fields: inout FormFields<Self>) { fields.add(case: "flat", \.flat) }
    }

    var street = ""
    var kind = Kind.flat(1)

    static func addFormFields(to fields: inout FormFields<Self>) {
        fields.add("street", \.street)
        fields.add("kind", \.kind)
    }
}

enum Screen: Codable, Equatable, Sendable, CasePathable, FormState {
    case closed
    case page(Int)

    struct AllCasePaths: Sendable {
        var page: CasePath<Screen, Int> {
            CasePath(embed: { .page($0) }) { if case .page(let number) = $0 { number } else { nil } }
        }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    static func addFormFields(to fields: inout FormFields<Self>) { fields.add(case: "page", \.page) }
}

struct Color: Equatable, Sendable { var red: Int }

struct Safe: Equatable, Sendable, FormState {
    var code = ""
    var size = 0

    static func addFormFields(to fields: inout FormFields<Self>) {
        fields.add("code", \.code)
        fields.add("size", \.size)
    }
}

private struct Plain: Equatable, Sendable {
    var count = 1
    var screen = Screen.closed
}

private struct Twice: FormState {
    var first = 1
    var second = 1

    static func addFormFields(to fields: inout FormFields<Self>) {
        fields.add("number", \.first)
        fields.add("number", \.second)
    }
}

private struct Mirrored: FormState {
    var count = 1
    var reflection: Mirrored {
        get { Mirrored(count: -count) }
        set { count = -newValue.count }
    }

    static func addFormFields(to fields: inout FormFields<Self>) {
        fields.add("count", \.count)
        fields.add("reflection", \.reflection)
    }
}
