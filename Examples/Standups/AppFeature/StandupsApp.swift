// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsDetail
import StandupsEditForm
import StandupsHistory
package import StandupsList
package import StandupsModel
import StandupsRecord
package import StandupsStorage
package import Tributary

/// The app: the list, the pages over it, and the connection between them.
package struct StandupsApp: Reducer, Sendable {
    /// The actions of the app.
    @CasePathable
    package enum Action: Hashable, Sendable {
        case list(StandupList.Action)
        case path(StackAction<Page.Kept, Page.Action>)
        /// The stored standups were read.
        case loaded(IdentifiedArrayOf<Standup>)
        case saved
        case storageFailed(KeepingFailure)
        /// The user followed a link.
        case follow(String)
        case alert(Answer)
        /// The program is about to end; a running meeting is stored.
        case leave

        /// The user's answers to alerts.
        @CasePathable
        package enum Answer: Hashable, Sendable { case dismissed }
    }

    @Dependency(\.date) private var date
    @Dependency(\.standupKeeper) private var keeper
    @Dependency(\.uuid) private var uuid

    package init() {}

    /// The list and its pages.
    package var body: some Reducer<State, Action> {
        Scope(state: \.list, action: \.list) { StandupList() }
        Reduce { state, action in
            switch action {
            case .list(.output(.open(let id))):
                guard state.list.standups.contains(id: id) else { return .none }
                state.path.append(.detail(Detail.Page(id)))
            case .path(.element(let page, .detail(.output(let output)))): answer(output, of: page, &state)
            case .path(.element(let page, .record(.output(let output)))): answer(output, of: page, &state)
            case .loaded(let standups): return open(standups, &state)
            case .saved: state.wrote(successfully: true)
            case .storageFailed(let failure): return fail(failure, &state)
            case .follow(let text): return follow(text, &state)
            case .leave: leave(&state)
            case .list, .path, .alert: break
            }
            return .none
        }
        .forEach(
            stack: \.path,
            action: \.path,
            joining: State.pages,
            closedBy: \.record.output,
            \.detail.output.deleted
        ) { Page() }
        .clear(\.alert, on: \.alert)
        // Stores the list after any action.
        Update { state, _ in state.keepList() }
            .feedback(\.work, name: "storage") { [keeper] work, send in
                await Self.perform(work, keeper, send)
            }
    }

    private static func perform(_ work: Work, _ keeper: StandupKeeper, _ send: Send<Action>) async {
        switch work {
        case .read:
            do {
                await send(.loaded(try await keeper.load()))
            } catch {
                await send(.storageFailed(KeepingFailure(.load, error)))
            }
        case .write(let standups):
            do {
                try await keeper.save(standups: standups)
                await send(.saved)
            } catch {
                await send(.storageFailed(KeepingFailure(.save, error)))
            }
        }
    }

    private func answer(_ output: Detail.Action.Output, of page: StackElementID, _ state: inout State) {
        guard let id = state.path[id: page]?.standupID, let standup = state.list.standups[id: id] else {
            return
        }
        switch output {
        case .deleted: state.list.standups.remove(id: id)
        case .started(let isHeard):
            // When the answer to a request arrives, another page may be shown.
            guard state.path.ids.last == page else { return }
            state.path.append(.record(Record.State(standup, isHeard: isHeard)))
        case .openHistory(let meeting):
            guard state.path.ids.last == page else { return }
            state.path.append(.history(History.Page(id, shown: meeting)))
        }
    }

    private func answer(_ output: Record.Action.Output, of page: StackElementID, _ state: inout State) {
        guard let id = state.path[id: page]?.standupID else { return }
        if case .ended(let seconds, let transcript) = output {
            keep(seconds: seconds, transcript: transcript, of: id, &state)
        }
    }

    private func keep(seconds: Int, transcript: String, of id: Standup.ID, _ state: inout State) {
        let meeting = Meeting(id: uuid(), date: date.now, seconds: seconds, transcript: transcript)
        state.list.standups.modify(id: id) { _ = $0.meetings.insert(meeting, at: 0) }
    }

    private func leave(_ state: inout State) {
        guard let page = state.path.ids.last, case .record(let record)? = state.path[id: page] else { return }
        state.path.pop(from: page)
        guard record.seconds > 0 else { return }
        keep(seconds: record.seconds, transcript: record.transcript, of: record.standup.id, &state)
    }

    private func open(_ standups: IdentifiedArrayOf<Standup>, _ state: inout State) -> Effect<Action> {
        guard !state.isLoaded else { return .none }
        // Standups added during reading follow the stored ones.
        let added = state.list.standups.filter { !standups.contains(id: $0.id) }
        state.list.standups = standups
        state.list.standups.append(contentsOf: added)
        return begin(.kept(standups), &state)
    }

    private func fail(_ failure: KeepingFailure, _ state: inout State) -> Effect<Action> {
        state.alert = .storageFailed(failure)
        guard failure.operation == .load else {
            state.wrote(successfully: false)
            return .none
        }
        return begin(failure.keptAside == nil ? .unknown : .kept([]), &state)
    }

    private func begin(_ keeping: Keeping, _ state: inout State) -> Effect<Action> {
        state.keeping = keeping
        guard let link = state.pendingLink else { return .none }
        state.pendingLink = nil
        return .send(.follow(link))
    }

    private func follow(_ text: String, _ state: inout State) -> Effect<Action> {
        guard state.isLoaded else {
            state.pendingLink = text
            return .none
        }
        guard !state.isBusy else {
            state.alert = .busy
            return .none
        }
        guard let link = Link(text) else {
            state.alert = .noLink(text)
            return .none
        }
        guard let id = link.standup else {
            state.path.removeAll()
            return .send(.list(.add))
        }
        guard let standup = state.list.standups[id: id],
            link.meeting.map({ standup.meetings.contains(id: $0) }) ?? true
        else {
            state.alert = .missing(link)
            return .none
        }
        state.list.alert = nil
        state.path = [.detail(Detail.Page(id))]
        return go(on: link, state.path.ids[0], &state)
    }

    /// Navigates from the standup of a link to the linked page.
    private func go(on link: Link, _ page: StackElementID, _ state: inout State) -> Effect<Action> {
        switch link {
        case .new, .standup: .none
        case .edit: .send(.path(.element(id: page, action: .detail(.edit))))
        case .record: .send(.path(.element(id: page, action: .detail(.start))))
        case .history(_, let meeting):
            .send(.path(.element(id: page, action: .detail(.openHistory(meeting)))))
        }
    }
}
