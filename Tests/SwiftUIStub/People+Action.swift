// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryPresenting

extension People {
    /// The actions of the list; the paths of its cases are written out, because the core has no macros.
    nonisolated enum Action: CasePathable {
        case queryChanged(String), queryEntered, failureSeen
        case stackChanged([Int])
        case cardAsked(Int), screenClosed
        case editorAsked, editorClosed
        case editor(Profile.Action)
        case detail(Profile.Action)
        case card(Profile.Action)
        case rows(IdentifiedAction<Int, Profile.Action>)
        case stack(IdentifiedAction<Int, Profile.Action>)

        nonisolated struct AllCasePaths: Sendable {
            var editor: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: { .editor($0) },
                    extract: { if case .editor(let value) = $0 { value } else { nil } }
                )
            }
            var detail: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: { .detail($0) },
                    extract: { if case .detail(let value) = $0 { value } else { nil } }
                )
            }
            var card: CasePath<Action, Profile.Action> {
                CasePath(
                    embed: { .card($0) },
                    extract: { if case .card(let value) = $0 { value } else { nil } }
                )
            }
            var rows: CasePath<Action, IdentifiedAction<Int, Profile.Action>> {
                CasePath(
                    embed: { .rows($0) },
                    extract: { if case .rows(let value) = $0 { value } else { nil } }
                )
            }
            var stack: CasePath<Action, IdentifiedAction<Int, Profile.Action>> {
                CasePath(
                    embed: { .stack($0) },
                    extract: { if case .stack(let value) = $0 { value } else { nil } }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }
}
