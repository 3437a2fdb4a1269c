// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Scanner
import Tributary

/// Books are held under a scanner, gathered, and taken out together.
///
/// The scanner is a feature of another package, hidden inside Checkout: its outputs are translated.
public struct Checkout: Reducer, Sendable {
    /// The scanner and the gathered books, private to Checkout.
    public struct State: Equatable, Sendable {
        var scanner = Scanner.State()
        var gathered: [Book] = []

        /// Starts with nothing gathered, and the scanner off.
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
            case begin
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable {
            case taken([Book])
            case unknown(code: String)
        }

        /// The internal actions.
        public struct Own: CasePathable, Sendable {
            let event: Event

            /// The path to the internal actions, for Checkout alone.
            public struct AllCasePaths: Sendable {
                var event: CasePath<Own, Event> { CasePath(embed: { Own(event: $0) }, extract: { $0.event }) }
            }

            /// The path to the internal actions, for Checkout alone.
            public static var allCasePaths: AllCasePaths { AllCasePaths() }
        }

        @CasePathable
        enum Event: Sendable {
            case scanner(Scanner.Action)
            case take
        }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    @Dependency(\.holdings) private var holdings

    /// Makes the feature; it asks its store for `holdings`.
    public init() {}

    /// The feature.
    public var body: some Reducer<State, Action> {
        Scope(state: \.scanner, action: \.own.event.scanner) { Scanner() }
        Reduce { state, action in
            switch action {
            case .input(.begin):
                state.gathered = []
                return .send(.own(.scanner(.input(.switchOn))))
            case .own(let own):
                return reduce(own.event, into: &state)
            case .output:
                return .none
            }
        }
    }

    private func reduce(_ event: Action.Event, into state: inout State) -> Effect<Action> {
        switch event {
        case .scanner(.output(.read(let code))):
            guard let book = holdings[code] else { return .send(.output(.unknown(code: code))) }
            state.gathered.append(book)
            return .none
        case .scanner:
            return .none
        case .take:
            defer { state.gathered = [] }
            return .merge(
                .send(.own(.scanner(.input(.switchOff)))),
                .send(.output(.taken(state.gathered)))
            )
        }
    }
}
