// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump

/// How a test store compares the expected state with the actual one.
struct StateComparison<State> {
    let isSame: (_ expected: State, _ actual: State) -> Bool

    /// The difference as text; `nil` if none can be shown.
    let difference: (_ expected: State, _ actual: State) -> String?

    /// Compares only the selected values.
    init<each Value: Equatable>(selecting select: repeat @escaping (State) -> each Value) {
        isSame = { expected, actual in
            for select in repeat each select {
                guard select(expected) == select(actual) else { return false }
            }
            return true
        }
        difference = { expected, actual in
            var texts: [String] = []
            for select in repeat each select {
                if let text = diff(select(expected), select(actual), format: .proportional) {
                    texts.append(text)
                }
            }
            return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
        }
    }

    private init(isSame: @escaping (State, State) -> Bool) {
        self.isSame = isSame
        difference = { diff($0, $1, format: .proportional) }
    }

    /// Compares nothing.
    static var nothing: StateComparison {
        StateComparison(isSame: { _, _ in true })
    }

    static func whole() -> StateComparison where State: Equatable { StateComparison(isSame: ==) }
}
