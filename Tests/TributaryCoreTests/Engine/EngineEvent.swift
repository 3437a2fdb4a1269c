// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The events of a run, in order: compared between the engine and its naive model.
enum EngineEvent: Equatable, Sendable {
    enum Origin: Sendable { case store, reducer, effect }

    /// An action was reduced, and left this state.
    case action(EngineMessage, Origin, NaiveState)
    /// An observer received a value.
    case heard(Int, EngineSeen)
    case service(Int, Service)
    case complaint(Complaint)

    /// A call of a service.
    enum Service: Equatable, Sendable {
        case started
        case changed(Int, Int)
        case stopped
    }

    enum Complaint: Sendable { case absentChild, sendAfterClose, closedTwice, dropped, other }
}

/// The values that observers read.
enum EngineAspect: CaseIterable, Sendable {
    case count, mark, fields, rows, everything
}

/// The value that an observer received.
enum EngineSeen: Equatable, Sendable {
    case number(Int)
    case fields(EngineFields)
    case rows([Int])
    case everything(NaiveState)

    init(_ aspect: EngineAspect, of state: NaiveState) {
        self =
            switch aspect {
            case .count: .number(state.fields.count)
            case .mark: .number(state.fields.mark)
            case .fields: .fields(state.fields)
            case .rows: .rows((state.children[.rows] ?? []).map(\.fields.id))
            case .everything: .everything(state.numbered(nil))
            }
    }

    /// Whether a store does not notify an observer of this value after another one.
    func isEqual(to last: EngineSeen?) -> Bool {
        guard case .everything(let state) = self, case .everything(let last) = last else {
            return self == last
        }
        return state.compared == last.compared
    }
}

/// An observer of a part of the state, and its reaction to a notification.
struct EngineObserver: Hashable, Sendable {
    var way: [EngineHop]
    var aspect: EngineAspect
    var reaction: Reaction?
    /// How often it reacts.
    var budget = 2

    indirect enum Reaction: Hashable, Sendable {
        case send(EngineMessage)
        /// Cancels one of the observers that were ever added.
        case cancel(Int)
        case observe(EngineObserver)
        /// Closes the store while observers wait to be notified, and actions to be reduced.
        case close
    }
}
