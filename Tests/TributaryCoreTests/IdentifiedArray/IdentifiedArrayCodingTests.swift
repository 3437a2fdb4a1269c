// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
@testable import TributaryCore

@Suite(.timeLimit(.minutes(30)))
struct IdentifiedArrayCodingTests {
    @Test func `it is coded as the array of its elements`() throws {
        let tracks = Tracks(2, 1)
        let data = try JSONEncoder().encode(tracks)
        #expect(try JSONDecoder().decode([Track].self, from: data) == tracks.elements)
        let decoded = try JSONDecoder().decode(Tracks.self, from: data)
        #expect(decoded == tracks && decoded.ids == [2, 1] && decoded.brokenInvariant == nil)
    }

    @Test func `a repeated identifier cannot be decoded`() throws {
        let data = try JSONEncoder().encode([Track(id: 1), Track(id: 2), Track(id: 1)])
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Tracks.self, from: data) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("Unexpected error: \(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains("identifier 1"))
    }
}
