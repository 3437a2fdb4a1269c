// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// A collection and its naive model.
struct ModelledTracks {
    var array = Tracks()
    var model = NaiveTracks()

    /// Does one random change to both.
    mutating func change(using random: inout SeededGenerator) -> RandomChange {
        let change = RandomChange.allCases.randomElement(using: &random) ?? .append
        change.apply(to: &array, &model, using: &random)
        return change
    }
}

/// One random change, done to a collection and to its naive model alike.
enum RandomChange: CaseIterable {
    case append, appendSeveral, insert, updateOrAppend, setByID, setByPosition
    case changeOptional, changePosition, modify, clearOptional, rename, renameByPosition, renameOptional
    case removeID, removePosition, removeFirst, removeLast, removeFirstSeveral,
        removeLastSeveral
    case removeAll, removeWhere, removeOffsets, removeRange, replaceRange, filter
    case move, reverse, sort

    /// How many different identifiers there are: few, so that they collide.
    static let identifiers = 0..<14

    func apply(to array: inout Tracks, _ model: inout NaiveTracks, using random: inout SeededGenerator) {
        func key() -> Int { random.number(Self.identifiers) }
        func track(_ id: Int) -> Track { Track(id: id, title: String(random.next() % 1_000)) }
        func range(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let count = model.pairs.count
        let id = key()
        let new = track(id)
        let place = range(0...count)

        switch self {
        case .append:
            array.append(new)
            model.append(new)
        case .appendSeveral:
            let several = [track(key()), new, track(key())]
            array.append(contentsOf: several)
            several.forEach { model.append($0) }
        case .insert:
            array.insert(new, at: place)
            model.insert(new, at: place)
        case .updateOrAppend:
            array.updateOrAppend(new)
            model.set(id, to: new)
        case .setByID:
            let value = random.chance(30) ? nil : track(random.chance(20) ? key() : id)
            array[id: id] = value
            model.set(id, to: value)
        case .changeOptional:
            array[id: id]?.title = new.title
            if let position = model.position(of: id) { model.retitle(at: position, new.title) }
        case .modify:
            array.modify(id: id) { $0.title = new.title }
            if let position = model.position(of: id) { model.retitle(at: position, new.title) }
        case .clearOptional:
            func replace(_ track: inout Track?, by other: Track?) { track = other }
            let value = random.chance(50) ? nil : new
            replace(&array[id: id], by: value)
            model.set(id, to: value)
        case .rename:
            guard random.chance(25) else { return }
            let other = key()
            array.modify(id: id) { $0.id = other }
            if let position = model.position(of: id) { model.rename(at: position, other) }
        case .renameOptional:
            guard random.chance(25) else { return }
            let other = key()
            array[id: id]?.id = other
            if let position = model.position(of: id) { model.rename(at: position, other) }
        case .removeID:
            array.remove(id: id)
            model.set(id, to: nil)
        case .removeAll:
            guard random.chance(15) else { return }
            array.removeAll(keepingCapacity: random.chance(50))
            model.pairs = []
        case .removeWhere:
            guard random.chance(50) else { return }
            array.removeAll { $0.title.count == 2 }
            model.pairs.removeAll { $0.track.title.count == 2 }
        case .filter:
            guard random.chance(30) else { return }
            array = array.filter { $0.title.count != 2 }
            model.pairs = model.pairs.filter { $0.track.title.count != 2 }
        case .reverse:
            array.reverse()
            model.pairs.reverse()
        case .sort:
            array.sort { $0.title < $1.title }
            model.pairs.sort { $0.track.title < $1.track.title }
        case .removeOffsets, .move, .removeRange, .replaceRange, .removeFirstSeveral, .removeLastSeveral:
            applyToSeveral(&array, &model, using: &random)
        case .setByPosition, .changePosition, .renameByPosition, .removePosition, .removeFirst, .removeLast:
            if count > 0 { applyByPosition(&array, &model, using: &random) }
        }
    }

    private func applyToSeveral(
        _ array: inout Tracks,
        _ model: inout NaiveTracks,
        using random: inout SeededGenerator
    ) {
        let count = model.pairs.count
        let lower = Int.random(in: 0...count, using: &random)
        let upper = Int.random(in: lower...min(count, lower + 3), using: &random)
        let offsets = (0..<count).filter { _ in random.chance(20) }.shuffled(using: &random)
        switch self {
        case .removeOffsets:
            array.remove(atOffsets: offsets + offsets.prefix(1))
            model.remove(at: Set(offsets))
        case .move:
            array.move(fromOffsets: offsets, toOffset: lower)
            model.move(Set(offsets), to: lower)
        case .removeRange:
            array.removeSubrange(lower..<upper)
            model.pairs.removeSubrange(lower..<upper)
        case .removeFirstSeveral:
            array.removeFirst(upper - lower)
            model.pairs.removeFirst(upper - lower)
        case .removeLastSeveral:
            array.removeLast(upper - lower)
            model.pairs.removeLast(upper - lower)
        default:
            let new = (0..<3).map { _ in
                Track(id: random.number(Self.identifiers), title: "\(random.next() % 100)")
            }
            array.replaceSubrange(lower..<upper, with: new)
            model.replace(lower..<upper, with: new)
        }
    }

    private func applyByPosition(
        _ array: inout Tracks,
        _ model: inout NaiveTracks,
        using random: inout SeededGenerator
    ) {
        let position = random.number(0..<model.pairs.count)
        let title = String(random.next() % 1_000)
        let id = random.chance(90) ? model.pairs[position].track.id : random.number(Self.identifiers)
        switch self {
        case .setByPosition:
            array[position] = Track(id: id, title: title)
            model.change(at: position, to: Track(id: id, title: title))
        case .changePosition:
            array[position].title = title
            model.retitle(at: position, title)
        case .renameByPosition:
            array[position].id = id
            model.rename(at: position, id)
        case .removePosition:
            array.remove(at: position)
            model.remove(at: [position])
        case .removeFirst:
            array.removeFirst()
            model.remove(at: [0])
        default:
            array.removeLast()
            model.pairs.removeLast()
        }
    }
}

extension NaiveTracks {
    fileprivate mutating func retitle(at position: Int, _ title: String) {
        var track = pairs[position].track
        track.title = title
        change(at: position, to: track)
    }

    fileprivate mutating func rename(at position: Int, _ id: Int) {
        var track = pairs[position].track
        track.id = id
        change(at: position, to: track)
    }
}
