// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Counts the actions that reach the middleware of a test store, to detect a dropped action.
///
/// It belongs to the test store, and is called only while a turn of its machine runs.
final class AdmissionCount<State, Action>: Middleware {
    var count = 0

    func willReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) -> Action? {
        count += 1
        return action
    }
}
