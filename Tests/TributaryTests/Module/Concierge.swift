// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A house whose reading room is a part of its state, or separate behind its boundary.
///
/// For both kinds: shows titles in the house, and sends the visitor to the room.
@MainActor
final class Concierge {
    enum Attachment: String, CaseIterable {
        case composed, separate
    }

    let house: StoreOf<House>
    let reading: StoreOf<Reading>

    /// How often the house's reducer has run.
    var reductions: Int { house.reductions }

    private let tokens: [ObservationToken]

    init(_ attachment: Attachment) {
        switch attachment {
        case .composed:
            let house = Store(initialState: House.State(reading: Reading.State(reader: "nobody"))) { House() }
            guard let reading = house.scope(state: \.reading, action: \.reading) else {
                preconditionFailure("The house was furnished with a reading room.")
            }
            self.house = house
            self.reading = reading
            tokens = []
        case .separate:
            house = Store(initialState: House.State()) { House() }
            reading = Store(initialState: Reading.State(reader: "nobody")) { Reading() }
            tokens = [
                Module(reading, input: \.input, output: \.output).connect(
                    to: house,
                    input: { .readerChanged($0.visitor) },
                    output: { .readingHappened($0) }
                )
            ]
        }
    }
}

/// A house that shows a title at each request.
struct House: Reducer {
    struct State: Equatable {
        var visitor = "nobody"
        var weather = 0
        var reading: Reading.State?
        var reductions = 0
        /// The titles of all screens that would be pushed.
        var shown: [String] = []
    }

    @CasePathable
    enum Action {
        case enter(String)
        case weather(Int)
        case reading(Reading.Action)
        case readingHappened(Reading.Action.Output)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            state.reductions += 1
            switch action {
            case .enter(let name):
                state.visitor = name
                return state.reading == nil ? .none : .send(.reading(.input(.readerChanged(name))))
            case .weather(let weather):
                state.weather = weather
            case .reading(.output(.opened(let title, by: _))), .readingHappened(.opened(let title, by: _)):
                state.shown.append(title)
            case .reading, .readingHappened:
                break
            }
            return .none
        }
        .ifLet(\.reading, action: \.reading) { Reading() }
    }
}
