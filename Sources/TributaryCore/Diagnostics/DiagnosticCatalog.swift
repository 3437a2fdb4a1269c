// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Every kind of diagnostic that the library reports.
///
/// A number keeps its meaning for ever. A diagnostic about a law links to it in <doc:laws>.
///
/// Each comment says what the diagnostic names, beside types, which are named in full. A line is that of a
/// declaration, or of a call for which passing its line costs nothing. It would cost `send` something, so diagnostics
/// name its action instead.
extension Diagnostic.Identifier {
    /// An action was sent to a child whose state is absent, in another case, or not in the collection.
    ///
    /// Names the action, the child with its place in the state, and the line where it is composed.
    ///
    /// See <doc:laws#Law-7-Absent-child>.
    public static let absentChild = Self(number: 1)

    /// The state was read through the store while it was being changed: in a reducer, or in code that a reducer
    /// calls.
    ///
    /// Stops the program.
    ///
    /// Names the action.
    ///
    /// See <doc:laws#Law-10-Reading-while-reducing>.
    public static let stateReadWhileReducing = Self(number: 2)

    /// An action was sent to a store that is closed; it was dropped.
    ///
    /// Names the action, and the line that closed the store.
    ///
    /// See <doc:laws#Law-12-Close>.
    public static let sendAfterClose = Self(number: 3)

    /// A store was closed a second time.
    ///
    /// Names the lines of both calls.
    ///
    /// See <doc:laws#Law-12-Close>.
    public static let closedTwice = Self(number: 4)

    /// An effect threw an error that no `catch:` closure handles.
    ///
    /// Names the error, and the line of the effect.
    ///
    /// See <doc:laws#Law-8-Effects-live-with-their-state>.
    public static let uncaughtEffectError = Self(number: 5)

    /// A turn does not end: its actions keep sending actions.
    ///
    /// Names the action at which this was noticed.
    ///
    /// See <doc:laws#Law-1-Turn>.
    public static let endlessTurn = Self(number: 6)

    /// The state of a scope was read after it went away, and no view had shown it.
    ///
    /// Stops the program.
    ///
    /// See <doc:laws#Law-6-One-state>.
    public static let scopeStateGone = Self(number: 7)

    /// Two elements of a collection have the same identifier; the second was left out.
    ///
    /// Names the identifier, and the line that added the second.
    public static let duplicateIdentifier = Self(number: 8)

    /// An element changed its identifier while it was in a collection.
    ///
    /// Names both identifiers.
    public static let identifierChanged = Self(number: 9)

    /// A machine without an actor was asked to run an effect; it was dropped.
    ///
    /// Names the line of the effect.
    public static let effectWithoutActor = Self(number: 10)

    /// An effect sent an action that cannot be embedded in one of its parent; it was dropped.
    ///
    /// Names the action, and the line of `pullback`.
    public static let actionNotEmbedded = Self(number: 11)

    /// A scope was asked to close; only the whole store can be closed.
    public static let scopeClosed = Self(number: 12)

    /// A feature was mounted on a scope that only shows state, such as one with a default; it does not run.
    ///
    /// Names the line of `mount`.
    public static let mountedOnView = Self(number: 13)

    /// An action was sent through the handle of a machine without an actor; it waits for the machine's next turn.
    ///
    /// Names the action.
    public static let handleWithoutActor = Self(number: 14)

    /// A service, a middleware, a reducer or an operation was added to a store that is closed; it does nothing.
    ///
    /// Names what was added, and the line that closed the store.
    ///
    /// See <doc:laws#Law-12-Close>.
    public static let attachedAfterClose = Self(number: 15)

    /// An effect's `send` was used after the effect had ended; the action was dropped.
    ///
    /// Names the action, and the line of the effect.
    ///
    /// See <doc:laws#Law-8-Effects-live-with-their-state>.
    public static let sendAfterEffectEnd = Self(number: 16)

    /// A policy allows fewer than one effect or attempt; it is treated as one.
    ///
    /// Names the policy, and the line of its effect, if it has one.
    public static let effectLimitBelowOne = Self(number: 17)

    /// The defaults of dependencies need each other to be computed.
    ///
    /// Stops the program.
    ///
    /// Names the keys, in the order in which they need each other.
    public static let dependencyCycle = Self(number: 18)

    /// A dependency was used that has no value here, such as a real client in a test.
    ///
    /// Names the dependency, the line of the property through which it was read, and in a test the effect.
    public static let unimplementedDependency = Self(number: 19)

    /// Code that belongs to no store read a dependency; it got the default.
    ///
    /// Names the type of the dependency, and the line of its property.
    public static let dependencyOutsideStore = Self(number: 20)

    /// A step of an undo history belongs to a store that is closed; it was removed from the history.
    ///
    /// Names the actions of the step.
    public static let undoAfterClose = Self(number: 21)

    /// Actions that waited were dropped because their store was closed.
    ///
    /// See <doc:laws#Law-12-Close>.
    public static let actionsDroppedByClose = Self(number: 22)

    /// Effects that waited for their time were dropped because their store was closed.
    public static let effectsDroppedByClose = Self(number: 23)

    /// `withRandomNumberGenerator` was called within its own closure.
    ///
    /// Stops the program.
    public static let randomNumbersNested = Self(number: 24)

    /// Code that is not known to run on the store's actor read the state through a handle without waiting.
    ///
    /// Stops the program.
    public static let stateReadElsewhere = Self(number: 25)

    /// A clock was asked to tick at an interval that is not longer than zero; it does not tick.
    ///
    /// Names the interval, and the line of `ticks`.
    public static let tickIntervalNotPositive = Self(number: 26)

    /// A child in a case is closed by an output, but its enum is not optional, so that nothing would be left.
    ///
    /// Names the child, and the line where it is composed.
    ///
    /// See <doc:laws#Law-15-Closed-by-its-output>.
    public static let caseNotOptional = Self(number: 27)

    /// A value could not be loaded from its storage or saved to it.
    ///
    /// Names what was tried and why it failed, and the line of the `Persistence`.
    public static let storageFailed = Self(number: 28)

    /// What a store did could not be written down; the store closed.
    ///
    /// Names the error. See <doc:laws#Law-13-Durability>.
    public static let commitFailed = Self(number: 29)

    /// A scope was asked to show another state than the newest, which only a whole store can.
    public static let scopeTravels = Self(number: 30)

    /// A journal could not keep the state of a store; nothing is lost.
    ///
    /// Names the store and the error.
    public static let snapshotFailed = Self(number: 31)

    /// A reducer was mounted without a name on a store whose actions are written down; it does not run.
    ///
    /// Names the line of the `mount`. See <doc:laws#Law-13-Durability>.
    public static let mountedWithoutName = Self(number: 32)

    /// The last turn in a log was cut off: it was so long that it was written in parts.
    ///
    /// What it had yet to do is not known. Names the store, and the last entry.
    public static let turnCutOff = Self(number: 33)

    /// A state gives one name to two fields of its forms; the second has none.
    ///
    /// Names the state and the field.
    public static let fieldNamedTwice = Self(number: 39)

    /// In one turn more than a thousand observers were evaluated, outside of rows, whose values had not changed.
    ///
    /// Reported once for each store. Names how many there were. See <doc:laws#Law-3-Notify-once>.
    public static let manyObservers = Self(number: 47)

    /// A reducer has both a body and `reduce(into:action:)`, which no store runs.
    ///
    /// Reported in tests. Names the type.
    public static let bodyAndFunction = Self(number: 48)

    /// All kinds, in the order of their numbers.
    public static let all: [Self] = [
        absentChild, stateReadWhileReducing, sendAfterClose, closedTwice, uncaughtEffectError, endlessTurn,
        scopeStateGone, duplicateIdentifier, identifierChanged, effectWithoutActor, actionNotEmbedded,
        scopeClosed, mountedOnView, handleWithoutActor, attachedAfterClose, sendAfterEffectEnd,
        effectLimitBelowOne, dependencyCycle, unimplementedDependency, dependencyOutsideStore,
        undoAfterClose, actionsDroppedByClose, effectsDroppedByClose, randomNumbersNested,
        stateReadElsewhere, tickIntervalNotPositive, caseNotOptional, storageFailed, commitFailed,
        scopeTravels, snapshotFailed, mountedWithoutName, turnCutOff, fieldNamedTwice,
        manyObservers, bodyAndFunction,
    ]
}
