// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A service with the store it belongs to, and the detail it saw last.
final class ServiceWatcher<S: Service>: ActionWatcher<S.State> {
    private let service: S
    private let store: StoreHandle<S.State, S.Action>
    private var detail: S.Detail?

    /// Whether the service has dependencies that are not the store's, because it was made elsewhere.
    private let isUnbound: Bool

    init(_ service: S, store: StoreHandle<S.State, S.Action>) {
        self.service = service
        self.store = store
        isUnbound = Mirror(reflecting: service).hasUnbound
    }

    override func prime(_ state: S.State) { detail = currentDetail(of: state) }

    override func start() { call { service.start(store: store) } }

    override func look(at state: S.State) {
        let new = currentDetail(of: state)
        guard let old = detail else { return detail = new }
        guard old != new else { return }
        detail = new
        call { service.stateChanged(from: old, to: new, store: store) }
    }

    override func stop() { call { service.stop(store: store) } }

    private func currentDetail(of state: S.State) -> S.Detail { reporting { service.detail(of: state) } }

    /// Lets the service read the state through its handle.
    private func call(_ body: () -> Void) {
        store.inbox.visiting { reporting(body) }
    }

    /// Lets the store's reporter hear of dependencies that are not the store's.
    private func reporting<Result>(_ body: () -> Result) -> Result {
        isUnbound ? DiagnosticReporter.$current.withValue(store.inbox.reporter, operation: body) : body()
    }
}

extension Mirror {
    /// Whether a property belongs to no store yet.
    fileprivate var hasUnbound: Bool {
        if children.contains(where: { ($0.value as? any StoreBound)?.isUnbound == true }) { return true }
        return superclassMirror?.hasUnbound ?? false
    }
}

extension StoreHandle {
    /// What the machine needs to know of a service.
    func watcher(for service: some Service<State, Action>) -> ActionWatcher<State> {
        ServiceWatcher(service, store: self)
    }
}
