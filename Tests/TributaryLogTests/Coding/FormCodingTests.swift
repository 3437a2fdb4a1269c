// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms

@testable import TributaryLog

/// A case with the change of a form, inside of actions that a journal writes.
@Suite("A form's action in a log", .timeLimit(.minutes(30)))
struct FormCodingTests {
    @Test func `is read as it was written`() throws {
        let actions: [Form.Action] = [
            .change(StateChange(\.name, from: "", to: "Blob")),
            .change(StateChange(\.size, from: 1, to: 2)),
            .rename(PropertyChange(\.name, from: "Blob", to: "Ann")),
        ]
        let entries = actions.map { JournalEntry(action: $0, time: LogTime(milliseconds: 0), cause: nil) }
        let coding = CommitCoding<Form.Action>()
        let read = try coding.decode(commit(coding.encode(entries), count: 3)).map(\.action)
        #expect(read == actions)
        var (state, replayed) = (Form.State(), Form.State())
        for action in actions { Form.reduce(&state, action) }
        for action in read.compactMap(\.self) { Form.reduce(&replayed, action) }
        #expect(replayed == state && state == Form.State(name: "Ann", size: 2))
    }

    @Test func `is read under the new name of its field`() throws {
        let old = #"{"change":{"_0":{"field":"title","from":"","to":"Blob"}}}"#
        let change = StateChange<Form.State>(\.name, from: "", to: "Blob")
        #expect(try read(old, version: 1) == [.change(change)])
    }

    @Test func `has no secret in it`() throws {
        let action = Form.Action.change(StateChange(\.password, from: "old1234", to: "new1234"))
        let entry = JournalEntry(action: action, time: LogTime(milliseconds: 0), cause: nil)
        let coding = CommitCoding<Form.Action>()
        let written = try coding.encode([entry])
        #expect(!String(decoding: written, as: UTF8.self).contains("1234"))
        #expect(
            try coding.decode(commit(written, count: 1)).map(\.action)
                == [.change(StateChange(\.password, from: "", to: ""))]
        )
    }

    @Test(
        "is refused with a reason",
        arguments: [
            (
                #"{"field":"titel","from":"","to":"a"}"#,
                "State has no field “titel”, but “name”, “password”, “size” at change._0.field"
            ),
            (#"{"field":"size","from":1,"to":"a"}"#, "a Int was expected at change._0.to"),
            (#"{"field":"size","from":1}"#, "“to” is missing at change._0"),
        ]
    )
    func undecodable(change: String, reason: String) {
        #expect {
            try read(#"{"change":{"_0":\#(change)}}"#, version: 2)
        } throws: { error in
            "\(error)".contains("Entry 5 of “form” cannot be read") && "\(error)".contains(reason)
        }
    }

    private func read(_ action: String, version: Int) throws -> [Form.Action?] {
        let versions = version == 1 ? "" : #""v":{"":\#(version)},"#
        let contents = Array(#"{\#(versions)"e":[{"a":\#(action),"t":1}]}"#.utf8)
        return try CommitCoding<Form.Action>().decode(commit(contents, count: 1)).map(\.action)
    }

    private func commit(_ contents: [UInt8], count: Int) -> LogCommit {
        let time = LogTime(milliseconds: 0)
        return LogCommit(name: "form", sequence: 5, count: count, time: time, contents: contents)
    }
}

enum Form {
    struct State: Codable, Equatable, Sendable, FormState {
        var name = ""
        var size = 1
        @Secret var password = ""

        static func addFormFields(to fields: inout FormFields<Self>) {
            fields.add("name", \.name)
            fields.add("size", \.size)
            fields.add(secret: "password", \.password)
        }
    }

    enum Action: BindableAction, Equatable, Journaled {
        case change(StateChange<State>)
        case rename(PropertyChange<State, String>)

        static var coding: ActionCoding<Self> {
            .version(2).upgraded(\.change, in: 2) { fields in
                if fields["_0"]?["field"] == "title" { fields["_0"]?["field"] = "name" }
            }
        }

        struct AllCasePaths {
            var change: CasePath<Action, StateChange<State>> {
                CasePath(named: "change", embed: { .change($0) }) {
                    if case .change(let change) = $0 { change } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    static func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .change(let change): change.apply(to: &state)
        case .rename(let change): change.apply(to: &state)
        }
    }
}
