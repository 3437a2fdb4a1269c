// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The table of effects does the same as a list that is searched from its beginning, whatever happens.
@Suite(.timeLimit(.minutes(30)))
struct EffectMachineModelTests {}

extension EffectMachineModelTests {
    @Test func `all orders of a few beginnings, ends and cancellations`() {
        compareAll([
            .operation(identifier: 0), .whole(identifier: nil), .sequence, .named(0), .close, .end(0),
            .end(1),
            .cancel(identifier: 0, place: 0), .cancelOldest,
        ])
    }

    @Test func `all orders of the effects that a policy counts`() {
        let overflows: [EffectPolicy.Overflow] = [.queue, .queueLatest, .refuse, .cancelOldest]
        compareAll(
            overflows.map { .request(0, limit: 1, $0) } + [
                .request(0, limit: 2, .queue), .operation(identifier: nil), .close, .end(0), .cancelOldest,
            ]
        )
    }

    /// Tries four of some events in all orders and repetitions.
    private func compareAll(_ events: [EffectPair.Event]) {
        let count = events.count
        for number in 0..<count * count * count * count {
            let pair = EffectPair()
            var rest = number
            for _ in 0..<4 {
                pair.apply(events[rest % count])
                rest /= count
            }
            pair.finish()
            guard pair.differences.isEmpty, pair.isEmpty else {
                Issue.record("After \(pair.history): \(pair.differences)")
                return
            }
        }
    }

    @Test(arguments: 1...UInt64(amount(30, inDebug: 12)))
    func `a long life at random`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pair = EffectPair()
        for _ in 0..<400 {
            pair.apply(.random(using: &generator))
            guard pair.differences.isEmpty else {
                Issue.record("After \(pair.history.suffix(5)): \(pair.differences)")
                return
            }
        }
        if seed.isMultiple(of: 2) { pair.apply(.cancelAll) }
        pair.finish()
        #expect(pair.differences.isEmpty)
        #expect(pair.isEmpty, "An effect is left that nothing can end")
    }
}

/// A table and a list to which the same happens.
final class EffectPair {
    /// Something that happens.
    ///
    /// Effects and places are named by their position, modulo their number.
    enum Event {
        case operation(identifier: Int?)
        case whole(identifier: Int?)
        case sequence
        case named(Int)
        case request(Int, limit: Int, EffectPolicy.Overflow)
        /// A part that an effect does not wait for.
        case beside(Role)
        /// The current composition is complete.
        case close
        case enter(Int)
        case place(Int)
        case detach
        case end(Int)
        case cancel(identifier: Int, place: Int)
        case cancelPlace(Int)
        case cancelOldest
        case cancelAll

        /// The purpose of a part that an effect does not wait for.
        enum Role: CaseIterable {
            /// It ends with the effect.
            case clock
            /// The effect keeps its place in a policy until the part ends.
            case window
            case other
        }

        static func random(using generator: inout TributaryTestSupport.SeededGenerator) -> Event {
            func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
            let overflows: [EffectPolicy.Overflow] = [.queue, .queue, .queueLatest, .refuse, .cancelOldest]
            switch number(24) {
            case 0...4: return .operation(identifier: number(5) < 3 ? number(3) : nil)
            case 5: return .whole(identifier: number(2) == 0 ? number(3) : nil)
            case 6: return .sequence
            case 7: return .named(number(3))
            case 8, 9: return .request(number(2), limit: 1 + number(3), overflows[number(5)])
            case 10: return .beside(Role.allCases[number(3)])
            case 11, 12: return .enter(number(40))
            case 13: return .place(number(8))
            case 14: return number(4) == 0 ? .detach : .close
            case 15...19: return .end(number(10))
            case 20, 21: return .cancel(identifier: number(3), place: number(8))
            case 22: return number(3) == 0 ? .cancelPlace(1 + number(7)) : .cancelOldest
            default: return .end(0)
            }
        }
    }

    private var machine = EffectMachine()
    private var records: [Int: EffectRecord] = [:]

    /// The gates of waiting effects, with their numbers.
    private var gates: [ObjectIdentifier: Int] = [:]
    private var model = NaiveEffects()
    private let link = StateLink(ChildPlace(Lens(\Int.self), isAlwaysThere: true))
    private let root: EffectLifetime

    /// The pieces of state, each below the one at half its index; the first one is the whole.
    private let places: [EffectLifetime?]
    private(set) var differences: [String] = []
    private(set) var history: [Event] = []

    /// The effect of which the next one is a part, and the place where it begins.
    private var parent: Int?
    private var place = 0

    init() {
        root = EffectLifetime(of: Int.self)
        var places: [EffectLifetime?] = [nil]
        for index in 1..<8 {
            let parent = places[index / 2] ?? root
            places.append(link.lifetime(under: parent, element: index))
        }
        self.places = places
    }

    var isEmpty: Bool { machine.isEmpty && model.entries.isEmpty }

    func apply(_ event: Event) {
        history.append(event)
        // The parent has not ended.
        if let parent, model[parent]?.hasEnded != false { self.parent = nil }
        switch event {
        case .operation(let identifier): begin(.operation, identifier)
        case .whole(let identifier): parent = begin(.whole, identifier)
        case .sequence:
            parent = begin(.whole, nil)
            if let parent {
                records[parent]?.rest = [EffectOperation(), EffectOperation()]
                model[parent]?.steps = 2
            }
        case .named(let identifier): parent = begin(.named, identifier)
        case .request(let identifier, let limit, let overflow):
            request(identifier, .atMost(limit, whenFull: overflow))
        case .beside(let role): beside(role)
        case .enter(let index):
            let wholes = model.entries.filter { $0.kind != .operation && !$0.hasEnded }
            parent = index < wholes.count ? wholes[index].number : nil
            place = parent.flatMap { model[$0]?.place } ?? place
        case .place(let index): if parent == nil { place = index }
        case .close:
            if let parent { close(parent) }
            parent = nil
        case .detach:
            guard let parent, model[parent]?.isTold == true else { return }
            records[parent]?.isTold = false
            model[parent]?.isTold = false
            // A replacement in a waiting parent ends at once.
            if let above = model[parent]?.parent {
                doBoth {
                    [records] in
                    $0.endPart(of: records[above])
                } model: {
                    $0.endPart(of: above)
                }
            }
        case .end(let index):
            let operations = model.entries.filter { $0.kind == .operation }
            if index < operations.count { end(operations[index].number) }
        case .cancel(let identifier, let place):
            doBoth {
                [places] in
                $0.cancel(AnyHashable(identifier), within: places[place])
            } model: {
                $0.cancel(identifier, within: place)
            }
        case .cancelPlace(let place):
            doBoth { [places] table in
                places[place].map { table.cancel($0) }
            } model: {
                $0.cancel(place: place)
            }
        case .cancelOldest:
            guard let oldest = model.entries.first?.number else { return }
            doBoth {
                [records] in
                $0.cancel([oldest].compactMap { records[$0] })
            } model: {
                $0.cancel([oldest])
            }
        case .cancelAll:
            doBoth {
                $0.cancelAll()
            } model: {
                $0.cancelAll()
            }
        }
    }

    /// Ends all running effects, and resumes all waiting ones.
    func finish() {
        // The current composition is complete.
        for entry in model.entries where entry.kind != .operation { close(entry.number) }
        var count = 0
        while let operation = model.entries.first(where: { $0.kind == .operation }), count < 10_000 {
            count += 1
            end(operation.number)
        }
    }

    /// How many times each whole is held open by the test.
    private var held: Set<Int> = []

    private func close(_ number: Int) {
        guard held.remove(number) != nil else { return }
        doBoth {
            [records] in
            $0.endPart(of: records[number])
        } model: {
            $0.endPart(of: number)
        }
    }

    private func end(_ number: Int) {
        guard let record = records[number] else { return }
        doBoth {
            $0.end(record)
        } model: {
            $0.end(number)
        }
    }

    @discardableResult
    private func begin(_ kind: EffectRecord.Kind, _ identifier: Int?, isTold: Bool = true) -> Int {
        let above = parent
        // Another part waits for the end of this one.
        var isAwaited = false
        var next = above
        while let number = next, isTold {
            if model[number]?.kind != .named { isAwaited = true }
            next = model[number]?.parent
        }
        if let above, isTold {
            records[above]?.pending += 1
            model[above]?.pending += 1
        }
        var context = context
        context.isAwaited = isAwaited
        let record = EffectRecord(kind, in: context, under: identifier.map(AnyHashable.init), isTold: isTold)
        machine.begin(record)
        let number = record.order
        records[number] = record
        if kind != .operation { held.insert(number) }
        var entry = NaiveEffects.Entry(number: number, kind: kind, parent: above, place: place)
        (entry.identifier, entry.isAwaited, entry.isTold) = (identifier, isAwaited, isTold)
        model.entries.append(entry)
        compare()
        return number
    }

    private var context: EffectContext {
        EffectContext(parent: parent.flatMap { records[$0] }, place: places[place], cause: nil)
    }

    private func request(_ identifier: Int, _ policy: EffectPolicy) {
        let key = NaiveEffects.Key(identifier: identifier, place: place)
        let isFull = model.isFull(key)
        let record = EffectRecord(.whole, in: context, under: identifier)
        guard let waits = machine.request(record, policy) else {
            if !isFull || policy.overflow != .refuse { differences.append("refused") }
            return
        }
        if waits != (isFull && policy.overflow != .cancelOldest) { differences.append("waits: \(waits)") }
        let number = record.order
        if waits {
            let gate = EffectGroup()
            gates[ObjectIdentifier(gate)] = number
            record.gate = gate
        }
        records[number] = record
        if let parent {
            records[parent]?.pending += 1
            model[parent]?.pending += 1
        }
        held.insert(number)
        var entry = NaiveEffects.Entry(number: number, kind: .whole, parent: parent, place: place)
        entry.identifier = identifier
        model.entries.append(entry)
        model.count(number, key, policy)
        perform()
    }

    private func beside(_ role: Event.Role) {
        guard let parent, model[parent]?.kind == .whole else { return }
        let number = begin(.operation, nil, isTold: false)
        switch role {
        case .clock where model[parent]?.clock == nil:
            records[parent]?.clock = records[number]
            model[parent]?.clock = number
        case .window where model[parent]?.mayHaveWindow == true:
            records[parent]?.window = records[number]
            model[parent]?.window = number
        default: break
        }
    }

    private func doBoth(
        _ change: (inout EffectMachine) -> Void,
        model body: (inout NaiveEffects) -> Void
    ) {
        change(&machine)
        body(&model)
        perform()
    }

    /// Compares the commands of both, and continues sequences.
    private func perform() {
        let told = machine.takeCommands().compactMap { command -> NaiveEffects.Command? in
            switch command {
            case .cancel(let record): .cancel(record.order)
            case .open(let gate): gates[ObjectIdentifier(gate)].map { .open($0) }
            case .goOn(let record): .goOn(record.order)
            case .release: nil
            }
        }
        if told != model.commands { differences.append("\(told) instead of \(model.commands)") }
        model.commands = []
        compare()
        for case .goOn(let number) in told {
            guard let steps = model[number]?.steps else { continue }
            model[number]?.steps = steps - 1
            _ = records[number]?.rest.popFirst()
            // The next part is over at once.
            doBoth {
                [records] in
                $0.endPart(of: records[number])
            } model: {
                $0.endPart(of: number)
            }
        }
    }

    private func compare() {
        if machine.count != model.entries.count {
            differences.append("\(machine.count) instead of \(model.entries.count) records")
        }
        for entry in model.entries where records[entry.number]?.isActive != entry.isActive {
            differences.append("\(entry.number) is active: \(!entry.isActive)")
        }
        let running = model.entries.filter { $0.kind == .operation && !$0.isCancelled }.map(\.number)
        if machine.operations().map(\.order) != running {
            differences.append("Other operations run than \(running)")
        }
    }
}
