// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

/// Why statements were not carried out, as far as that is known.
enum PostgresFailure: Error {
    /// There is no server that takes them; nothing was sent.
    case unreachable(String)

    /// The connection went, or the answer did not come in time: they may have been carried out, or may yet be.
    case interrupted(String)

    /// The server said why it undid them.
    case undone(state: String, String)

    /// The server's setup is not supported, or its tables belong to another program.
    case unusable(ActionLogError)

    /// Whether the same statements may be tried again, at another server or later.
    var isPassing: Bool {
        switch self {
        case .unreachable, .interrupted: true
        case .unusable: false
        case .undone(let state, _):
            Self.passing.contains(state) || Self.passing.contains(String(state.prefix(2)))
        }
    }

    /// Conflicts between transactions (40), operators (57), too little memory or too many connections (53200, 53300), a server that
    /// has become a standby (25006), and `PostgresStatement.append`'s own way to begin anew.
    private static let passing: Set = ["40", "57", "53200", "53300", "25006", PostgresStatement.covered]

    var message: String {
        switch self {
        case .unreachable(let message), .interrupted(let message), .undone(_, let message): message
        case .unusable(let error): "\(error)"
        }
    }
}
#endif
