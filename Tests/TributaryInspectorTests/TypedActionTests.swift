// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@testable import TributaryInspector

@Suite("Actions that are typed", .timeLimit(.minutes(30)))
struct TypedActionTests {
    private typealias Typed = TypedAction<Garden.Action>

    @Test(arguments: [
        ("grow", Garden.Action.grow),
        (".grow", .grow),
        ("grow()", .grow),
        ("add(by: 5)", .add(by: 5)),
        (" add( by:5 ) ", .add(by: 5)),
        (#"visit("Ada, \"the\" first")"#, .visit(#"Ada, "the" first"#)),
        (#"plant.rename(id: 2, "Oak")"#, .plant(.rename(id: 2, "Oak"))),
        (#"{"add":{"by":-3}}"#, .add(by: -3)),
        (#"grown([{"id": 1, "name": "a"}])"#, .grown([.init(id: 1, name: "a")])),
    ])
    func `are parsed as written`(text: String, action: Garden.Action) throws {
        #expect(try Typed.action(text) == action)
    }

    @Test func `can be taken from an action that was sent`() throws {
        let action = Garden.Action.plant(.rename(id: 2, "Oak"))
        #expect(try Typed.action(try #require(Typed.text(of: action))) == action)
        let owner = Garden.Action.moveIn(.init(name: "Ada", password: "tell-nobody"))
        #expect(Typed.text(of: owner) == nil)
    }

    @Test(arguments: [
        "", "   ", "add(by: )", "add(by: 5", "fly", "{\"add\":{}}", "{\"add\":", "add(by: \"x\")", "…",
    ])
    func `that are invalid are refused with the reason`(text: String) {
        let fault = #expect(throws: InspectorFault.self) { try Typed.action(text) }
        #expect(fault?.description.isEmpty == false)
    }

    @Test func `name the field that is wrong`() {
        let fault = #expect(throws: InspectorFault.self) { try Typed.action(#"{"add":{"by":"x"}}"#) }
        #expect(fault?.description == "This is no Action: Int was expected at add.by.")
    }

    @Test func `are refused if the action is not Codable`() {
        struct Silent {}
        let fault = #expect(throws: InspectorFault.self) { try TypedAction<Silent>.action("a") }
        #expect(fault?.description.contains("Declare it Codable") == true)
        #expect(TypedAction<Silent>.text(of: Silent()) == nil)
    }
}
