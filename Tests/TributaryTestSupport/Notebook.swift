// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore
package import TributaryPersistence

/// A feature whose notes are kept in a storage.
package struct Notebook: Reducer {
    package struct State: Equatable, Sendable {
        package var notes: [Int]
        package var failures: [StorageFailure] = []
        package var opened = 0
        package init(notes: [Int] = []) { self.notes = notes }
    }

    package enum Action: Equatable, Sendable, CasePathable {
        case add(Int), remove, open
        case loaded([Int])
        case failed(StorageFailure)

        package struct AllCasePaths: Sendable {
            package var loaded: CasePath<Action, [Int]> {
                CasePath(embed: Action.loaded) { if case .loaded(let value) = $0 { value } else { nil } }
            }
            package var failed: CasePath<Action, StorageFailure> {
                CasePath(embed: Action.failed) { if case .failed(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    /// Whether notes that were made during loading are added to the loaded ones.
    private let isMerging: Bool

    package init(isMerging: Bool = false) { self.isMerging = isMerging }

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let note): state.notes.append(note)
        case .remove: if !state.notes.isEmpty { state.notes.removeLast() }
        case .open: state.opened += 1
        case .loaded(let notes): state.notes = isMerging ? notes + state.notes : notes
        case .failed(let failure): state.failures.append(failure)
        }
        return .none
    }
}
