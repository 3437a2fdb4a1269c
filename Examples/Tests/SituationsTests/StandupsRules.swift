// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import StandupsSpeech
import Tributary

@testable import StandupsDetail
@testable import StandupsEditForm
@testable import StandupsHistory
@testable import StandupsList
@testable import StandupsRecord

/// The rules of the standups' features.
enum StandupsRules {
    static let form = Rules<EditForm.State, EditForm.Action>(
        holds: { before, action, after in
            switch action {
            case .change(let change): after == changed(before, change.apply)
            case .attendees(.element(let id, .change(let change))):
                after == changed(before) { $0.standup.attendees.modify(id: id, change.apply) }
            case .addAttendee: isAdded(to: before, after)
            case .removeAttendee(let id): isRemoved(id, from: before, after)
            case .save:
                after
                    == changed(before) {
                        $0.hasTriedToSave = true
                        if let problem = before.problems.first { $0.focus = problem.field }
                    }
            case .cancel, .output: after == before
            }
        },
        outputs: { before, action, _ in
            switch action {
            case .save: before.problems.isEmpty ? [.output(.saved(before.cleaned))] : []
            case .cancel: [.output(.cancelled)]
            default: []
            }
        }
    )

    /// An empty row is the last one and has the focus.
    private static func isAdded(to before: EditForm.State, _ after: EditForm.State) -> Bool {
        guard let row = after.standup.attendees.last, row.name.isEmpty, after.focus == .attendee(row.id)
        else { return false }
        return after
            == changed(before) {
                $0.standup.attendees.append(row)
                $0.focus = after.focus
            }
    }

    /// The row is away, or another one is there in its place, and the focus is where it was.
    private static func isRemoved(
        _ id: Attendee.ID,
        from before: EditForm.State,
        _ after: EditForm.State
    ) -> Bool {
        guard let position = before.standup.attendees.index(id: id) else { return after == before }
        let rest = changed(before) { $0.standup.attendees.remove(id: id) }
        guard !rest.standup.attendees.isEmpty else { return isAdded(to: rest, after) }
        let focused = rest.standup.attendees[max(0, position - 1)].id
        return after == changed(rest) { $0.focus = .attendee(focused) }
    }

    static let list = Rules<StandupList.State, StandupList.Action>(
        holds: { before, action, after in
            switch action {
            case .add:
                if case .add(let form)? = after.destination {
                    isNew(form) && after == changed(before) { $0.destination = after.destination }
                } else {
                    false
                }
            case .closeDestination: after == changed(before) { $0.destination = nil }
            case .open, .output: after == before
            case .delete(let id):
                after
                    == changed(before) { state in
                        if let standup = before.standups[id: id] { state.alert = .delete(standup) }
                    }
            case .move(let id, let position): isMoved(id, to: position, before, after)
            case .alert(let answer):
                after
                    == changed(before) {
                        $0.alert = nil
                        if case .delete(let id) = answer { $0.standups.remove(id: id) }
                    }
            case .destination(.add(.output(let output))):
                after
                    == changed(before) {
                        $0.destination = nil
                        if case .saved(let standup) = output { $0.standups.append(standup) }
                    }
            case .destination(.add(let action)):
                if case .add(let former)? = before.destination, case .add(let latter)? = after.destination {
                    form.holds(former, action, latter)
                        && after == changed(before) { $0.destination = after.destination }
                } else {
                    false
                }
            }
        },
        outputs: { before, action, _ in
            switch action {
            case .open(let id): return [.output(.open(id))]
            case .destination(.add(let action)):
                guard case .add(let state)? = before.destination else { return [] }
                return form.outputs(state, action, state).map { .destination(.add($0)) }
            default: return []
            }
        }
    )

    /// A form for a standup without a name, with a row to type into.
    private static func isNew(_ form: EditForm.State) -> Bool {
        form.standup.title.isEmpty && form.standup.attendees.map(\.name) == [""] && form.focus == .title
            && !form.hasTriedToSave
    }

    /// A standup is where it was moved to, and the others are in their order.
    private static func isMoved(
        _ id: Standup.ID,
        to position: Int,
        _ before: StandupList.State,
        _ after: StandupList.State
    ) -> Bool {
        guard before.standups.contains(id: id) else { return after == before }
        let others = changed(before) { $0.standups.remove(id: id) }
        return changed(after) { $0.standups.remove(id: id) } == others
            && after.standups.index(id: id) == min(max(0, position), others.standups.count)
            && after.standups[id: id] == before.standups[id: id]
    }

    /// The rules of a standup, if the app has this permission.
    static let detail = Rules<Detail.State, Detail.Action>(
        holds: { before, action, after in
            switch action {
            case .edit:
                if case .edit(let form)? = after.page.destination {
                    form.standup == before.standup && form.focus == .title && !form.hasTriedToSave
                        && after == changed(before) { $0.page.destination = after.page.destination }
                } else {
                    false
                }
            case .share:
                after == changed(before) { $0.page.destination = .share(link: .standup(before.standup.id)) }
            case .closeDestination: after == changed(before) { $0.page.destination = nil }
            case .delete: after == changed(before) { $0.page.alert = .delete(before.standup) }
            case .start: after == changed(before) { $0.page.isAskingPermission = true }
            case .permissionAnswered(let permission):
                after
                    == changed(before) {
                        $0.page.isAskingPermission = false
                        if permission != .granted { $0.page.alert = .unheard }
                    }
            case .openHistory, .output: after == before
            case .alert: after == changed(before) { $0.page.alert = nil }
            case .destination(.edit(.output(let output))):
                after
                    == changed(before) {
                        $0.page.destination = nil
                        if case .saved(let standup) = output { $0.standup = standup }
                    }
            case .destination(.edit(let action)):
                if case .edit(let former)? = before.page.destination,
                    case .edit(let latter)? = after.page.destination
                {
                    form.holds(former, action, latter)
                        && after == changed(before) { $0.page.destination = after.page.destination }
                } else {
                    false
                }
            }
        },
        outputs: { before, action, _ in
            switch action {
            case .openHistory(let id): return [.output(.openHistory(id))]
            case .permissionAnswered(.granted): return [.output(.started(isHeard: true))]
            case .alert(.delete): return [.output(.deleted)]
            case .alert(.startUnheard): return [.output(.started(isHeard: false))]
            case .destination(.edit(let action)):
                guard case .edit(let state)? = before.page.destination else { return [] }
                return form.outputs(state, action, state).map { .destination(.edit($0)) }
            default: return []
            }
        }
    )

    static let history = Rules<History.State, History.Action>(
        holds: { before, action, after in
            after
                == changed(before) { state in
                    switch action {
                    case .show(let id): state.page.shown = id
                    case .delete(let id):
                        if before.standup.meetings.contains(id: id) { state.page.alert = .delete(id) }
                    case .alert(let answer):
                        state.page.alert = nil
                        guard case .delete(let id) = answer else { return }
                        state.standup.meetings.remove(id: id)
                        if before.page.shown == id { state.page.shown = nil }
                    }
                }
        }
    )

    static let record = Rules<Record.State, Record.Action>(
        holds: { before, action, after in
            after
                == changed(before) { state in
                    switch action {
                    case .tick: state.seconds += 1
                    case .heard(let transcript): state.transcript = transcript
                    case .speechFailed(let reason):
                        state.microphone = .failed
                        state.alert = .speechFailed(reason)
                    case .nextSpeaker where before.isLastSpeaker: state.alert = .end(isLastSpeaker: true)
                    // The turn of the next one begins.
                    case .nextSpeaker: state.seconds = before.seconds + before.secondsLeftOfTurn
                    case .end: state.alert = .end(isLastSpeaker: false)
                    case .alert: state.alert = nil
                    case .output: break
                    }
                }
        },
        outputs: { before, action, after in
            switch action {
            case .tick: after.isOver ? [.output(after.ending)] : []
            case .alert(.save): [.output(before.ending)]
            case .alert(.discard): [.output(.discarded)]
            default: []
            }
        }
    )
}
