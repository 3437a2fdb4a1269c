// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A service whose events a trace records.
struct RecordedService<S: Service>: Service {
    private let service: S
    private let name: String
    private let trace: Trace<S.State, S.Action>

    init(_ service: S, _ name: String, _ trace: Trace<S.State, S.Action>) {
        self.service = service
        self.name = name
        self.trace = trace
    }

    func detail(of state: S.State) -> S.Detail { service.detail(of: state) }

    func start(store: StoreHandle<S.State, S.Action>) {
        trace.append(.started(name))
        service.start(store: trace.recording(store, as: name))
    }

    func stateChanged(from old: S.Detail, to new: S.Detail, store: StoreHandle<S.State, S.Action>) {
        trace.append(.heard(from: old, to: new, by: name))
        service.stateChanged(from: old, to: new, store: trace.recording(store, as: name))
    }

    func stop(store: StoreHandle<S.State, S.Action>) {
        trace.append(.stopped(name))
        service.stop(store: trace.recording(store, as: name))
    }
}
