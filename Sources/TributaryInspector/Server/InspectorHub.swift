// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// The stores that an inspector shows, and the pages that look at them.
final class InspectorHub: Sendable {
    /// Something that pages list as a store.
    struct Slot: Sendable {
        let id: String
        let name: String
        let kind: String
        let store: any InspectedStore

        /// Which copy of the store's history it is; `nil` for the store itself.
        let copy: String?

        var isLiving: Bool { kind == "store" || kind == "actor" }

        func summary() async -> JSON? { await store.summary(id, name, kind: kind, copy: copy) }
    }

    private struct State {
        var slots: [Slot] = []
        var count = 0
        var pages: [PageConnection] = []
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Tells pages of this start of the server from others.
    let run: String

    /// Called when the last store of the program is gone.
    private let lastEnded = Mutex<(@Sendable () -> Void)?>(nil)

    init(run: String) { self.run = run }

    func onLastEnd(_ body: @escaping @Sendable () -> Void) { lastEnded.withLock { $0 = body } }

    var slots: [Slot] { state.withLock { $0.slots } }

    func slot(_ id: String) -> Slot? { state.withLock { state in state.slots.first { $0.id == id } } }

    func makeID() -> String {
        state.withLock {
            $0.count += 1
            return "s\($0.count)"
        }
    }

    func add(_ slot: Slot) {
        state.withLock { $0.slots.append(slot) }
        mark(slot.id)
    }

    /// Forgets a store, and the copies of its history.
    func remove(_ id: String) {
        let (gone, pages, isLast) = state.withLock { state in
            let isLiving = state.slots.first { $0.id == id }?.isLiving ?? false
            let gone = state.slots.filter { $0.id == id || (isLiving && $0.copyOf == id) }.map(\.id)
            state.slots.removeAll { gone.contains($0.id) }
            let isLast = isLiving && !state.isEnded && !state.slots.contains(where: \.isLiving)
            if isLast { state.isEnded = true }
            return (gone, state.pages, isLast)
        }
        for page in pages { page.didRemove(gone) }
        if isLast { lastEnded.withLock { $0.take() }?() }
    }

    /// Something is new in a store; called on its actor.
    func mark(_ id: String) { for page in state.withLock({ $0.pages }) { page.mark(id) } }

    func connect(_ page: PageConnection) { state.withLock { $0.pages.append(page) } }

    func disconnect(_ page: PageConnection) { state.withLock { $0.pages.removeAll { $0 === page } } }

    /// How many pages look.
    var pageCount: Int { state.withLock { $0.pages.count } }

    /// Looks at no store any more.
    func end() async {
        let slots = state.withLock { state in
            state.isEnded = true
            return state.slots
        }
        for slot in slots where slot.isLiving { await slot.store.end() }
    }
}

extension InspectorHub.Slot {
    /// The store whose history it is a copy of.
    fileprivate var copyOf: String? { copy.map { String($0.prefix { $0 != "/" }) } }
}

// MARK: - Questions

extension InspectorHub {
    /// Answers a question of a page.
    func answer(_ request: JSON) async throws -> JSON {
        guard let id = request["store"]?.string, let slot = slot(id) else {
            throw InspectorFault("There is no such store any more.")
        }
        if request["ask"]?.string == "drop" { return try await drop(slot) }
        var request = request
        // The page knows copies by their own names.
        for name in ["other", "replace"] {
            guard let other = request[name]?.string.flatMap(self.slot) else { continue }
            guard name != "other" || other.copyOf == (slot.copyOf ?? slot.id) || other.id == slot.copyOf
            else {
                throw InspectorFault("Only histories of one store can be compared.")
            }
            request[name] = .string(other.copy ?? "")
            if name == "replace" { remove(other.id) }
        }
        let new = makeID()
        let newCopy = "\(slot.copyOf ?? slot.id)/\(new)"
        let answer = try await slot.store.answer(request, about: slot.copy, newName: newCopy)
        guard request["ask"]?.string == "whatIf" else { return answer }
        let name = request["name"]?.string ?? "\(slot.name), what if"
        add(Slot(id: new, name: name, kind: "whatif", store: slot.store, copy: newCopy))
        return answer.with("store", .string(new))
    }

    private func drop(_ slot: Slot) async throws -> JSON {
        guard !slot.isLiving else {
            throw InspectorFault("A store of the program stays while the program has it.")
        }
        if let copy = slot.copy { await slot.store.drop(copy) }
        remove(slot.id)
        return [:]
    }

    /// Reads the file of a session, or what a journal exported.
    func importSession(_ bytes: [UInt8], for id: String?) async throws -> String {
        let new = makeID()
        guard JournalExport.isOne(bytes) else {
            add(
                Slot(
                    id: new,
                    name: "Session \(new)",
                    kind: "session",
                    store: try ReadSession(bytes),
                    copy: nil
                )
            )
            return new
        }
        guard let slot = id.flatMap(slot), slot.isLiving else {
            throw InspectorFault("Select the store whose journal exported it, and import it there.")
        }
        let copy = "\(slot.id)/\(new)"
        try await slot.store.importJournal(bytes, as: copy)
        add(Slot(id: new, name: "\(slot.name), exported", kind: "session", store: slot.store, copy: copy))
        return new
    }
}
