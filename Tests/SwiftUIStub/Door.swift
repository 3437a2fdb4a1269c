// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// An enum with paths that are written by hand, each with the case itself, for Swift 5 and Swift 6.
enum Door: CasePathable {
    case closed
    case opened(by: String, Int)
    case ajar(Int)

    struct AllCasePaths: Sendable {
        var opened: CasePath<Door, (by: String, Int)> {
            CasePath(
                named: "opened",
                embed: Door.opened,
                extract: { if case .opened(let by, let angle) = $0 { (by, angle) } else { nil } }
            )
        }
        var ajar: CasePath<Door, Int> {
            .init(embed: Door.ajar) { if case .ajar(let angle) = $0 { angle } else { nil } }
        }
    }

    static let allCasePaths = AllCasePaths()
}
