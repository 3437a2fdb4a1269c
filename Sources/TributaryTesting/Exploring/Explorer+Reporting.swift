// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Explorer {
    /// Fails the test with an order.
    ///
    /// - Parameters:
    ///   - outcome: The shortest order that fails.
    ///   - exploration: How it was found.
    func report(_ outcome: Outcome, _ exploration: Exploration) {
        let found = exploration.seed.map { ", sampled with the seed \($0)" } ?? ""
        let order = outcome.order.map(String.init).joined(separator: ", ")
        site.fail(
            """
            The scenario fails under an order of its effects, the \(ordinal(exploration.count)) that was tried\(found).

            The shortest order that fails; replay it with `explore(replaying: [\(order)])`:\(steps(outcome))

            What fails:
            \(outcome.failures.map { $0.indented(by: 2) }.joined(separator: "\n"))
            """
        )
    }

    /// Warns of a pass that did not try all orders.
    func reportIncomplete(_ exploration: Exploration, limit: Int) {
        let sampled = exploration.seed.map { ", the second half of them sampled with the seed \($0)" } ?? ""
        site.note(
            """
            The scenario passed under \(exploration.count) orders of its effects\(sampled), and there are more. Make the \
            scenario smaller, such as one feature at a time, or raise the limit: `explore(limit: \(limit * 10))`.
            """
        )
    }

    /// Warns that orders which lead to the same situation continue differently.
    func reportRemembering() {
        site.note(
            """
            Two orders of the scenario lead to the same situation and go on differently, so no orders were merged. Look for \
            a dependency that remembers something from one call to the next, such as a counter in a client.
            """
        )
    }

    /// Reports a scenario that differs from run to run.
    func reportStrayed() {
        site.fail(
            """
            The scenario does not offer the same choices each time, so that its orders cannot be explored. Look for \
            something in it that the test does not control: the time, random numbers, threads, work outside, or \
            a state that one run leaves to the next.
            """
        )
    }

    /// The choices that differ from the usual ones, and the one after them.
    private func steps(_ outcome: Outcome) -> String {
        let choices = outcome.choices.prefix(max(outcome.order.count + 1, 1))
        guard !choices.isEmpty else { return "\n  There is only one." }
        return choices.enumerated().map { index, choice in
            let others = choice.ready.indices.filter { $0 != choice.taken }.map { "\(choice.ready[$0])" }
            let what =
                choice.taken < choice.ready.count
                ? "\(choice.ready[choice.taken]) goes on" : "the scenario sends its next action"
            let before = others.isEmpty ? "" : ", before " + others.joined(separator: ", ")
            return "\n  \(index + 1). \(what)\(before)"
        }.joined()
    }

    private func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (1, let tens) where tens != 11: "\(number)st"
        case (2, let tens) where tens != 12: "\(number)nd"
        case (3, let tens) where tens != 13: "\(number)rd"
        default: "\(number)th"
        }
    }
}
