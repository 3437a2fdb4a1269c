// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A service with the store it belongs to, and the detail it saw last.
final class ServiceWatcher<S: Service>: ActionWatcher<S.State> {
    private let service: S
    private let store: StoreHandle<S.State, S.Action>
    private var detail: S.Detail?

    init(_ service: S, store: StoreHandle<S.State, S.Action>) {
        self.service = service
        self.store = store
    }

    override func prime(_ state: S.State) { detail = service.detail(of: state) }

    override func start() { service.start(store: store) }

    override func look(at state: S.State) {
        let new = service.detail(of: state)
        guard let old = detail else { return detail = new }
        guard old != new else { return }
        detail = new
        service.stateChanged(from: old, to: new, store: store)
    }

    override func stop() { service.stop(store: store) }
}

extension StoreHandle {
    /// What the machine needs to know of a service.
    func watcher(for service: some Service<State, Action>) -> ActionWatcher<State> {
        ServiceWatcher(service, store: self)
    }
}
