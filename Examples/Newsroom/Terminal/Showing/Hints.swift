// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The keys that there are.
package enum Hints: Equatable, Sendable {
    case typing
    case reading(isSignedIn: Bool)
    case choosing(isSignedIn: Bool)

    init(_ state: Browser.State) {
        self =
            if state.name != nil {
                .typing
            } else if state.page != nil {
                .reading(isSignedIn: state.isSignedIn)
            } else {
                .choosing(isSignedIn: state.isSignedIn)
            }
    }

    var text: String {
        switch self {
        case .typing: "enter sign in · esc cancel"
        case .reading(let isSignedIn):
            "j/k scroll · space page · b back · s sign \(isSignedIn ? "out" : "in") · q quit"
        case .choosing(let isSignedIn):
            "j/k move · enter open · l load · s sign \(isSignedIn ? "out" : "in") · q quit"
        }
    }
}
