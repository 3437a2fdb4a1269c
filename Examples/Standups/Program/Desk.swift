// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsAppFeature
import StandupsDetail
import StandupsEditForm
import StandupsHistory
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsSpeech
import StandupsStorage
import Tributary

/// The app as a person controls it, by lines or by keys: commands become actions, the state becomes a scene.
@MainActor
final class Desk {
    /// The result of a command, in addition to the scene.
    enum Answer: Equatable {
        case done
        /// It is not possible now; the reason in one sentence.
        case refused(String)
    }

    let store: StoreOf<StandupsApp>
    /// The last request to the system, which takes a moment.
    private var request: StoreTask?

    /// Makes an app that shows its list, and reads the stored standups.
    ///
    /// - Parameters:
    ///   - keeper: The storage of the standups.
    ///   - speech: The speech to record.
    ///   - clock: The clock of meetings; `nil` for the real time.
    ///   - reporter: Receives the diagnostics of the library.
    ///   - dependencies: Sets further dependencies.
    init(
        keeper: StandupKeeper,
        speech: ScriptedSpeech,
        clock: (any Clock<Duration> & Sendable)? = nil,
        reporter: DiagnosticReporter = .current,
        dependencies: (inout Dependencies) -> Void = { _ in }
    ) {
        store = Store(initialState: StandupsApp.State()) {
            StandupsApp()
        } dependencies: {
            $0.diagnosticReporter = reporter
            if let clock { $0.clock = clock }
            $0.speech = speech.speechClient(clock: $0.clock)
            $0.settings = speech.settingsClient
            $0.standupKeeper = keeper
            dependencies(&$0)
        }
    }

    /// The current scene.
    var scene: Scene { Scene(store.state) }

    /// Stores everything, including a running meeting, and closes the app.
    func close() async {
        // Alerts after this point are new.
        if store.alert != nil { store.send(.alert(.dismissed)) }
        store.send(.leave)
        await storageRests()
        lastWords = store.alert.map { "\($0.title) \($0.message ?? "")" }
        store.close()
    }

    /// The reason why the last changes were not stored, to print after the screen has closed.
    private(set) var lastWords: String?

    /// Waits until all requested work is done, except for meetings, which take their time.
    func settle() async {
        await request?.finish()
        request = nil
        for await isAsking in store.values(\.isAskingPermission) where !isAsking { break }
        await storageRests()
    }

    private func storageRests() async {
        for await isWorking in store.values(\.isWorking) where !isWorking { break }
    }

    /// The number of tasks that wait for the clock.
    var sleeperCount: Int {
        guard case .record(let record)? = store.path.last else { return 0 }
        return (record.runningClock == nil ? 0 : 1) + (record.openMicrophone == nil ? 0 : 1)
    }

    /// Performs a command; long-running work continues afterwards.
    func perform(_ command: Command) -> Answer {
        switch command {
        case .look, .help, .quit, .wait: return .done
        case .answer(let number): return answer(number)
        case .back: return goBack()
        case .follow(let link): return send(.follow(link))
        default:
            guard !hasQuestion else { return .refused("Answer the question first.") }
            return performOnScreen(command)
        }
    }

    private func performOnScreen(_ command: Command) -> Answer {
        switch command {
        case .set(let field, let text): performInForm { self.type(text, into: field, of: $0) }
        case .remove(let number): performInForm { self.remove(attendee: number, from: $0) }
        case .save: performInForm { self.send(.save, to: $0) }
        case _ where form != nil: .refused("Save the form first, or go back.")
        case .list, .add, .open, .move: performInList(command)
        case .edit, .share, .record, .history(nil): performInDetail(command)
        case .delete(let number): number.map { delete($0) } ?? performInDetail(command)
        case .history(let number?): showMeeting(number)
        case .forget(let number): forget(number)
        case .skip: performInMeeting(.nextSpeaker)
        case .end: performInMeeting(.end)
        default: .done
        }
    }

    @discardableResult
    func send<S, A>(_ action: A, to store: Store<S, A>) -> Answer {
        store.send(action)
        return .done
    }

    private func send(_ action: StandupsApp.Action) -> Answer { send(action, to: store) }
}

// MARK: - The stores of what is shown

extension Desk {
    private var list: StoreOf<StandupList> { store.scope(state: \.list, action: \.list) }

    private var page: Store<Page.State, Page.Action>? {
        store.path.ids.last.flatMap {
            store.scope(state: \.path, action: \.path, joining: StandupsApp.State.pages)[id: $0]
        }
    }

    private var detail: StoreOf<Detail>? { page?.scope(case: \.detail, action: \.detail) }

    private var record: StoreOf<Record>? { page?.scope(case: \.record, action: \.record) }

    private var history: StoreOf<History>? { page?.scope(case: \.history, action: \.history) }

    var form: StoreOf<EditForm>? {
        list.scope(case: \.destination.add, action: \.destination.add)
            ?? detail?.scope(case: \.page.destination.edit, action: \.destination.edit)
    }

    private var hasQuestion: Bool { question != nil }

    /// The current question: the number of its buttons, and a closure that sends an answer, or `nil` to close
    /// it.
    private var question: (count: Int, send: (Int?) -> Void)? {
        if store.alert != nil { return question(store, \.alert, \.alert, .dismissed) }
        if let detail, detail.page.alert != nil { return question(detail, \.page.alert, \.alert, .dismissed) }
        if let record, record.alert != nil { return question(record, \.alert, \.alert, .dismissed) }
        if let history, history.page.alert != nil {
            return question(history, \.page.alert, \.alert, .dismissed)
        }
        if page == nil, list.alert != nil { return question(list, \.alert, \.alert, .dismissed) }
        return nil
    }

    private func question<State, Action: CasePathable, Answer>(
        _ store: Store<State, Action>,
        _ alert: KeyPath<State, AlertState<Answer>?>,
        _ action: CaseKeyPath<Action, Answer>,
        _ dismissal: Answer
    ) -> (count: Int, send: (Int?) -> Void)? {
        let path = CasePath(action)
        guard let alert = store.withState({ $0[keyPath: alert] }) else { return nil }
        return (
            alert.buttons.count,
            { number in
                let answer = number.flatMap { alert.buttons[$0 - 1].action } ?? dismissal
                let task = store.send(path.embed(answer))
                if answer as? Detail.Action.Answer == .openSettings { self.request = task }
            }
        )
    }
}

// MARK: - What commands mean

extension Desk {
    private func answer(_ number: Int) -> Answer {
        guard let question else { return .refused("Nothing was asked.") }
        guard (1...max(1, question.count)).contains(number), question.count > 0 else {
            return .refused("There is no button \(number).")
        }
        question.send(number)
        return .done
    }

    private func goBack() -> Answer {
        if let question {
            question.send(nil)
            return .done
        }
        if let form { return send(.cancel, to: form) }
        if let detail, detail.page.destination != nil { return send(.closeDestination, to: detail) }
        if let history, history.page.shown != nil { return send(.show(nil), to: history) }
        // A meeting is not ended by accident.
        if let record { return send(.end, to: record) }
        guard let top = store.path.ids.last else { return .refused("There is nothing to go back to.") }
        return send(.path(.pop(from: top)))
    }

    private func performInList(_ command: Command) -> Answer {
        if command == .list {
            guard record == nil else { return .refused("End the meeting first.") }
            guard let bottom = store.path.ids.first else { return .done }
            return send(.path(.pop(from: bottom)))
        }
        guard store.path.isEmpty else { return .refused("That is for the list; “list” shows it.") }
        switch command {
        case .add: return send(.add, to: list)
        case .open(let number): return withStandup(number) { .open($0) }
        case .move(let number, let place): return withStandup(number) { .move($0, to: place - 1) }
        default: return .done
        }
    }

    private func delete(_ number: Int) -> Answer {
        guard store.path.isEmpty else { return .refused("That is for the list; “list” shows it.") }
        return withStandup(number) { .delete($0) }
    }

    private func withStandup(_ number: Int, _ action: (Standup.ID) -> StandupList.Action) -> Answer {
        let ids = store.list.standups.ids
        guard ids.indices.contains(number - 1) else { return .refused("There is no standup \(number).") }
        return send(action(ids[number - 1]), to: list)
    }

    private func performInDetail(_ command: Command) -> Answer {
        guard let detail else { return .refused("That is for a standup; “open” shows one.") }
        switch command {
        case .edit: return send(.edit, to: detail)
        case .share: return send(.share, to: detail)
        case .record: return send(.start, to: detail)
        case .history: return send(.openHistory(nil), to: detail)
        default: return send(.delete, to: detail)
        }
    }

    private func showMeeting(_ number: Int) -> Answer {
        withMeeting(number) { id in
            if let history { return send(.show(id), to: history) }
            return detail.map { send(.openHistory(id), to: $0) } ?? .done
        }
    }

    private func forget(_ number: Int) -> Answer {
        guard let history else { return .refused("That is for the list of meetings.") }
        return withMeeting(number) { send(.delete($0), to: history) }
    }

    private func withMeeting(_ number: Int, _ perform: (Meeting.ID) -> Answer) -> Answer {
        guard let standup = history?.standup ?? detail?.standup else {
            return .refused("That is for a standup; “open” shows one.")
        }
        let ids = standup.meetings.ids
        guard ids.indices.contains(number - 1) else { return .refused("There is no meeting \(number).") }
        return perform(ids[number - 1])
    }

    private func performInMeeting(_ action: Record.Action) -> Answer {
        guard let record else { return .refused("There is no meeting; “record” begins one.") }
        return send(action, to: record)
    }
}

extension StandupsApp.State {
    /// Whether the user is being asked for permission to record speech.
    fileprivate var isAskingPermission: Bool { path.last?[case: \.detail]?.isAskingPermission ?? false }
}
