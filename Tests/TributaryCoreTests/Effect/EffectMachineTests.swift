// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The table of effects is pure: it returns which effects to cancel, to open, and to continue, and starts
/// nothing.
@Suite(.timeLimit(.minutes(30)))
struct EffectMachineTests {
    private let root = EffectLifetime(of: Int.self)
    private let links = (
        StateLink(ChildPlace(Lens(\Int.self), isAlwaysThere: true)),
        StateLink(ChildPlace(Lens(\Int.self), isAlwaysThere: true))
    )
    private var machine = EffectMachine()
    /// The names of effects, and of the gates of those that wait.
    private var names: [ObjectIdentifier: String] = [:]
}

extension EffectMachineTests {
    private func child(of parent: EffectLifetime, _ link: StateLink, element: Int? = nil) -> EffectLifetime {
        link.lifetime(under: parent, element: element.map(AnyHashable.init))
    }

    @discardableResult
    private mutating func begin(
        _ name: String,
        _ kind: EffectRecord.Kind = .operation,
        in parent: EffectRecord? = nil,
        at place: EffectLifetime? = nil,
        id: AnyHashable? = nil,
        isAwaited: Bool = false
    ) -> EffectRecord {
        let context = EffectContext(parent: parent, isAwaited: isAwaited, place: place, cause: nil)
        let record = EffectRecord(kind, in: context, under: id)
        names[ObjectIdentifier(record)] = name
        machine.begin(record)
        return record
    }

    /// The commands since the last call, in words.
    private mutating func takeCommands() -> [String] {
        machine.takeCommands().compactMap { command in
            switch command {
            case .cancel(let record): names[ObjectIdentifier(record)].map { "cancel \($0)" }
            case .open(let gate): names[ObjectIdentifier(gate)].map { "open \($0)" }
            case .goOn: "go on"
            case .release: nil
            }
        }
    }

    /// Requests the start of an effect; the gate of a waiting one has its name.
    private mutating func request(_ name: String, _ policy: EffectPolicy) -> EffectRecord? {
        let record = EffectRecord(.whole, in: EffectContext(cause: nil), under: "id")
        guard let waits = machine.request(record, policy) else { return nil }
        guard waits else { return record }
        let gate = EffectGroup()
        names[ObjectIdentifier(gate)] = name
        record.gate = gate
        return record
    }

    @Test mutating func `effects are numbered in the order in which they begin`() {
        let numbers = (1...3).map { begin("\($0)") }
        machine.end(numbers[1])
        let next = begin("next")
        #expect((numbers + [next]).map(\.order) == [1, 2, 3, 4])
        #expect(!numbers[1].isActive && next.isActive)
        #expect(takeCommands() == [])
    }

    @Test mutating func `an identifier belongs to the child that uses it, and to its parents`() {
        let first = child(of: root, links.0, element: 1)
        let second = child(of: root, links.0, element: 2)
        let nested = child(of: first, links.1)
        for (name, place) in [("root", nil), ("first", first), ("second", second), ("nested", nested)] {
            begin(name, at: place, id: "x")
        }
        machine.cancel("x", within: second)
        #expect(takeCommands() == ["cancel second"])
        machine.cancel("x", within: first)
        #expect(takeCommands() == ["cancel first", "cancel nested"])
        machine.cancel("x", within: nil)
        #expect(takeCommands() == ["cancel root"])
        #expect(machine.isEmpty)
    }

    @Test mutating func `the end of a place cancels everything in it and below`() {
        let row = child(of: root, links.0, element: 1)
        let nested = child(of: row, links.1)
        let other = child(of: root, links.0, element: 2)
        for (name, place) in [("nested", nested), ("row", row), ("other", other), ("root", nil)] {
            begin(name, at: place)
        }
        machine.cancel(row)
        #expect(takeCommands() == ["cancel nested", "cancel row"])
        #expect(machine.count == 2)
    }

    @Test mutating func `places without running effects are removed`() {
        var numbers: [EffectRecord] = []
        var ended: [EffectLifetime] = []
        do {
            let nested = child(of: child(of: root, links.0, element: 1), links.1)
            numbers = (1...3).map { begin("\($0)", at: nested) }
            root.collectEnded(in: 0, into: &ended)
        }
        for number in [numbers[1], numbers[0], numbers[1]] { machine.end(number) }
        _ = takeCommands()
        root.removeEmptyGroups()
        #expect(!root.isSettled && machine.count == 1, "An effect ends once")
        #expect(numbers[2].place?.effects.count == 1, "A place keeps no ended effects")
        machine.end(numbers[2])
        _ = takeCommands()
        #expect(!root.isSettled, "The program's code is not called when an effect ends")
        root.removeEmptyGroups()
        #expect(root.isSettled && machine.isEmpty && ended.isEmpty)
    }

    @Test mutating func `a sequence continues when a part has ended, even if that was cancelled alone`() {
        let sequence = begin("sequence", .whole)
        sequence.rest = [EffectOperation()]
        let first = begin("first", in: sequence, id: "x", isAwaited: true)
        machine.cancel("x", within: nil)
        #expect(takeCommands() == ["cancel first"], "The operation has yet to return")
        machine.end(first)
        #expect(takeCommands() == ["go on"])
        sequence.rest = []
        machine.endPart(of: sequence)
        #expect(machine.isEmpty && takeCommands() == [])
    }

    @Test mutating func `a cancelled sequence does not continue, and ends with its part`() {
        let sequence = begin("sequence", .whole, id: "x")
        sequence.rest = [EffectOperation()]
        let first = begin("first", in: sequence, isAwaited: true)
        machine.cancel("x", within: nil)
        #expect(takeCommands() == ["cancel first"])
        #expect(!sequence.isActive && !machine.isEmpty)
        machine.end(first)
        #expect(machine.isEmpty && takeCommands() == [])
    }

    @Test mutating func `one that is refused is not registered`() {
        let first = request("first", .oldestWins)
        #expect(first != nil && request("second", .oldestWins) == nil)
        #expect(machine.count == 1)
        if let first { machine.endPart(of: first) }
        #expect(request("third", .oldestWins) != nil)
    }

    @Test mutating func `a window keeps the place of its effect until it is over`() {
        let first = request("first", .queue)
        _ = request("second", .queue)
        let context = EffectContext(parent: first, cause: nil)
        let window = EffectRecord(.operation, in: context, isTold: false)
        machine.begin(window)
        first?.window = window
        machine.endPart(of: first)
        #expect(takeCommands() == [] && machine.count == 3)
        machine.end(window)
        #expect(takeCommands() == ["open second"] && machine.count == 1)
    }

    @Test mutating func `of many waiting effects, each starts in its turn, however many were cancelled`() {
        let numbers = (0..<100).compactMap { request("\($0)", .queue) }
        for index in 1..<100 where index % 3 > 0 { machine.cancel([numbers[index]]) }
        #expect(takeCommands() == [])
        for index in stride(from: 0, to: 99, by: 3) {
            machine.endPart(of: numbers[index])
            #expect(takeCommands() == (index < 99 ? ["open \(index + 3)"] : []))
        }
        for number in numbers { machine.endPart(of: number) }
        #expect(machine.isEmpty)
    }

    @Test
    mutating func `cancelling an identifier cancels the effects that run under it, whichever have ended`() {
        let numbers = (0..<100).map { begin("\($0)", id: "id") }
        for index in 0..<100 where index % 3 > 0 { machine.end(numbers[index]) }
        let others = (0..<100).map { begin("other \($0)", id: "id") }
        for number in others.prefix(90) { machine.end(number) }
        machine.cancel("id", within: nil)
        let expected =
            (0..<100).filter { $0 % 3 == 0 }.map { "cancel \($0)" } + (90..<100).map { "cancel other \($0)" }
        #expect(takeCommands() == expected)
        #expect(machine.isEmpty)
    }

    @Test func `the end and the cancellation of effects that are nested deep need no stack`() {
        onSmallStack {
            for isCancelled in [false, true] {
                var machine = EffectMachine()
                var parent: EffectRecord?
                for level in 0..<100_000 {
                    let context = EffectContext(parent: parent, cause: nil)
                    let record = EffectRecord(level % 2 == 0 ? .whole : .named, in: context, under: level)
                    machine.begin(record)
                    parent = record
                }
                let context = EffectContext(parent: parent, isAwaited: true, cause: nil)
                let operation = EffectRecord(.operation, in: context)
                machine.begin(operation)
                if isCancelled { machine.cancel(0, within: nil) }
                machine.end(operation)
                #expect(machine.isEmpty)
            }
        }
    }
}

extension EffectMachine {
    var isEmpty: Bool { count == 0 }
}
