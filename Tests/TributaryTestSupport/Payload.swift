// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A feature that changes one number of a large array, in order to see whether the array is copied.
package struct Payload: Reducer {
    package struct State: Equatable, Identifiable, Sendable {
        package let id: Int
        package var numbers: [Int]

        package init(id: Int = 0, count: Int) {
            self.id = id
            numbers = Array(0..<count)
        }

        /// The address of the numbers.
        package var address: UInt {
            numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
    }

    package enum Action: Equatable, Sendable { case touch }

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.numbers[0] += 1
        return .none
    }
}
