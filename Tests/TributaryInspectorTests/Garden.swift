// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms
import TributaryTestSupport

@testable import TributaryInspector

/// A feature with children, a secret, and values that are hard to show.
struct Garden: Reducer {
    struct State: Equatable, Codable, Sendable {
        var count = 0
        var plants: IdentifiedArrayOf<Plant> = []
        var visits: [String: Int] = [:]
        var owner: Owner?
        var weather = Weather.unknown
    }

    struct Plant: Equatable, Codable, Identifiable, Sendable {
        var id: Int
        var name: String
    }

    struct Owner: Equatable, Codable, Sendable {
        var name: String
        @Secret var password: String
    }

    enum Weather: Equatable, Codable, Sendable {
        case unknown
        case rain(millimetres: Int)
    }

    enum Action: Equatable, Codable, Sendable {
        case add(by: Int)
        case grow
        case grown([Plant])
        case plant(PlantAction)
        case moveIn(Owner)
        case visit(String)
        case rain(millimetres: Int)
        case double
        case stop

        enum PlantAction: Equatable, Codable, Sendable { case rename(id: Int, String) }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .add(let by): state.count += by
        case .double: state.count *= 2
        case .grow:
            return .run(name: "growing") { send in
                await send(.grown([Plant(id: 1, name: "Rose"), Plant(id: 2, name: "Fern")]))
            }
            .cancellable(id: "growing")
        case .grown(let plants): state.plants = IdentifiedArray(uniqueElements: plants)
        case .plant(.rename(let id, let name)): state.plants[id: id]?.name = name
        case .moveIn(let owner): state.owner = owner
        case .visit(let name):
            state.visits[name, default: 0] += 1
            return .send(.add(by: 1))
        case .rain(let millimetres): state.weather = .rain(millimetres: millimetres)
        case .stop: return .cancel(id: "growing")
        }
        return .none
    }
}

extension ValuePath: ExpressibleByArrayLiteral {
    package init(arrayLiteral steps: String...) { self = .steps(steps) }
}
