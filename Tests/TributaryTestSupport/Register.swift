// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore
package import TributaryForms
import TributaryUndo

/// A list of words, changed by actions with inverses, whose order matters.
package struct Register: Reducer {
    package enum Action: Equatable, Sendable, Undoable {
        case insert(String, at: Int)
        case remove(String, at: Int)
        case replace(PropertyChange<[String], String>)

        package func inverted() -> Action {
            switch self {
            case .insert(let word, let position): .remove(word, at: position)
            case .remove(let word, let position): .insert(word, at: position)
            case .replace(let change): .replace(change.inverted())
            }
        }
    }

    package init() {}

    package var body: some Reducer<[String], Action> {
        Update { words, action in
            switch action {
            case .insert(let word, let position): words.insert(word, at: position)
            case .remove(_, let position): words.remove(at: position)
            case .replace(let change): change.apply(to: &words)
            }
        }
    }
}
