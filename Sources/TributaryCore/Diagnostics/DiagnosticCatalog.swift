// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Every kind of diagnostic that the library reports.
///
/// A number keeps its meaning in all versions; 10, 14, 24, and 30 are no longer reported. Name an identifier by its text:
/// `Diagnostic.Identifier("TRIBUTARY-001")`. A diagnostic about a law links to it in <doc:laws>.
///
/// Each comment lists the details that the diagnostic names, apart from full type names. Passing a line to `send` would make it
/// slower, so diagnostics name its action instead of the line of the call.
extension Diagnostic.Identifier {
    /// An action was sent to a child whose state is absent, in another case, or not in the collection.
    ///
    /// Names the action, the child with its place in the state, and the line where it is composed.
    ///
    /// See <doc:laws#Law-7-Absent-child>.
    static let absentChild = Self("TRIBUTARY-001")

    /// The state was read through the store while it was being changed: in a reducer, or in code that a reducer
    /// calls.
    ///
    /// Stops the program.
    ///
    /// Names the action.
    ///
    /// See <doc:laws#Law-10-Reading-while-reducing>.
    static let stateReadWhileReducing = Self("TRIBUTARY-002")

    /// An action was sent to a store that is closed; it was dropped.
    ///
    /// Names the action, and the line that closed the store.
    ///
    /// See <doc:laws#Law-12-Close>.
    static let sendAfterClose = Self("TRIBUTARY-003")

    /// A store was closed a second time.
    ///
    /// Names the lines of both calls.
    ///
    /// See <doc:laws#Law-12-Close>.
    static let closedTwice = Self("TRIBUTARY-004")

    /// An effect threw an error that no `catch:` closure handles.
    ///
    /// Names the error, and the line of the effect.
    ///
    /// See <doc:laws#Law-8-Effects-live-with-their-state>.
    static let uncaughtEffectError = Self("TRIBUTARY-005")

    /// A turn does not end: its actions keep sending actions.
    ///
    /// Names the action at which this was noticed.
    ///
    /// See <doc:laws#Law-1-Turn>.
    static let endlessTurn = Self("TRIBUTARY-006")

    /// The state of a scope was read after it went away, and no view had shown it.
    ///
    /// Stops the program.
    ///
    /// See <doc:laws#Law-6-One-state>.
    static let scopeStateGone = Self("TRIBUTARY-007")

    /// Two elements of a collection have the same identifier; the second was left out.
    ///
    /// Names the identifier, and the line that added the second.
    static let duplicateIdentifier = Self("TRIBUTARY-008")

    /// An element changed its identifier while it was in a collection.
    ///
    /// Names both identifiers.
    static let identifierChanged = Self("TRIBUTARY-009")

    /// An effect sent an action that cannot be embedded in one of its parent; it was dropped.
    ///
    /// Names the action, and the line of `pullback`.
    static let actionNotEmbedded = Self("TRIBUTARY-011")

    /// A scope was asked to close; only the whole store can be closed.
    static let scopeClosed = Self("TRIBUTARY-012")

    /// A feature was mounted on a scope that only shows state, such as one with a default; it does not run.
    ///
    /// Names the line of `mount`.
    static let mountedOnView = Self("TRIBUTARY-013")

    /// A service, a middleware, a reducer or an operation was added to a store that is closed; it does nothing.
    ///
    /// Names the addition, and the line that closed the store.
    ///
    /// See <doc:laws#Law-12-Close>.
    static let attachedAfterClose = Self("TRIBUTARY-015")

    /// An effect's `send` was used after the effect had ended; the action was dropped.
    ///
    /// Names the action, and the line of the effect.
    ///
    /// See <doc:laws#Law-8-Effects-live-with-their-state>.
    static let sendAfterEffectEnd = Self("TRIBUTARY-016")

    /// A policy allows fewer than one effect or attempt; it is treated as one.
    ///
    /// Names the policy, and the line of its effect, if it has one.
    static let effectLimitBelowOne = Self("TRIBUTARY-017")

    /// The defaults of dependencies need each other to be computed.
    ///
    /// Stops the program.
    ///
    /// Names the keys, in the order in which they need each other.
    static let dependencyCycle = Self("TRIBUTARY-018")

    /// A dependency was used that has no value here, such as a real client in a test.
    ///
    /// Names the dependency, the line of the property through which it was read, and in a test the effect.
    static let unimplementedDependency = Self("TRIBUTARY-019")

    /// Code that belongs to no store read a dependency; it got the default.
    ///
    /// Names the type of the dependency, and the line of its property.
    static let dependencyOutsideStore = Self("TRIBUTARY-020")

    /// A step of an undo history belongs to a store that is closed; it was removed from the history.
    ///
    /// Names the actions of the step.
    static let undoAfterClose = Self("TRIBUTARY-021")

    /// Actions that waited were dropped because their store was closed.
    ///
    /// See <doc:laws#Law-12-Close>.
    static let actionsDroppedByClose = Self("TRIBUTARY-022")

    /// Effects that waited for their time were dropped because their store was closed.
    static let effectsDroppedByClose = Self("TRIBUTARY-023")

    /// Code that is not known to run on the store's actor read the state through a handle without waiting.
    ///
    /// Stops the program.
    static let stateReadElsewhere = Self("TRIBUTARY-025")

    /// A clock was asked to tick at an interval that is not longer than zero; it does not tick.
    ///
    /// Names the interval, and the line of `ticks`.
    static let tickIntervalNotPositive = Self("TRIBUTARY-026")

    /// A child in a case is closed by an output, but its enum is not optional, so that nothing would be left.
    ///
    /// Names the child, and the line where it is composed.
    ///
    /// See <doc:laws#Law-15-Closed-by-its-output>.
    static let caseNotOptional = Self("TRIBUTARY-027")

    /// A value could not be loaded from its storage or saved to it.
    ///
    /// Names the operation, its error, and the line of the `Persistence`.
    static let storageFailed = Self("TRIBUTARY-028")

    /// A store's commit could not be written to its log; the store closed.
    ///
    /// Names the error. See <doc:laws#Law-13-Durability>.
    static let commitFailed = Self("TRIBUTARY-029")

    /// A journal could not keep the state of a store; nothing is lost.
    ///
    /// Names the store and the error.
    static let snapshotFailed = Self("TRIBUTARY-031")

    /// A reducer was mounted without a name on a store whose actions are recorded; it does not run.
    ///
    /// Names the line of the `mount`. See <doc:laws#Law-13-Durability>.
    static let mountedWithoutName = Self("TRIBUTARY-032")

    /// The last turn in a log was cut off: it was so long that it was written in parts.
    ///
    /// The rest of the turn is unknown. Names the store, and the last entry.
    static let turnCutOff = Self("TRIBUTARY-033")

    /// A state gives one name to two fields of its forms; the second has none.
    ///
    /// Names the state and the field.
    static let fieldNamedTwice = Self("TRIBUTARY-039")

    /// In one turn more than a thousand observers were evaluated, outside of rows, whose values had not changed.
    ///
    /// Reported once for each store. Names how many there were. See <doc:laws#Law-3-Notify-once>.
    static let manyObservers = Self("TRIBUTARY-047")

    /// A reducer has both a body and `reduce(into:action:)`, which no store runs.
    ///
    /// Reported in tests. Names the type.
    static let bodyAndFunction = Self("TRIBUTARY-048")
}
