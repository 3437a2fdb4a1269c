// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore
package import TributaryLog

/// The stores that an inspector shows, and the pages that look at them.
package final class InspectorHub: Sendable {
    /// Something that pages list as a store.
    struct Slot: Sendable {
        let id: String
        let name: String
        let kind: StoreSummary.Kind
        let store: any InspectedStore

        /// Which copy of the store's history it is; `nil` for the store itself.
        let copy: String?

        func summary() async -> StoreSummary? { await store.summary(id, name, kind: kind, copy: copy) }
    }

    private struct State {
        var slots: [Slot] = []
        var count = 0
        var pages: [PageConnection] = []
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Identifies this start of the server, so that it recognizes pages of an earlier one.
    let run: String

    /// Called when the last store of the program is gone.
    private let lastEnded = Mutex<(@Sendable () -> Void)?>(nil)

    package init(run: String) { self.run = run }

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
            let isLiving = state.slots.first { $0.id == id }?.kind.isLiving ?? false
            let gone = state.slots.filter { $0.id == id || (isLiving && $0.copyOf == id) }.map(\.id)
            state.slots.removeAll { gone.contains($0.id) }
            let isLast = isLiving && !state.isEnded && !state.slots.contains(where: \.kind.isLiving)
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
        for slot in slots where slot.kind.isLiving { await slot.store.end() }
    }
}

extension InspectorHub.Slot {
    /// The store whose history it is a copy of.
    fileprivate var copyOf: String? { copy.map { String($0.prefix { $0 != "/" }) } }
}

// MARK: - Questions

extension InspectorHub {
    /// Answers a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - id: The store that it is about, as the answer to `hello` calls it.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    package func answer(_ question: Question, about id: String?) async throws -> Answer {
        if case .hello(let version, _) = question { return try await greet(version) }
        guard let slot = id.flatMap(slot) else { throw InspectorFault("There is no such store any more.") }
        var (question, name) = (question, "")
        // The page knows copies by their own names.
        switch question {
        case .drop: return try await drop(slot)
        case .compare(let number, let other?, let otherNumber, let limit):
            let compared = self.slot(other)
            guard compared?.copyOf == slot.copyOf ?? slot.id || compared?.id == slot.copyOf else {
                throw InspectorFault("Only histories of one store can be compared.")
            }
            question = .compare(
                number: number,
                other: compared?.copy,
                otherNumber: otherNumber,
                limit: limit
            )
        case .whatIf(let skip, let moves, let order, let insert, let replaced, let title):
            name = title ?? "\(slot.name), what if"
            question = .whatIf(
                skip: skip,
                moves: moves,
                order: order,
                insert: insert,
                replace: remove(copy: replaced),
                name: nil
            )
        case .minimize:
            name = "\(slot.name), minimized"
            // One at a time.
            for former in slots where former.name == name { _ = try await drop(former) }
        default: break
        }
        let new = makeID()
        let newCopy = "\(slot.copyOf ?? slot.id)/\(new)"
        let answer = try await slot.store.answer(question, about: slot.copy, newName: newCopy)
        switch answer {
        case .whatIf(_, let differs):
            add(Slot(id: new, name: name, kind: .whatIf, store: slot.store, copy: newCopy))
            return .whatIf(store: new, differs: differs)
        case .minimize(_, let kept, let number, let isComplete):
            add(Slot(id: new, name: name, kind: .whatIf, store: slot.store, copy: newCopy))
            return .minimize(store: new, kept: kept, number: number, complete: isComplete)
        default: return answer
        }
    }

    /// Indexes all stores in the background, for later questions.
    package func index() async { for slot in slots { await slot.store.index() } }

    private func greet(_ version: Int) async throws -> Answer {
        guard version == 2 else {
            throw InspectorFault("The page speaks another version of the protocol; load it again.")
        }
        var stores: [StoreSummary] = []
        for slot in slots {
            if let summary = await slot.summary() { stores.append(summary) }
        }
        return .hello(run: run, version: version, title: slots.first?.name ?? "", stores: stores)
    }

    /// Forgets a copy, and returns its name in its store.
    private func remove(copy id: String?) -> String? {
        guard let slot = id.flatMap(slot), let copy = slot.copy else { return nil }
        remove(slot.id)
        return copy
    }

    private func drop(_ slot: Slot) async throws -> Answer {
        guard !slot.kind.isLiving else {
            throw InspectorFault("A store of the program stays while the program has it.")
        }
        if let copy = slot.copy { await slot.store.drop(copy) }
        remove(slot.id)
        return .done
    }

    /// Reads the file of a session, or one that a journal exported.
    package func importSession(_ bytes: [UInt8], for id: String?) async throws -> String {
        let new = makeID()
        guard JournalHistory.isExport(bytes) else {
            let store = ReadHistory(try SessionFile.read(bytes))
            add(Slot(id: new, name: "Session \(new)", kind: .session, store: store, copy: nil))
            return new
        }
        guard let slot = id.flatMap(slot), slot.kind.isLiving else {
            throw InspectorFault("Select the store whose journal exported it, and import it there.")
        }
        let copy = "\(slot.id)/\(new)"
        let log: LogSession
        do { log = try LogSession(bytes: bytes) } catch {
            throw InspectorFault("The export cannot be read: \(error)")
        }
        try await slot.store.importLog(log, as: copy)
        add(Slot(id: new, name: "\(slot.name), exported", kind: .session, store: slot.store, copy: copy))
        return new
    }

    /// Reads the stores of a log of which no program is there.
    package func importLog(_ log: any ActionLog, at place: String) async throws {
        for name in try await log.names() {
            let store = ReadHistory(try await JournalHistory.read(log, name, at: place))
            add(Slot(id: makeID(), name: name, kind: .journal, store: store, copy: nil))
        }
    }
}
