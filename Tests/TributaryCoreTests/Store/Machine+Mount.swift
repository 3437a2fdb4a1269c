// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCore

extension Machine {
    /// Mounts a reducer, as a store does.
    func mount<R: Reducer<State, Action>>(
        named name: String? = nil,
        @ReducerBuilder<State, Action> _ reducer: @escaping () -> R,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        mount(AnyReducer(making: reducer), named: name, at: SourceSite(fileID: fileID, line: line))
    }
}
