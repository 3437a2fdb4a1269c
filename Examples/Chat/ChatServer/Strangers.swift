// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The connections without a signed-in member: a bounded number, in which there is always room for one more.
///
/// When there are too many, the oldest one that has said nothing goes, of the address that has the most; so who opens
/// connections without end pushes out his own, and the next to come is let in at once.
struct Strangers {
    private struct Stranger {
        let address: String
        var hasSpoken = false
    }

    private let limit: Int
    private let limitOfAddress: Int
    private var strangers: [Int: Stranger] = [:]
    private var counts: [String: Int] = [:]

    /// Makes room for strangers.
    ///
    /// - Parameters:
    ///   - limit: How many there may be.
    ///   - limitOfAddress: How many of them may come from one address.
    init(limit: Int, limitOfAddress: Int) {
        (self.limit, self.limitOfAddress) = (limit, limitOfAddress)
    }

    /// Lets a connection in.
    ///
    /// - Parameters:
    ///   - number: The connection; later ones have larger numbers.
    ///   - address: Where it comes from.
    /// - Returns: The connection that has to go for it, if one has.
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

    /// Notes that a connection has said something: the silent ones go before it.
    mutating func speak(_ number: Int) { strangers[number]?.hasSpoken = true }

    /// Forgets a connection that has ended, or over which a member has signed in.
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
