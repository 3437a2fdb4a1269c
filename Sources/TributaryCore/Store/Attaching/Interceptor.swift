// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A middleware, as the machine sees it.
class Interceptor<State, Action> {
    func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? { action }

    func didReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) {}
}

/// A middleware with the store it belongs to.
final class MiddlewareInterceptor<M: Middleware>: Interceptor<M.State, M.Action> {
    private let middleware: M
    private let store: StoreHandle<M.State, M.Action>

    init(_ middleware: M, store: StoreHandle<M.State, M.Action>) {
        self.middleware = middleware
        self.store = store
    }

    override func willReduce(_ action: M.Action, _ origin: ActionOrigin, _ state: M.State) -> M.Action? {
        middleware.willReduce(action, from: origin, state: state, store: store)
    }

    override func didReduce(_ action: M.Action, _ origin: ActionOrigin, _ state: M.State) {
        middleware.didReduce(action, from: origin, state: state, store: store)
    }
}

/// A middleware of a scope, as the parent of the scope sees it: it lets all others' actions pass.
final class ScopedInterceptor<State, Action, Slice, SliceAction>: Interceptor<State, Action> {
    private let base: Interceptor<Slice, SliceAction>
    private let lens: ScopeLens<State, Action, Slice, SliceAction>

    init(base: Interceptor<Slice, SliceAction>, lens: ScopeLens<State, Action, Slice, SliceAction>) {
        self.base = base
        self.lens = lens
    }

    override func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? {
        guard let own = lens.extract(action) else { return action }
        var passed: Action?
        let isThere = lens.read(state) { passed = base.willReduce(own, origin, $0).flatMap(lens.embed) }
        // While the state is absent there is nothing to be in the middle of; law 7 speaks about the action.
        return isThere ? passed : action
    }

    override func didReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        guard let own = lens.extract(action) else { return }
        _ = lens.read(state) { base.didReduce(own, origin, $0) }
    }
}
