// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reducers that are mounted on a machine, in order, with those apart that one case of the actions concerns.
///
/// It has no generic types, for the reason that `AttachmentList` gives.
struct MountTable {
    private struct Entry {
        weak var mount: Mount?
        let number: Int

        /// The reducer, unless it was dropped or replaced.
        var present: Mount? {
            guard let mount, !mount.isReplaced else { return nil }
            return mount
        }
    }

    /// Those that every action may concern.
    private var general: [Entry] = []

    /// Those that only the actions in one case concern, by its index.
    private var special: [Int: [Entry]] = [:]

    private var count = 0

    /// Where one has been dropped: at indices, and among those for every action.
    private var released: Set<Int?> = []

    var isEmpty: Bool { general.isEmpty && special.isEmpty }

    /// The titles of the mounted reducers, in order.
    var titles: [String] {
        (special.values.joined() + general).sorted { $0.number < $1.number }.compactMap { $0.present?.title }
    }

    /// The reducer that is mounted with a name.
    func mount(named name: String) -> Mount? {
        (special.values.joined() + general).lazy.compactMap(\.present).first { $0.name == name }
    }

    mutating func append(_ mount: Mount) {
        count += 1
        let entry = Entry(mount: mount, number: count)
        if let index = mount.caseIndex {
            special[index, default: []].append(entry)
        } else {
            general.append(entry)
        }
    }

    /// Whether there is something to forget.
    var hasReleased: Bool { !released.isEmpty }

    /// Marks that one was dropped, which was mounted for a case or for all.
    mutating func release(at index: Int?) { released.insert(index) }

    /// Forgets those that were dropped.
    mutating func removeReleased() {
        for case let index? in released {
            special[index]?.removeAll { $0.present == nil }
            if special[index]?.isEmpty == true { special[index] = nil }
        }
        if released.contains(nil) { general.removeAll { $0.present == nil } }
        released = []
    }

    mutating func removeAll() { self = MountTable() }

    /// Calls a closure with each one that an action in a case concerns and that is still kept, in order.
    ///
    /// - Parameters:
    ///   - index: The index of the case; with `nil`, only those that every action concerns.
    ///   - body: Is given the reducer.
    func forEach(at index: Int?, _ body: (Mount) -> Void) {
        let special = index.flatMap { self.special[$0] } ?? []
        var (first, second) = (0, 0)
        while first < general.count || second < special.count {
            let isGeneral =
                second == special.count
                || (first < general.count && general[first].number < special[second].number)
            let mount = isGeneral ? general[first].present : special[second].present
            if isGeneral { first += 1 } else { second += 1 }
            if let mount { body(mount) }
        }
    }
}

/// A reducer that is mounted.
class Mount {
    /// The index of the only case whose actions concern it; `nil` where any may.
    let caseIndex: Int?

    /// The effect that it returned for the current action, as an operation, until that begins.
    final var operation: EffectOperation?

    /// Whether another reducer with the same name took its place.
    final var isReplaced = false

    final let name: String?
    private let site: SourceSite

    init(caseIndex: Int?, name: String?, site: SourceSite) {
        self.caseIndex = caseIndex
        self.name = name
        self.site = site
    }

    /// Its name for readers, or the line of its `mount` if it has none.
    final var title: String { name ?? "\(site)" }
}
