// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Finds out whether a reducer with a body has a `reduce(into:action:)` of its own, which no store would run.
///
/// The compiler accepts both. So in tests the function is called once, with a copy of the state: the library's own says that
/// it was called, and does nothing else.
@usableFromInline
final class BodyCheck: Sendable {
    private let isDone = Atomic(false)
    private let reducer: ObjectIdentifier

    private init(of reducer: Any.Type) { self.reducer = ObjectIdentifier(reducer) }

    @TaskLocal private static var current: BodyCheck?

    /// Whether the call of a reducer's function is a check, which it answers by this.
    @usableFromInline
    static func isDone(by reducer: Any.Type) -> Bool {
        guard let current, current.reducer == ObjectIdentifier(reducer) else { return false }
        current.isDone.store(true, ordering: .relaxed)
        return true
    }

    /// Whether a function is the library's own.
    fileprivate static func isLibraryOwn(of reducer: Any.Type, _ call: () -> Void) -> Bool {
        let check = BodyCheck(of: reducer)
        $current.withValue(check, operation: call)
        return check.isDone.load(ordering: .relaxed)
    }
}

extension Reducer {
    /// In tests, what looks at the first action whether the reducer has a body and a function; otherwise nothing.
    @usableFromInline
    func checked(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        guard context.dependencies.isTesting else { return ResolvedReducer(parts: []) }
        let reporter = context.dependencies.diagnosticReporter
        var isChecked = false
        return ResolvedReducer { place, action in
            guard !isChecked else { return .none }
            isChecked = true
            var state = place.assumingMemoryBound(to: State.self).pointee
            guard !BodyCheck.isLibraryOwn(of: Self.self, { _ = reduce(into: &state, action: action) }) else {
                return .none
            }
            reporter.report(
                Diagnostic(
                    .bodyAndFunction,
                    message: """
                        \(typeName(Self.self)) has both a body and reduce(into:action:). A store runs the body, and never the \
                        function.
                        """,
                    remedy:
                        "Put what the function does into the body, as an `Update` or a `Reduce`, or remove the body.",
                    action: String(reflecting: action)
                )
            )
            return .none
        }
    }
}
