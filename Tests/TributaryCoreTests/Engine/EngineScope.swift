// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A scope of a store of any of the states.
@MainActor
protocol EngineReached: AnyObject {
    func send(_ message: EngineMessage)

    func observe(_ aspect: EngineAspect, _ onChange: @escaping @MainActor (EngineSeen) -> Void)
        -> ObservationToken
}

@MainActor
final class EngineScope<Part: EnginePart>: EngineReached {
    private let store: Store<Part, EngineAction>

    init(_ store: Store<Part, EngineAction>) { self.store = store }

    func send(_ message: EngineMessage) { store.send(EngineAction(message)) }

    func observe(_ aspect: EngineAspect, _ onChange: @escaping @MainActor (EngineSeen) -> Void)
        -> ObservationToken
    {
        switch aspect {
        case .count: store.observe(\.fields.count) { onChange(.number($0)) }
        case .mark: store.observe(\.fields.mark) { onChange(.number($0)) }
        case .fields: store.observe(\.fields) { onChange(.fields($0)) }
        case .rows: store.observe({ EngineSeen(.rows, of: $0.naive) }, onChange: onChange)
        case .everything: store.observe { onChange(.everything($0.naive)) }
        }
    }
}
