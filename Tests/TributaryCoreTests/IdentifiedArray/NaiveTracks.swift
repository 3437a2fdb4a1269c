// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A naive implementation of `IdentifiedArray`: a plain array of pairs, searched from the front.
struct NaiveTracks: Equatable {
    struct Pair: Equatable {
        var key: Int
        var track: Track
    }

    var pairs: [Pair] = []

    var keys: [Int] { pairs.map(\.key) }
    var tracks: [Track] { pairs.map(\.track) }

    func position(of key: Int) -> Int? { pairs.firstIndex { $0.key == key } }

    subscript(key key: Int) -> Track? { position(of: key).map { pairs[$0].track } }

    mutating func insert(_ track: Track, at position: Int) {
        if self[key: track.id] == nil { pairs.insert(Pair(key: track.id, track: track), at: position) }
    }

    mutating func append(_ track: Track) { insert(track, at: pairs.count) }

    mutating func change(at position: Int, to track: Track) {
        pairs[position].track = track
        settle(at: position)
    }

    /// The rule for elements that changed their identifier.
    private mutating func settle(at position: Int) {
        let key = pairs[position].track.id
        guard key != pairs[position].key else { return }
        guard let other = self.position(of: key) else {
            pairs[position].key = key
            return
        }
        guard pairs[other].track.id != key else { return }
        pairs[other].key = pairs[position].key
        pairs[position].key = key
        settle(at: other)
    }

    mutating func set(_ key: Int, to track: Track?) {
        switch (position(of: key), track) {
        case (let position?, let track?): change(at: position, to: track)
        case (let position?, nil): pairs.remove(at: position)
        case (nil, let track?): append(track)
        case (nil, nil): break
        }
    }

    mutating func remove(at positions: Set<Int>) {
        pairs = pairs.enumerated().filter { !positions.contains($0.offset) }.map(\.element)
    }

    mutating func move(_ source: Set<Int>, to destination: Int) {
        let moving = source.sorted().map { pairs[$0] }
        let start = destination - source.count { $0 < destination }
        remove(at: source)
        pairs.insert(contentsOf: moving, at: start)
    }

    mutating func replace(_ range: Range<Int>, with tracks: [Track]) {
        let behind = pairs[range.upperBound...]
        pairs.removeSubrange(range.lowerBound...)
        for track in tracks where !behind.contains(where: { $0.key == track.id }) { append(track) }
        pairs += behind
    }
}
