// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump

/// Something that a middleware or a service did, or that happened to it.
///
/// Events are compared as failures show them, so that actions need not be Equatable.
public struct TraceEvent<Action>: Equatable, CustomStringConvertible {
    /// The event in one line: `lock swallowed Door.Action.open`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A middleware passed on an action.
    public static func passed(_ action: Action, by name: String) -> TraceEvent {
        TraceEvent("\(name) passed \(text(action))")
    }

    /// A middleware passed on another action in place of the one that it got.
    public static func replaced(_ action: Action, with other: Action, by name: String) -> TraceEvent {
        TraceEvent("\(name) replaced \(text(action)) with \(text(other))")
    }

    /// A middleware dropped an action.
    public static func swallowed(_ action: Action, by name: String) -> TraceEvent {
        TraceEvent("\(name) swallowed \(text(action))")
    }

    /// A middleware saw an action, and the state after it.
    public static func reduced(_ action: Action, seenBy name: String) -> TraceEvent {
        TraceEvent("\(name) saw \(text(action)) reduced")
    }

    /// A service started.
    public static func started(_ name: String) -> TraceEvent { TraceEvent("\(name) started") }

    /// A service was notified of a change of its detail.
    public static func heard<Detail>(from old: Detail, to new: Detail, by name: String) -> TraceEvent {
        TraceEvent("\(name) heard of \(text(old)) → \(text(new))")
    }

    /// A middleware or a service sent an action to the store.
    public static func sent(_ action: Action, by name: String) -> TraceEvent {
        TraceEvent("\(name) sent \(text(action))")
    }

    /// A service stopped.
    public static func stopped(_ name: String) -> TraceEvent { TraceEvent("\(name) stopped") }
}

extension TraceEvent: Sendable where Action: Sendable {}

private func text<Value>(_ value: Value) -> String { String(customDumping: value) }
