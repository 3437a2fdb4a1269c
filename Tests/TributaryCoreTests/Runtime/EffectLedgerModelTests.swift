// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The ledger does the same as a list that is searched from its beginning, whatever happens.
@Suite(.timeLimit(.minutes(30)))
struct EffectLedgerModelTests {
    /// Everything the ledger knows, without any of its structure.
    private struct Model {
        struct Entry {
            let number: EffectNumber
            let identifiers: [AnyHashable]
            let place: Int
            var limit: AnyHashable?
            var isWaiting = false
        }
        var entries: [Entry] = []
        var limits: [Key: Int] = [:]
        struct Key: Hashable {
            let identifier: AnyHashable
            let place: Int
        }

        func running(_ key: Key) -> [Entry] {
            entries.filter { $0.limit == key.identifier && $0.place == key.place && !$0.isWaiting }
        }

        func waiting(_ key: Key) -> [Entry] {
            entries.filter { $0.limit == key.identifier && $0.place == key.place && $0.isWaiting }
        }

        /// Removes the oldest that run, one by one, until one that waits has its place.
        mutating func makeRoom(for number: EffectNumber, _ key: Key) -> EffectCommands {
            var commands = EffectCommands()
            while let oldest = running(key).first, waiting(key).contains(where: { $0.number == number }) {
                let next = remove { $0.number == oldest.number }
                commands.cancel += next.cancel
                commands.open += next.open
            }
            // Nothing is told of the one that asked, nor of those that began and were the oldest then.
            commands.open.removeAll { $0 == number || commands.cancel.contains($0) }
            return commands
        }

        /// Removes what is named, then fills what has become free.
        mutating func remove(_ isRemoved: (Entry) -> Bool) -> EffectCommands {
            let removed = entries.filter(isRemoved)
            entries.removeAll(where: isRemoved)
            var opened: [EffectNumber] = []
            for entry in removed {
                guard let identifier = entry.limit else { continue }
                let key = Key(identifier: identifier, place: entry.place)
                while running(key).count < limits[key] ?? 1, let next = waiting(key).first {
                    for index in entries.indices where entries[index].number == next.number {
                        entries[index].isWaiting = false
                    }
                    opened.append(next.number)
                }
            }
            return EffectCommands(cancel: removed.map(\.number), open: opened)
        }
    }

    private final class Link {}

    /// A tree of places: each is below the one at half its index.
    private func places(_ count: Int) -> (places: [EffectLifetime], link: Link) {
        let link = Link()
        var places = [EffectLifetime(parent: nil, key: nil)]
        for index in 1..<count {
            let parent = places[index / 2]
            let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: index)
            places.append(parent.child(key) { EffectLifetime(parent: parent, key: key) })
        }
        return (places, link)
    }

    private func isWithin(_ place: Int, _ other: Int) -> Bool {
        var place = place
        while place != other, place > 0 { place /= 2 }
        return place == other
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `the ledger does what its model does`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (places, link) = places(8)
        // Holds every place, so that its object stays the same when nothing runs in it.
        var ledger = EffectLedger()
        let holders = places.map { ledger.begin(identifiers: [], lifetime: $0) }
        var model = Model()
        model.entries = holders.enumerated().map { Model.Entry(number: $1, identifiers: [], place: $0) }
        for _ in 0..<400 {
            step(&ledger, &model, places, holders, &generator)
            #expect(ledger.count == model.entries.count)
            #expect(model.entries.allSatisfy { ledger.contains($0.number) })
        }
        let everything = ledger.cancelAll()
        #expect(everything == EffectCommands(cancel: model.entries.map(\.number)))
        places[0].removeEmptyPlaces()
        #expect(ledger.isEmpty && places[0].isEmpty)
        withExtendedLifetime(link) {}
    }

    private func step(
        _ ledger: inout EffectLedger,
        _ model: inout Model,
        _ places: [EffectLifetime],
        _ holders: [EffectNumber],
        _ generator: inout SeededGenerator
    ) {
        let place = Int.random(in: 0..<places.count, using: &generator)
        let identifier = AnyHashable(Int.random(in: 0..<3, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2:
            let identifiers = [identifier, AnyHashable("x")]
            let number = ledger.begin(identifiers: identifiers, lifetime: places[place])
            model.entries.append(Model.Entry(number: number, identifiers: identifiers, place: place))
        case 3...5:
            request(identifier, place, &ledger, &model, places, &generator)
        case 6, 7:
            let candidates = model.entries.map(\.number).filter { !holders.contains($0) }
            guard let number = candidates.randomElement(using: &generator) else { return }
            let commands = ledger.end(number)
            let expected = model.remove { $0.number == number }
            #expect(commands == EffectCommands(open: expected.open))
        case 8:
            let commands = ledger.cancel(identifier, within: places[place])
            let expected = model.remove {
                $0.identifiers.contains(identifier) && isWithin($0.place, place)
            }
            #expect(commands.cancel == expected.cancel)
            #expect(commands.open.sorted() == expected.open.sorted())
        default:
            // A piece of state goes away with everything but what holds the places.
            let candidates = model.entries.filter { !holders.contains($0.number) && $0.place == place }
            guard let number = candidates.randomElement(using: &generator)?.number else { return }
            let commands = ledger.cancel(number)
            let expected = model.remove { $0.number == number }
            #expect(commands == expected)
        }
    }

    private func request(
        _ identifier: AnyHashable,
        _ place: Int,
        _ ledger: inout EffectLedger,
        _ model: inout Model,
        _ places: [EffectLifetime],
        _ generator: inout SeededGenerator
    ) {
        let overflows: [EffectPolicy.Overflow] = [.queue, .queue, .queueLatest, .refuse, .cancelOldest]
        let overflow = overflows.randomElement(using: &generator) ?? .queue
        let limit = Int.random(in: 1...3, using: &generator)
        let admission = ledger.request(
            identifier,
            policy: .atMost(limit, whenFull: overflow),
            identifiers: [identifier],
            lifetime: places[place]
        )
        let key = Model.Key(identifier: identifier, place: place)
        if model.running(key).isEmpty { model.limits[key] = limit }
        let isFull = model.running(key).count >= model.limits[key] ?? 1
        guard let number = admission.number else {
            #expect(isFull && overflow == .refuse)
            return
        }
        var entry = Model.Entry(number: number, identifiers: [identifier], place: place, limit: identifier)
        entry.isWaiting = isFull && overflow != .cancelOldest
        switch admission {
        case .begins(_, let commands):
            entry.isWaiting = isFull
            model.entries.append(entry)
            #expect(commands == model.makeRoom(for: number, key))
        case .waits(_, let commands):
            #expect(isFull)
            let dropped = overflow == .queueLatest ? model.waiting(key).map(\.number) : []
            #expect(commands == EffectCommands(cancel: dropped))
            model.entries.removeAll { dropped.contains($0.number) }
            model.entries.append(entry)
        case .refused: break
        }
    }
}
