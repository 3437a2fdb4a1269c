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
import TerminalKit
import Tributary

extension Scene {
    /// The scene for a state: a question if there is one, otherwise the form or the topmost page.
    init(_ state: StandupsApp.State) {
        if let alert = state.alert {
            self.init(question: alert)
        } else if let page = state.page {
            self.init(page)
        } else {
            self.init(state.list, isLoaded: state.isLoaded)
        }
    }

    private init(_ page: Page.State) {
        switch page {
        case .detail(let detail): self.init(detail)
        case .record(let record): self.init(record)
        case .history(let history): self.init(history)
        }
    }

    private init<Answer>(question: AlertState<Answer>) {
        let buttons = question.buttons.enumerated().map { offset, button in
            Line(
                text: "\(offset + 1). \(button.label)",
                style: button.role == .destructive ? .problem : .plain,
                choice: .command(.answer(offset + 1))
            )
        }
        let message = question.message.map { [Line(text: $0), Line(text: "")] } ?? []
        self.init(title: question.title, lines: message + buttons)
    }

    private init(_ list: StandupList.State, isLoaded: Bool) {
        if let alert = list.alert {
            self.init(question: alert)
        } else if case .add(let form)? = list.destination {
            self.init(form, title: "New standup")
        } else {
            let rows = list.standups.enumerated().map { offset, standup in
                Line(
                    text: "\(offset + 1). \(standup.title) · \(standup.minutes) min · "
                        + count(standup.attendees.count, "attendee"),
                    choice: .command(.open(offset + 1))
                )
            }
            let nothing = isLoaded ? "There is no standup yet." : "Reading what is kept …"
            self.init(
                title: "Standups",
                lines: rows.isEmpty ? [Line(text: nothing, style: .faint)] : rows,
                shortcuts: [Shortcut(key: "a", label: "add", command: .add), .quit]
            )
        }
    }
}

extension Scene {
    private init(_ detail: Detail.State) {
        if let alert = detail.page.alert {
            self.init(question: alert)
            return
        }
        switch detail.page.destination {
        case .edit(let form)?: self.init(form, title: "Change “\(detail.standup.title)”")
        case .share(let link)?:
            self.init(title: "The link to “\(detail.standup.title)”", lines: [Line(text: "\(link)")])
            shortcuts = [.back]
        case nil: self.init(detail.standup)
        }
    }

    private init(_ standup: Standup) {
        let names = standup.attendees.map(\.name).joined(separator: ", ")
        let meetings = standup.meetings.prefix(5).enumerated().map { offset, meeting in
            Line(text: "  \(Self.line(meeting, number: offset + 1))", choice: .command(.history(offset + 1)))
        }
        let length = count(standup.minutes, "minute")
        self.init(
            title: standup.title,
            lines: [
                Line(text: "\(length), \(clock(standup.turn)) for each of \(names)"),
                Line(text: ""),
                Line(text: "Begin a meeting", style: .good, choice: .command(.record)),
                Line(text: "Change", choice: .command(.edit)),
                Line(text: "Share", choice: .command(.share)),
                Line(text: "Delete", style: .problem, choice: .command(.delete(nil))),
                Line(text: count(standup.meetings.count, "meeting"), choice: .command(.history(nil))),
            ] + meetings,
            shortcuts: [
                Shortcut(key: "r", label: "begin", command: .record),
                Shortcut(key: "e", label: "change", command: .edit), .back, .quit,
            ]
        )
    }

    private init(_ form: EditForm.State, title: String) {
        let standup = form.standup
        var lines = [
            Line(text: "Title: \(standup.title)", choice: .field(.title, standup.title)),
            Line(text: "Minutes: \(standup.minutes)", choice: .field(.minutes, "\(standup.minutes)")),
        ]
        for (offset, attendee) in standup.attendees.enumerated() {
            let choice = Choice.field(.attendee(offset + 1), attendee.name)
            lines.append(Line(text: "Attendee \(offset + 1): \(attendee.name)", choice: choice))
        }
        lines.append(Line(text: "Add an attendee", style: .faint, choice: .field(.attendee(nil), "")))
        lines.append(Line(text: "Save", style: .good, choice: .command(.save)))
        lines.append(Line(text: "Cancel", choice: .command(.back)))
        lines += form.shownProblems.map { Line(text: "! " + $0.message, style: .problem) }
        self.init(title: title, lines: lines)
    }

    private init(_ record: Record.State) {
        if let alert = record.alert {
            self.init(question: alert)
            return
        }
        let standup = record.standup
        let names = standup.attendees.enumerated().map { offset, attendee in
            let isSpeaking = offset == record.speaker
            let left = isSpeaking ? " (\(clock(.seconds(record.secondsLeftOfTurn))))" : ""
            return Line(
                text: (isSpeaking ? "> " : offset < record.speaker ? "✓ " : "  ") + attendee.name + left,
                style: isSpeaking ? .bold : .faint
            )
        }
        let heard =
            switch record.microphone {
            case .open: record.transcript.isEmpty ? "…" : record.transcript
            case .closed: "Nobody listens."
            case .failed: record.transcript + " [nothing is heard any more]"
            }
        self.init(
            title: "\(standup.title) · \(clock(.seconds(record.secondsLeft))) left",
            lines: names + [Line(text: ""), Line(text: heard)],
            shortcuts: [
                Shortcut(key: "n", label: "next", command: .skip),
                Shortcut(key: "e", label: "end", command: .end),
            ],
            showsEnd: true
        )
    }

    private init(_ history: History.State) {
        if let alert = history.page.alert {
            self.init(question: alert)
        } else if let meeting = history.meeting,
            let number = history.standup.meetings.index(id: meeting.id).map({ $0 + 1 })
        {
            let said = meeting.transcript.isEmpty ? "Nothing was heard." : meeting.transcript
            self.init(
                title: "\(history.standup.title) · \(day(meeting.date))",
                lines: [Line(text: clock(.seconds(meeting.seconds)) + " long"), Line(text: said)],
                shortcuts: [Shortcut(key: "d", label: "forget", command: .forget(number)), .back, .quit]
            )
        } else {
            let rows = history.standup.meetings.enumerated().map { offset, meeting in
                Line(text: Self.line(meeting, number: offset + 1), choice: .command(.history(offset + 1)))
            }
            self.init(
                title: "\(history.standup.title) · Meetings",
                lines: rows.isEmpty ? [Line(text: "There was no meeting yet.", style: .faint)] : rows,
                shortcuts: [.back, .quit]
            )
        }
    }

    private static func line(_ meeting: Meeting, number: Int) -> String {
        "\(number). \(day(meeting.date)) · \(clock(.seconds(meeting.seconds)))"
    }
}

extension Scene.Shortcut {
    fileprivate static let quit = Self(key: "q", label: "quit", command: .quit)
    fileprivate static let back = Self(key: "b", label: "back", command: .back)
}

private func count(_ number: Int, _ what: String) -> String {
    number == 1 ? "1 \(what)" : "\(number) \(what)s"
}

/// Minutes and seconds.
private func clock(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
}

private func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
