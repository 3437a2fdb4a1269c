// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A scanner for the codes on books: it can be switched on and off, and emits every code it reads.
///
/// It knows neither books nor apps. In its own store or as a part of another feature, its internal actions
/// and its state are not accessible from outside.
public struct Scanner: Reducer, Sendable {
    /// The state of the scanner, private to it.
    public struct State: Equatable, Sendable {
        var isOn: Bool
        var reads = 0

        /// Starts with nothing read.
        public init(isOn: Bool = false) { self.isOn = isOn }
    }

    /// The actions of the feature.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)
        case own(Own)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable {
            case switchOn, switchOff
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case read(code: String)
        }

        /// The internal actions.
        public struct Own: Sendable {
            let event: Event
        }

        enum Event: Sendable {
            case beam(String)
        }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    /// Makes the feature.
    public init() {}

    /// The feature.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .input(.switchOn):
                state.isOn = true
            case .input(.switchOff):
                state.isOn = false
            case .own(let own):
                return reduce(own.event, into: &state)
            case .output:
                break
            }
            return .none
        }
    }

    private func reduce(_ event: Action.Event, into state: inout State) -> Effect<Action> {
        switch event {
        case .beam(let code):
            guard state.isOn else { return .none }
            state.reads += 1
            return .send(.output(.read(code: code)))
        }
    }
}
