// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// Names for the tests, which are clearer than numbers.
extension Diagnostic.Identifier {
    package static let absentChild = Self("TRIBUTARY-001")
    package static let stateReadWhileReducing = Self("TRIBUTARY-002")
    package static let sendAfterClose = Self("TRIBUTARY-003")
    package static let closedTwice = Self("TRIBUTARY-004")
    package static let uncaughtEffectError = Self("TRIBUTARY-005")
    package static let endlessTurn = Self("TRIBUTARY-006")
    package static let scopeStateGone = Self("TRIBUTARY-007")
    package static let duplicateIdentifier = Self("TRIBUTARY-008")
    package static let identifierChanged = Self("TRIBUTARY-009")
    package static let actionNotEmbedded = Self("TRIBUTARY-011")
    package static let scopeClosed = Self("TRIBUTARY-012")
    package static let mountedOnView = Self("TRIBUTARY-013")
    package static let attachedAfterClose = Self("TRIBUTARY-015")
    package static let sendAfterEffectEnd = Self("TRIBUTARY-016")
    package static let effectLimitBelowOne = Self("TRIBUTARY-017")
    package static let dependencyCycle = Self("TRIBUTARY-018")
    package static let unimplementedDependency = Self("TRIBUTARY-019")
    package static let dependencyOutsideStore = Self("TRIBUTARY-020")
    package static let undoAfterClose = Self("TRIBUTARY-021")
    package static let actionsDroppedByClose = Self("TRIBUTARY-022")
    package static let effectsDroppedByClose = Self("TRIBUTARY-023")
    package static let stateReadElsewhere = Self("TRIBUTARY-025")
    package static let tickIntervalNotPositive = Self("TRIBUTARY-026")
    package static let caseNotOptional = Self("TRIBUTARY-027")
    package static let storageFailed = Self("TRIBUTARY-028")
    package static let commitFailed = Self("TRIBUTARY-029")
    package static let snapshotFailed = Self("TRIBUTARY-031")
    package static let mountedWithoutName = Self("TRIBUTARY-032")
    package static let turnCutOff = Self("TRIBUTARY-033")
    package static let fieldNamedTwice = Self("TRIBUTARY-039")
    package static let manyObservers = Self("TRIBUTARY-047")
    package static let bodyAndFunction = Self("TRIBUTARY-048")
}
