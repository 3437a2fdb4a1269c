// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CPostgres
import TributaryLog

/// The durability of an acknowledged commit: the servers that have it.
public enum PostgresDurability: Sendable {
    /// On the disks of as many standbys as the server's `synchronous_standby_names` requires, and so also after a failover.
    case onStandbys

    /// On the disk of one server, and lost with it.
    case onOneServer
}

/// How a log reaches its servers.
struct PostgresConfiguration: Sendable {
    /// The options of libpq, by name.
    var options: [String: String]
    var durability: PostgresDurability

    /// How long a call may take.
    var deadline: Duration

    /// The database and its servers, without passwords.
    var place: String

    /// - Throws: `ActionLogError.notWritable` if the text is none that libpq understands.
    init(
        _ text: String,
        durability: PostgresDurability,
        deadline: Duration
    ) throws(ActionLogError) {
        self.durability = durability
        self.deadline = deadline
        var said: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &said) else {
            defer { PQfreemem(said) }
            // Not the text itself: it may have a password.
            let reason = said.map { String(cString: $0) } ?? "it cannot be read"
            throw .notWritable(
                place: "The database of the connection string",
                reason: reason.split(whereSeparator: \.isNewline).joined(separator: "; ")
            )
        }
        defer { PQconninfoFree(parsed) }
        options = [:]
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        // The caller's options override these. They detect a lost server, so that the next one is tried.
        let defaults = [
            "application_name": "tributary", "connect_timeout": "3", "target_session_attrs": "read-write",
            "tcp_user_timeout": "\(milliseconds(of: deadline))", "keepalives_idle": "5",
            "keepalives_interval": "2",
            "client_encoding": "UTF8",
        ]
        for (keyword, value) in defaults where options[keyword] == nil { options[keyword] = value }
        let servers = options["host"] ?? options["hostaddr"] ?? "the local server"
        place = "The database \(options["dbname"] ?? options["user"] ?? "") at \(servers)"
    }
}
#endif
