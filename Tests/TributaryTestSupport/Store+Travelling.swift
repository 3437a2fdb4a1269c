// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// Time travel of a whole store, as in the inspector.
extension Store {
    package func travel(to state: State) { wholeMachine?.travel(to: state) }

    package func comeBack() { wholeMachine?.travel(to: nil) }

    package var isTravelling: Bool { wholeMachine?.hiddenState != nil }
}
