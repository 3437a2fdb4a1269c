// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms

@testable import TributaryInspector

@Suite("Session files of Redux DevTools", .timeLimit(.minutes(30)))
struct SessionFileTests {
    private struct State {
        var big = Int.max
        var ratio = Double.nan
        var far = -Double.infinity
        var count = 0
        @Secret var password = "tell-nobody"
        var names: [String: Int] = ["$jsan": 1]
    }

    private func makeHistory(_ count: Int) -> History<State, Garden.Action> {
        let history = History<State, Garden.Action>(
            base: State(),
            number: 0,
            limits: InspectorLimits(),
            makeReplayer: nil
        )
        for number in 1...max(1, count) where count > 0 {
            history.append(
                HistoryEntry(
                    number: number + 40,
                    cause: nil,
                    origin: .store,
                    action: number.isMultiple(of: 2) ? .add(by: number) : .plant(.rename(id: number, "x")),
                    turn: number,
                    time: 1_000 + number,
                    state: State(count: number)
                )
            )
        }
        return history
    }

    private func write(_ history: History<State, Garden.Action>, _ range: ClosedRange<Int>? = nil)
        async throws
        -> JSON
    {
        try JSON(parsing: await SessionFile.bytes(of: SessionFile.write(history, range)))
    }

    /// Every invariant that readers of the form rely on.
    private func check(_ session: JSON) throws {
        guard case .object(let actions)? = session["actionsById"] else { throw InspectorFault("no actions") }
        let staged = try #require(session["stagedActionIds"]?.integers)
        let computed = try #require(session["computedStates"]?.array)
        let skipped = try #require(session["skippedActionIds"]?.integers)
        let current = try #require(session["currentStateIndex"]?.integer)
        let next = try #require(session["nextActionId"]?.integer)
        let keys = try actions.list.map { try #require(Int($0.name)) }
        #expect(computed.count == staged.count)
        #expect(staged.first == 0 && Set(staged).count == staged.count)
        #expect(computed.allSatisfy { $0["state"] != nil })
        #expect(computed.indices.contains(current))
        #expect(Set(keys).isSuperset(of: staged))
        #expect(keys.allSatisfy { $0 < next })
        #expect(Set(staged).isSuperset(of: skipped) && !skipped.contains(0))
        #expect(session["actionsById"]?["0"]?["action"]?["type"] == "@@INIT")
        for (_, action) in actions.list.map({ ($0.name, $0.value) }) {
            #expect(action["type"] == "PERFORM_ACTION")
            #expect(action["action"]?["type"]?.string?.isEmpty == false)
            #expect(action["timestamp"]?.integer != nil)
            #expect(action["stack"]?.string?.hasPrefix("Error\n") != false)
        }
        #expect(session["committedState"] == computed[0]["state"])
        #expect(
            session["isLocked"] == false && session["isPaused"] == false && session["monitorState"] == [:]
        )
        for (index, id) in staged.enumerated() where skipped.contains(id) {
            #expect(computed[index] == computed[index - 1])
        }
    }

    @Test(arguments: [0, 1, 2, 30]) func `keep every invariant of the form`(count: Int) async throws {
        let session = try await write(makeHistory(count))
        try check(session)
        #expect(session["stagedActionIds"]?.array?.count == count + 1)
    }

    @Test func `have titles, payloads and states as other tools show them`() async throws {
        let session = try await write(makeHistory(2), 41...41)
        try check(session)
        let lifted = try #require(session["actionsById"]?["1"])
        #expect(lifted["action"]?["type"] == "plant/rename")
        #expect(lifted["action"]?["payload"]?["plant"]?["rename"]?["id"] == 1)
        #expect(lifted["action"]?["tributary"]?["number"] == 41)
        #expect(lifted["timestamp"] == 1_001)
        let state = try #require(session["computedStates"]?.array?.last?["state"])
        #expect(state["count"] == 1)
        #expect(state["password"] == "•••")
        // JavaScript would round it.
        #expect(state["big"]?.string == "\(Int.max)")
        #expect(state["ratio"] == ["$jsan": "n"])
        #expect(state["far"] == ["$jsan": "y"])
        // A key that only looks like the mark of a reader is renamed.
        #expect(state["names"] == ["$jsan_": 1])
        #expect(!session.text.contains("tell-nobody"))
    }

    @Test func `are read as they were written, with notes and omitted actions`() async throws {
        let history = makeHistory(5)
        history.notes[43] = "here"
        let bytes = try await SessionFile.bytes(of: SessionFile.write(history, nil))
        let read = try SessionFile.read(bytes)
        #expect(read.entries.map(\.number) == [1, 2, 3, 4, 5])
        #expect(read.entries.map { $0.state?["count"] } == [1, 2, 3, 4, 5])
        #expect(read.notes == [3: "here"])
        #expect(read.base["count"] == 0)
        // And written again: the actions are the same.
        let again = try JSON(parsing: await SessionFile.bytes(of: SessionFile.write(read, nil)))
        try check(again)
        #expect(again["computedStates"] == (try JSON(parsing: bytes))["computedStates"])
        #expect(again["actionsById"] == (try JSON(parsing: bytes))["actionsById"])
    }

    @Test func `are shown unchanged, and not reduced`() async throws {
        let read = try SessionFile.read(Array(Self.example.utf8))
        #expect(read.entries.map { $0.state?["count"] } == [1, 6])
        #expect(read.title(at: 1).title == "counter/increment")
        #expect(read.title(at: 1).detail == "payload: {1}")
        #expect(read.skipped == [2])
        #expect(read.entries[1].error == "it broke")
        guard case .difference(let changes, _) = try read.difference(1, nil, nil) else {
            Issue.record("It answered otherwise.")
            return
        }
        #expect(changes.first?.label == "count")
        await #expect(throws: InspectorFault.self) { _ = try await read.whatIf(skipping: [1]) }
    }

    @Test func `of the other form have actions and no states`() async throws {
        let text = #"{"payload":"[{\"type\":\"a\"},{\"type\":\"b\"}]","preloadedState":"{\"count\":3}"}"#
        let read = try SessionFile.read(Array(text.utf8))
        #expect(read.entries.count == 2)
        #expect(read.base == ["count": 3])
        #expect(try SessionFile.read(Array(#"[{"type":"a"}]"#.utf8)).entries.count == 1)
    }

    @Test(arguments: [
        ("", "The file is not whole, or no JSON: the text ends too early (at byte 0)."),
        (String(SessionFileTests.example.dropLast(40)), "The file is not whole"),
        ("PNG", "The file is not whole, or no JSON: a value was expected (at byte 0)."),
        (
            #"{"name":"package"}"#,
            "This is no session: it has no “actionsById”, and it is no list of actions."
        ),
        (#"{"actionsById":{}}"#, "This is no whole session"),
        (
            #"{"actionsById":{},"stagedActionIds":[0,1],"computedStates":[{}]}"#,
            "The session has 2 actions and 1 states; one each was expected."
        ),
        (
            #"{"actionsById":{},"stagedActionIds":[0,1],"computedStates":[{},{}]}"#,
            "The session has no action with the number 1, which is in its list."
        ),
        (
            #"{"actionsById":{"1":{"action":{"type":"a"}}},"stagedActionIds":[0,1,1],"computedStates":[{},{},{}]}"#,
            "The action 1 is in the list of the session twice."
        ),
        (#"{"payload":[1]}"#, "This is no session: an action has no “type”."),
        (#"{"payload":"[{"}"#, "The file is not whole: the text ends too early (at byte 2)."),
    ])
    func `that are invalid are refused with the reason`(text: String, complaint: String) {
        let fault = #expect(throws: InspectorFault.self) { try SessionFile.read(Array(text.utf8)) }
        #expect(fault?.description.hasPrefix(complaint) == true)
    }

    @Test func `that refer to themselves are shown as they are written`() async throws {
        let text = Self.example.replacing(
            #"{ "count": 1 }"#,
            with: #"{ "count": 1, "self": { "$jsan": "$" } }"#
        )
        let read = try SessionFile.read(Array(text.utf8))
        #expect(read.entries[0].state?["self"] == ["$jsan": "$"])
    }

    @Test func `that would be too large are not written`() async {
        let history = History<[Int], Int>(base: [], number: 0, limits: InspectorLimits(), makeReplayer: nil)
        let state = Array(repeating: 1, count: 6_000)
        for number in 1...2 {
            history.append(
                HistoryEntry(
                    number: number,
                    cause: nil,
                    origin: .store,
                    action: 0,
                    turn: 1,
                    time: 0,
                    state: state
                )
            )
        }
        await #expect(throws: InspectorFault.self) {
            try await SessionFile.write(history, nil, values: 10_000)
        }
    }

    private static let example = """
        {
          "actionsById": {
            "0": { "type": "PERFORM_ACTION", "action": { "type": "@@INIT" }, "timestamp": 1795225000000 },
            "1": { "type": "PERFORM_ACTION", "action": { "type": "counter/increment", "payload": { "by": 1 } },
                   "timestamp": 1795225000100, "stack": "Error\\n    at CounterFeature.reduce (CounterFeature.swift:42:9)" },
            "2": { "type": "PERFORM_ACTION", "action": { "type": "counter/increment", "payload": { "by": 5 } },
                   "timestamp": 1795225000200 }
          },
          "nextActionId": 3, "stagedActionIds": [0, 1, 2], "skippedActionIds": [2],
          "committedState": { "count": 0 }, "currentStateIndex": 2,
          "computedStates": [ { "state": { "count": 0 } }, { "state": { "count": 1 } },
                              { "state": { "count": 6 }, "error": "it broke" } ],
          "isLocked": false, "isPaused": false, "monitorState": {}
        }
        """
}
