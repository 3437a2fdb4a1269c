// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

@FormState
struct Draft: Codable, Equatable, Sendable {
    var title = ""
    var address = Address()
    let id: Int

    struct Address: Codable, Equatable, Sendable {
        var street = ""
    }
}

@FormState  // error: @FormState can only be attached to a struct or an enum, not to a class
final class ClassAsForm {}

@FormState  // error: 'Unchanging' has nothing that a form could change
struct Unchanging {
    let name = ""
}

struct Nothing: Codable, Equatable, Sendable {
    var count = 0
}

enum DraftAction: BindableAction {
    case change(StateChange<Draft>)
}

func misspelledField(_ draft: Draft) -> DraftAction {
    .change(StateChange(\.titel, of: draft, to: ""))  // error: has no member 'titel'
}

func wrongValue(_ draft: Draft) -> DraftAction {
    .change(StateChange(\.title, of: draft, to: 1))  // error: Int
}

func constantField(_ draft: Draft) -> DraftAction {
    .change(StateChange(\.id, of: draft, to: 1))  // error: WritableKeyPath
}

func codedWithoutNames(_ change: StateChange<Nothing>) -> any Encodable {
    change  // error: requires that 'Nothing' conform to 'FormState'
}

func concernsMisspelled(_ change: StateChange<Draft>) -> Bool {
    change.concerns(\.titel)  // error: has no member 'titel'
}
