// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A command, from a line or from a key.
enum Command: Equatable, Sendable {
    /// A field of the form.
    enum Field: Equatable, Sendable {
        case title
        case minutes
        /// An attendee by number, counted from one; `nil` for a new one.
        case attendee(Int?)
    }

    /// Commands refer to standups and meetings by numbers, counted from one.
    case list, add
    case open(Int)
    case move(Int, to: Int)
    case delete(Int?)
    case edit, share, record
    case history(Int?)
    case forget(Int)
    case set(Field, String)
    case remove(attendee: Int)
    case save
    case skip, end
    case wait(seconds: Int)
    case answer(Int)
    case follow(String)
    case back, look, help, quit
}

extension Command {
    /// All commands, with descriptions.
    static let overview = """
        list                   show all standups
        add                    begin a new standup
        open N                 show standup N
        move N M               let standup N take the place of M
        delete [N]             delete standup N, or the one that is shown
        edit                   change the standup that is shown
        title TEXT             set the title in the form
        minutes N              set how long a meeting may take, 1 to 60 minutes
        attendee NAME          add somebody in the form
        rename N NAME          change the name of attendee N in the form
        remove N               take attendee N out of the form
        save                   close the form and keep what is in it
        record                 begin a meeting
        wait N                 let N seconds of a meeting pass
        skip                   let the next one speak
        end                    end the meeting
        history [N]            show all meetings, or what was said in meeting N
        forget N               delete meeting N
        share                  show the link to the standup that is shown
        follow LINK            follow a link
        answer N               answer the question with its button N (or just: N)
        back                   go back, or close the form or the question
        look                   show again what there is to see
        help                   show this
        quit                   leave
        """
}
