// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The connections without a signed-in member: a bounded number that always has room for one more.
///
/// If there are too many, it dismisses the oldest silent connection of the address with the most connections.
/// A client that opens connections without limit dismisses its own, and other clients are admitted at once.
struct Strangers {
    private struct Stranger {
        let address: String
        var hasSpoken = false
    }

    private let limit: Int
    private let limitOfAddress: Int
    private var strangers: [Int: Stranger] = [:]
    private var counts: [String: Int] = [:]

    /// Makes an empty set of strangers.
    ///
    /// - Parameters:
    ///   - limit: The limit of connections.
    ///   - limitOfAddress: The limit of connections from one address.
    init(limit: Int, limitOfAddress: Int) {
        (self.limit, self.limitOfAddress) = (limit, limitOfAddress)
    }

    /// Admits a connection.
    ///
    /// - Parameters:
    ///   - number: The connection; later ones have larger numbers.
    ///   - address: The address of its client.
    /// - Returns: The connection that is dismissed for it, if there is one.
    mutating func enter(_ number: Int, from address: String) -> Int? {
        var leaving: Int?
        if counts[address, default: 0] >= limitOfAddress {
            leaving = next(of: address)
            if let leaving { leave(leaving) }
        } else if strangers.count >= limit {
            leaving = makeRoom()
        }
        strangers[number] = Stranger(address: address)
        counts[address, default: 0] += 1
        return leaving
    }

    /// Removes the oldest connection that has said nothing, of the address that has the most.
    ///
    /// - Returns: The connection, which has to go.
    mutating func makeRoom() -> Int? {
        let leaving = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap { next(of: $0.key) }
        if let leaving { leave(leaving) }
        return leaving
    }

    /// Records that a connection has sent a message; silent ones are dismissed first.
    mutating func speak(_ number: Int) { strangers[number]?.hasSpoken = true }

    /// Removes a connection that has closed or signed in.
    ///
    /// - Parameter number: The connection.
    /// - Returns: Whether it was here.
    @discardableResult
    mutating func leave(_ number: Int) -> Bool {
        guard let stranger = strangers.removeValue(forKey: number) else { return false }
        let count = counts[stranger.address, default: 0] - 1
        counts[stranger.address] = count > 0 ? count : nil
        return true
    }

    private func next(of address: String) -> Int? {
        strangers.filter { $0.value.address == address }
            .min { ($0.value.hasSpoken ? 1 : 0, $0.key) < ($1.value.hasSpoken ? 1 : 0, $1.key) }?.key
    }
}
