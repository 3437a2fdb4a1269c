// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The permitted uses of a feature in another package; Scripts/check-consumers.sh modular-app checks that they compile.
import Scanner
import Tributary

struct Door: Reducer {
    struct State { var scanner = Scanner.State(isOn: true) }

    @CasePathable
    enum Action { case scanner(Scanner.Action) }

    var body: some Reducer<State, Action> {
        Scope(state: \.scanner, action: \.scanner) { Scanner() }
        Reduce { _, action in
            switch action {
            case .scanner(.output(.read)): .send(.scanner(.input(.switchOff)))
            case .scanner(.input), .scanner(.own): .none
            }
        }
    }
}
