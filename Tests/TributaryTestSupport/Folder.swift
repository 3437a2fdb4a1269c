// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A feature that contains itself: a folder of folders.
package struct Folder: Reducer {
    package struct State: Identifiable, Sendable {
        package let id: Int
        package var visits = 0
        package var folders: IdentifiedArray<Int, State> = IdentifiedArray()

        package init(id: Int) { self.id = id }

        /// Nested folders of the given depth; each has its depth as identifier.
        package static func nested(depth: Int) -> State {
            var folder = State(id: depth)
            for id in (0..<depth).reversed() {
                var outer = State(id: id)
                outer.folders.append(folder)
                folder = outer
            }
            return folder
        }

        /// The visits of the innermost folder, found without recursion.
        package var innermostVisits: Int {
            var folder = self
            while let inner = folder.folders.first { folder = inner }
            return folder.visits
        }
    }

    package enum Action: Sendable, CasePathable {
        case visit
        case visitLater
        indirect case folders(IdentifiedAction<Int, Action>)

        /// A visit of the folder at a depth.
        package static func visit(depth: Int) -> Action {
            (0..<depth).reversed().reduce(.visit) { .folders(.element(id: $1 + 1, action: $0)) }
        }

        package struct AllCasePaths: Sendable {
            package var folders: CasePath<Action, IdentifiedAction<Int, Action>> {
                CasePath(embed: Action.folders) { if case .folders(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .visit:
                state.visits += 1
                return .none
            case .visitLater:
                return .run { send in await send(.visit) }
            case .folders:
                return .none
            }
        }
        .forEach(\.folders, action: \.folders) { Folder() }
    }
}
