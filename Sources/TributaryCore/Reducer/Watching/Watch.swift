// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What looks at a piece of state after every action: an `onChange`, a feedback, or all of those of a part of it.
///
/// Every piece of state (each row, for instance) has watches of its own, which remember what they saw there. Looking only
/// reads; the state is written to only where an answer runs, or where a collection is marked.
@usableFromInline
package final class Watch<State, Action> {
    /// Is shown the state before every action, where something inside asks of it.
    @usableFromInline let willReduce: ((State) -> Void)?

    /// Makes this the piece of state that filters speak of when their reducers run next.
    @usableFromInline let select: (() -> Void)?

    /// Takes the state as it is: what changed until now is not answered.
    @usableFromInline let prime: ((State) -> Void)?

    /// Whether there is something to answer; remembers a state that it sees for the first time.
    @usableFromInline let isDue: (State) -> Bool

    /// Answers what is due, and may change the state.
    @usableFromInline package let answer: (inout State) -> Effect<Action>

    /// Whether there is nothing to remember.
    @usableFromInline let isIdle: () -> Bool

    @usableFromInline
    init(
        willReduce: ((State) -> Void)? = nil,
        select: (() -> Void)? = nil,
        prime: ((State) -> Void)? = nil,
        isDue: @escaping (State) -> Bool,
        answer: @escaping (inout State) -> Effect<Action>,
        isIdle: @escaping () -> Bool
    ) {
        self.willReduce = willReduce
        self.select = select
        self.prime = prime
        self.isDue = isDue
        self.answer = answer
        self.isIdle = isIdle
    }
}

extension Watch {
    /// Several watches as one: each sees what the answers before it changed.
    static func all(_ watches: [Watch]) -> Watch {
        if watches.count == 1 { return watches[0] }
        let willReduce = watches.compactMap(\.willReduce)
        let select = watches.compactMap(\.select)
        let prime = watches.compactMap(\.prime)
        return Watch(
            willReduce: willReduce.isEmpty ? nil : { state in for look in willReduce { look(state) } },
            select: select.isEmpty ? nil : { for select in select { select() } },
            prime: prime.isEmpty ? nil : { state in for prime in prime { prime(state) } },
            isDue: isAnyDue(watches[...]),
            answer: { state in
                var effect = Effect<Action>.none
                for watch in watches { effect = effect.merge(with: watch.answerIfDue(&state)) }
                return effect
            },
            isIdle: { watches.allSatisfy { $0.isIdle() } }
        )
    }

    /// One closure for all: going through a list of them would cost more than what they do.
    ///
    /// Halved again and again, so that the closures of many are not nested deep.
    private static func isAnyDue(_ watches: ArraySlice<Watch>) -> (State) -> Bool {
        guard let watch = watches.first else { return { _ in false } }
        guard watches.count > 1 else { return watch.isDue }
        let middle = watches.startIndex + watches.count / 2
        let (first, second) = (isAnyDue(watches[..<middle]), isAnyDue(watches[middle...]))
        return { first($0) || second($0) }
    }

    @usableFromInline
    func answerIfDue(_ state: inout State) -> Effect<Action> { isDue(state) ? answer(&state) : .none }
}
