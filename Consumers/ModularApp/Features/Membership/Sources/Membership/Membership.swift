// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// The changes that members can make to their own membership, which can be undone.
public struct Membership: Reducer, Sendable {
    /// The member, and how often the name was changed.
    public struct State: Equatable, Sendable {
        /// The member; an app that keeps one for several features makes this state of it.
        public var member: Member
        /// The private state of Membership.
        public var record: Record

        /// Joins a member with a record.
        public init(member: Member, record: Record = Record()) {
            self.member = member
            self.record = record
        }
    }

    /// The private state of Membership.
    public struct Record: Equatable, Sendable {
        var changes = 0

        /// Starts with nothing changed.
        public init() {}
    }

    /// The actions of the feature.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)
        case own(Own)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            case memberChanged(Member)
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case changed(Member)
        }

        /// The internal actions.
        public struct Own: Sendable {
            let event: Event
        }

        enum Event: Sendable {
            case rename(PropertyChange<Member, String>)
        }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    /// Makes the feature.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.memberChanged(let member)):
            state.member = member
            return .none
        case .own(let own):
            switch own.event {
            case .rename(let change):
                change.apply(to: &state.member)
                state.record.changes += 1
                return .send(.output(.changed(state.member)))
            }
        case .output:
            return .none
        }
    }
}
