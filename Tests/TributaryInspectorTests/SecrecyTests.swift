// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Testing
import TributaryCore
import TributaryForms

@testable import TributaryInspector

@Suite("A secret value", .timeLimit(.minutes(30)))
@MainActor
struct SecrecyTests {
    /// A safe whose action codes itself by hand, and reveals its content.
    private struct Safe: Reducer {
        struct State: Equatable, Codable, Sendable, CustomStringConvertible {
            @Secret var pin = ""
            var holders: [Garden.Owner] = []

            var description: String { "pin \(pin)" }
        }

        enum Action: Equatable, Codable, Sendable, CustomStringConvertible {
            case lock(Secret<String>)
            case share(Garden.Owner)

            var description: String {
                switch self {
                case .lock(let pin): "lock \(pin.wrappedValue)"
                case .share(let owner): "share \(owner.password)"
                }
            }

            enum CodingKeys: CodingKey { case lock, share }

            init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: CodingKeys.self)
                self =
                    if let owner = try fields.decodeIfPresent(Garden.Owner.self, forKey: .share) {
                        .share(owner)
                    } else {
                        .lock(Secret(wrappedValue: try fields.decode(String.self, forKey: .lock)))
                    }
            }

            /// Written without logs in mind: the plain value.
            func encode(to encoder: any Encoder) throws {
                var fields = encoder.container(keyedBy: CodingKeys.self)
                switch self {
                case .lock(let pin): try fields.encode(pin.wrappedValue, forKey: .lock)
                case .share(let owner): try fields.encode(owner, forKey: .share)
                }
            }
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .lock(let pin): state.pin = pin.wrappedValue
            case .share(let owner): state.holders.append(owner)
            }
            return .none
        }
    }

    private static let hidden = "tell-nobody"

    @Test func `is in no answer to any request`() async throws {
        let store = Store(initialState: Safe.State()) { Safe() }
        let inspector = try await Inspector.serve(store, name: "Safe", configuration: .testing) { Safe() }
        let page = try await PageClient(inspector)
        store.send(.lock(Secret(wrappedValue: Self.hidden)))
        store.send(.share(Garden.Owner(name: "Ada", password: Self.hidden)))
        var answers = [try await page.event().text]
        for ask in [
            "rows", "cases", "effects", "index", "action", "value", "text", "difference", "graph", "pinned",
            "test", "whatIf", "typed", "site", "find",
        ] {
            for number in [1, 2] {
                for subject in ["now", "before", "after", "action"] {
                    var request: JSON = [
                        "ask": .string(ask), "store": "s1", "number": .integer(number), "depth": 5,
                        "of": .string(subject), "from": 1, "to": 2, "paths": [["pin"], ["holders"]],
                        "path": [],
                    ]
                    if ask == "rows" { request["from"] = 0 }
                    // An answer or a refusal: neither has it.
                    answers.append(try await page.anything(request).text)
                }
            }
        }
        for path in [["pin"], ["holders", "0", "password"], ["lock"], ["share"]] as [JSON] {
            for ask in ["value", "text"] {
                for subject in ["now", "action"] {
                    answers.append(
                        try await page.anything([
                            "ask": .string(ask), "store": "s1", "number": 1, "of": .string(subject),
                            "path": path,
                        ])
                        .text
                    )
                }
            }
        }
        for form in ["redux", "test"] {
            let target = "/export?token=\(inspector.server.token)&store=s1&form=\(form)&from=1&to=2"
            answers.append(try await PageClient.ask(inspector, "GET", target).body)
        }
        for answer in answers { #expect(!answer.contains(Self.hidden)) }
        #expect(answers.contains { $0.contains("•••") })
        // Without it, an action could not be sent again as it was.
        #expect(try await page.ask(["ask": "action", "store": "s1", "number": 1])["typed"] == nil)
        #expect(store.pin == Self.hidden)
    }

    @Test func `is found by no filter, so that it cannot be guessed letter by letter`() async throws {
        let store = Store(initialState: Safe.State()) { Safe() }
        let inspector = try await Inspector.serve(store, name: "Safe", configuration: .testing) { Safe() }
        let page = try await PageClient(inspector)
        store.send(.lock(Secret(wrappedValue: Self.hidden)))
        store.send(.share(Garden.Owner(name: "Ada", password: Self.hidden)))
        for (text, count) in [("tell", 0), ("nobody", 0), ("t", 0), ("Ada", 1)] {
            let rows: JSON = ["ask": "rows", "store": "s1", "filter": ["text": .string(text)]]
            #expect(try await page.ask(rows)["rows"]?.array?.count == count, "\(text)")
        }
    }
}
#endif
