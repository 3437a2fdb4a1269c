// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 1 and 2, for every shell around a machine.
@Suite(.timeLimit(.minutes(30)))
struct ShellTurnLawTests {
    @Test(arguments: ShellKind.allCases) func `law 1: what is sent during a turn waits behind what waits`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        await shell.send(contentsOf: [.follow(["c", "d"]), .write("a"), .write("b")])
        #expect(await shell.state.entries == ["start", "a", "b", "c", "d"])
    }

    @Test(arguments: ShellKind.allCases) func `law 1: follow-up actions use constant stack`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        await shell.send(.left(1))
        await shell.send(.countDown(100_000))
        #expect(await shell.state.left == 0)
    }

    @Test(arguments: ShellKind.allCases) func `law 1: sending inside a reducer queues`(
        kind: ShellKind
    ) async {
        let inside = Diary.Inside()
        let shell = await kind.make(Diary(inside: inside))
        inside.call { [unowned shell] in shell.sendInside(.write("inner")) }
        await shell.send(contentsOf: [.intrude, .write("waiting")])
        #expect(await shell.state.entries == ["begins", "ends", "waiting", "inner"])
    }

    @Test(arguments: ShellKind.allCases)
    func `law 2: reducers, then the listeners in order, then the next action`(kind: ShellKind) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = [
            await shell.onAction { [unowned shell] record in
                heard.append("first hears \(record.action) with \(record.state.entries.count)")
                if record.action == .write("a") { shell.sendInside(.write("last")) }
            },
            await shell.onAction { heard.append("second hears \($0.action)") },
        ]
        await shell.send(contentsOf: [.write("a"), .write("b")])
        #expect(
            heard.all == [
                #"first hears write("a") with 1"#, #"second hears write("a")"#,
                #"first hears write("b") with 2"#, #"second hears write("b")"#,
                #"first hears write("last") with 3"#, #"second hears write("last")"#,
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: ShellKind.allCases) func `law 2: listeners hear before observers, and of each action`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = [
            await shell.observe(\.left) { heard.append("left \($0)") },
            await shell.onAction { heard.append("\($0.action)") },
        ]
        await shell.send(.both)
        #expect(heard.all == ["left 0", "both", "left(1)", "right(1)", "left 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: [ShellKind.machine, .storeActor])
    func `an endless turn is reported at its ten thousandth action, drops nothing, and ends when closed`(
        kind: ShellKind
    ) async {
        let recorder = DiagnosticRecorder()
        let closer = Diary.Inside()
        let shell = await kind.make(
            reporter: DiagnosticReporter { diagnostic in
                recorder.reporter.report(diagnostic)
                if diagnostic.identifier == .endlessTurn { closer() }
            }
        )
        closer.call { [unowned shell] in shell.closeInside() }
        await shell.send(.goOn)
        #expect(recorder.diagnostics.first?.identifier == .endlessTurn)
        #expect(recorder.diagnostics.first?.action == "TributaryTestSupport.Diary.Action.goOn")
        // The first action of the turn is not counted as a follow-up; none between was lost.
        #expect(await shell.state.left == 10_001)
    }

    @Test func `an endless turn is reported at each tenfold, so that a console can be read`() {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: 0) {
            Reduce { (count: inout Int, action: String) in
                count += 1
                return count < 1_000_001 ? .send(action) : .none
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        machine.send("again")
        #expect(machine.state == 1_000_001)
        #expect(recorder.identifiers == [.endlessTurn, .endlessTurn, .endlessTurn])
        #expect(recorder.diagnostics.allSatisfy { $0.action == "\"again\"" })
        let counts = recorder.diagnostics.map { $0.message.split(separator: " ").compactMap { Int($0) } }
        #expect(counts == [[10_000], [100_000], [1_000_000]])
    }

    @Test func `a group is no endless turn, however large it is`() {
        let recorder = DiagnosticRecorder()
        let machine = Machine(initialState: 0) {
            Update { (count: inout Int, _: String) in count += 1 }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        machine.send(contentsOf: repeatElement("once", count: 30_000))
        #expect(machine.state == 30_000)
        #expect(recorder.identifiers == [])
    }
}
