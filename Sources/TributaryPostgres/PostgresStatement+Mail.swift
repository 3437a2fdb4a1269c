// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

extension PostgresStatement {
    /// The time of the server, in milliseconds; the same within a statement, so that indexes are used.
    private static let now = "(extract(epoch FROM statement_timestamp()) * 1000)::int8"

    private static let isDue = "(i.due IS NULL OR i.due <= \(now))"

    /// The columns of a message, as `MailboxMessage.init(_:)` reads them.
    private static let columns = """
        i.number, i.store, i.id, i.node, i.kind, i.sender, i.request, i.due, i.expires - \(now), i.deaths, i.suspect, i.aside, \
        i.contents
        """

    // MARK: - Changing

    /// The statements that make changes, in a transaction.
    static func changes(_ changes: [MailboxChange], isDurable: Bool) -> [PostgresStatement] {
        var statements = [PostgresStatement(sql: "BEGIN")]
        // By default, the connection does not wait for disks.
        if isDurable {
            statements.append(PostgresStatement(sql: "SELECT set_config('synchronous_commit', 'on', true)"))
        }
        for group in groups(of: changes) { statements += self.changes(inGroup: group) }
        statements += wake(Set(changes.compactMap(\.woken)))
        return statements + [PostgresStatement(sql: "COMMIT")]
    }

    /// Wakes nodes when the transaction ends.
    static func wake(_ nodes: Set<String>) -> [PostgresStatement] {
        guard !nodes.isEmpty else { return [] }
        let sql = "SELECT pg_notify(c, '') FROM unnest($1::text[]) AS t (c)"
        return [PostgresStatement(sql: sql, values: [PostgresValue(nodes.sorted().map(channel))])]
    }

    /// The channel at which a node listens: a name that every node name gives, however long.
    static func channel(of node: String) -> String {
        let hash = node.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return "tributary_\(String(hash, radix: 16))"
    }

    /// Changes in groups, within which their order does not matter.
    static func groups(of changes: [MailboxChange]) -> [[MailboxChange]] {
        var groups: [[MailboxChange]] = [[]]
        var (numbers, keys): (Set<Int>, Set<MailboxKey>) = ([], [])
        for change in changes {
            func isFree() -> Bool {
                switch change {
                case .put, .cancel: change.key.map { keys.insert($0).inserted } ?? true
                case .remove(let number), .move(let number, _, _), .suspect(let number, _),
                    .setAside(let number, _), .retry(let number):
                    numbers.insert(number).inserted
                case .countDeath: groups[groups.count - 1].isEmpty
                case .answer: true
                }
            }
            if !isFree() {
                groups.append([])
                (numbers, keys) = ([], [])
                // Of the new group, too.
                _ = isFree()
            }
            groups[groups.count - 1].append(change)
        }
        return groups
    }

    /// A statement for each kind of changes in a group.
    private static func changes(inGroup changes: [MailboxChange]) -> [PostgresStatement] {
        var puts: [MailboxMessage] = []
        var removed: [Int] = []
        var cancelled: [MailboxKey] = []
        var moved: [(number: Int, node: String, former: String?)] = []
        var suspects: [(number: Int, node: String)] = []
        var aside: [(number: Int, reason: String)] = []
        var retried: [Int] = []
        var answers: [MailboxAnswer] = []
        var statements: [PostgresStatement] = []
        for change in changes {
            switch change {
            case .put(let message): puts.append(message)
            case .remove(let number): removed.append(number)
            case .cancel(let store, let id): cancelled.append(MailboxKey(store: store, id: id))
            case .move(let number, let node, let former): moved.append((number, node, former))
            case .suspect(let number, let node): suspects.append((number, node))
            case .setAside(let number, let reason): aside.append((number, reason))
            case .retry(let number): retried.append(number)
            case .answer(let answer): answers.append(answer)
            case .countDeath(let node):
                let sql =
                    "UPDATE tributary.inbox i SET deaths = deaths + 1 WHERE node = $1::text AND \(isDue)"
                statements.append(PostgresStatement(sql: sql, values: [PostgresValue(node)]))
            }
        }
        func add(_ sql: String, _ values: PostgresValue...) {
            statements.append(PostgresStatement(sql: sql, values: values))
        }
        if !puts.isEmpty {
            statements.append(PostgresStatement(sql: put(from: unnestPuts(at: 1)), values: values(of: puts)))
        }
        if !removed.isEmpty {
            add("DELETE FROM tributary.inbox WHERE number = ANY ($1::int8[])", PostgresValue(removed))
        }
        if !cancelled.isEmpty {
            let sql = """
                DELETE FROM tributary.inbox i USING unnest($1::text[], $2::text[]) AS k (store, id)
                WHERE i.store = k.store AND i.id = k.id
                """
            add(sql, PostgresValue(cancelled.map(\.store)), PostgresValue(cancelled.map(\.id)))
        }
        if !moved.isEmpty {
            let sql = """
                UPDATE tributary.inbox i
                SET node = m.node, deaths = i.deaths + CASE WHEN m.former <> '' AND \(isDue) THEN 1 ELSE 0 END,
                    suspect = CASE WHEN m.former <> '' THEN i.suspect END
                FROM unnest($1::int8[], $2::text[], $3::text[]) AS m (number, node, former)
                WHERE i.number = m.number AND m.former IN ('', i.node)
                """
            add(
                sql,
                PostgresValue(moved.map(\.number)),
                PostgresValue(moved.map(\.node)),
                PostgresValue(moved.map { $0.former ?? "" })
            )
        }
        if !suspects.isEmpty {
            add(update("suspect"), PostgresValue(suspects.map(\.number)), PostgresValue(suspects.map(\.node)))
        }
        if !aside.isEmpty {
            add(update("aside"), PostgresValue(aside.map(\.number)), PostgresValue(aside.map(\.reason)))
        }
        if !retried.isEmpty {
            let sql = """
                UPDATE tributary.inbox SET aside = NULL, suspect = NULL, deaths = 0
                WHERE number = ANY ($1::int8[]) AND aside IS NOT NULL
                """
            add(sql, PostgresValue(retried))
        }
        if !answers.isEmpty {
            let sql = """
                INSERT INTO tributary.answers (node, request, contents)
                SELECT node, request, contents FROM unnest($1::text[], $2::int8[], $3::bytea[])
                    WITH ORDINALITY AS a (node, request, contents, place) ORDER BY place
                """
            add(
                sql,
                PostgresValue(answers.map(\.sender.node)),
                PostgresValue(answers.map(\.sender.request)),
                PostgresValue(answers.map(\.contents))
            )
        }
        return statements
    }

    private static func update(_ column: String) -> String {
        """
        UPDATE tributary.inbox i SET \(column) = m.value
        FROM unnest($1::int8[], $2::text[]) AS m (number, value) WHERE i.number = m.number
        """
    }

    /// Puts messages that a query gives, in the order of `place`; a message with the same store and id is replaced.
    static func put(from source: String) -> String {
        """
        INSERT INTO tributary.inbox AS i (store, id, node, kind, sender, request, due, expires, contents)
        SELECT p.store, p.id, p.node, p.kind, nullif(p.sender, ''), CASE WHEN p.sender = '' THEN NULL ELSE p.request END,
            nullif(p.due, -1), \(now) + nullif(p.lifetime, -1), p.contents
        FROM \(source) ORDER BY p.place
        ON CONFLICT (store, id) DO UPDATE SET node = excluded.node, kind = excluded.kind, sender = excluded.sender,
            request = excluded.request, due = excluded.due, expires = excluded.expires, contents = excluded.contents
        """
    }

    /// Messages that were given as values from a place on.
    static func unnestPuts(at first: Int) -> String {
        let types = ["text", "text", "text", "int8", "text", "int8", "int8", "int8", "bytea"]
        let places = types.enumerated().map { "$\(first + $0.offset)::\($0.element)[]" }.joined(
            separator: ", "
        )
        return """
            unnest(\(places)) WITH ORDINALITY
                AS p (store, id, node, kind, sender, request, due, lifetime, contents, place)
            """
    }

    static func values(of puts: [MailboxMessage]) -> [PostgresValue] {
        [
            PostgresValue(puts.lazy.map(\.store.canonicalName)),
            PostgresValue(puts.lazy.map(\.id.canonicalName)),
            PostgresValue(puts.lazy.map(\.node)), PostgresValue(puts.lazy.map(\.kind.rawValue)),
            PostgresValue(puts.lazy.map { $0.sender?.node ?? "" }),
            PostgresValue(puts.lazy.map { $0.sender?.request ?? 0 }),
            PostgresValue(puts.lazy.map { $0.due.map { max($0.milliseconds, 0) } ?? -1 }),
            PostgresValue(puts.lazy.map { $0.lifetime.map { max($0.milliseconds, 0) } ?? -1 }),
            PostgresValue(puts.lazy.map(\.contents)),
        ]
    }

    // MARK: - Reading

    static func receive(at node: String, without taken: [Int], limit: Int) -> [PostgresStatement] {
        let isWanted = """
            i.node = $1::text AND i.aside IS NULL AND (i.expires IS NULL OR i.expires > \(now))
            AND NOT EXISTS (SELECT FROM unnest($2::int8[]) AS t (number) WHERE t.number = i.number)
            """
        let messages = """
            SELECT * FROM (
                (SELECT \(columns) FROM tributary.inbox i
                WHERE i.due IS NULL AND \(isWanted) ORDER BY i.number LIMIT $3::int8)
                UNION ALL
                (SELECT \(columns) FROM tributary.inbox i
                WHERE i.due IS NOT NULL AND i.due <= \(now) AND \(isWanted) ORDER BY i.due LIMIT $3::int8)
            ) AS both_kinds ORDER BY number LIMIT $3::int8
            """
        let nextDue = """
            SELECT min(i.due) - \(now) FROM tributary.inbox i
            WHERE i.node = $1::text AND i.due IS NOT NULL AND i.aside IS NULL AND i.due > \(now)
            """
        let answers =
            "DELETE FROM tributary.answers WHERE node = $1::text RETURNING number, request, contents"
        let place = PostgresValue(node)
        return [
            PostgresStatement(sql: messages, values: [place, PostgresValue(taken), PostgresValue(limit)]),
            PostgresStatement(sql: nextDue, values: [place]),
            PostgresStatement(sql: answers, values: [place]),
        ]
    }

    /// One look into an index for each node that has messages.
    static func strays(from living: [String], limit: Int) -> PostgresStatement {
        PostgresStatement(
            sql: """
                WITH RECURSIVE p AS ((SELECT node FROM tributary.inbox ORDER BY node LIMIT 1) UNION ALL
                    SELECT (SELECT n.node FROM tributary.inbox n WHERE n.node > p.node ORDER BY n.node LIMIT 1)
                    FROM p WHERE p.node IS NOT NULL)
                SELECT \(columns) FROM p JOIN tributary.inbox i ON i.node = p.node
                WHERE p.node <> ALL ($1::text[]) AND i.aside IS NULL ORDER BY i.number LIMIT $2::int8
                """,
            values: [PostgresValue(living), PostgresValue(limit)]
        )
    }

    static func messages(after number: Int, limit: Int) -> PostgresStatement {
        PostgresStatement(
            sql:
                "SELECT \(columns) FROM tributary.inbox i WHERE i.number > $1::int8 ORDER BY i.number LIMIT $2::int8",
            values: [PostgresValue(number), PostgresValue(limit)]
        )
    }

    // MARK: - Nodes

    /// Holds a lock for as long as the connection of a node lives: the server releases it when the node's process is killed.
    ///
    /// A pooler gives the connection to others, which another number of its process shows. There, no lock is held.
    static func hold(_ node: String, over process: Int32) -> PostgresStatement {
        PostgresStatement(
            sql: "SELECT pg_try_advisory_lock_shared(\(key("$1::text"))) WHERE pg_backend_pid() = $2::int8",
            values: [PostgresValue(node), PostgresValue(Int(process))]
        )
    }

    private static func key(_ name: String) -> String { "hashtextextended('tributary node ' || \(name), 0)" }

    /// Renews the row of a node, deletes old rows, and reads the recent ones.
    static func meet(_ node: MailboxNode?, within age: Duration) -> [PostgresStatement] {
        let read = """
            SELECT name, contents, (extract(epoch FROM statement_timestamp() - seen) * 1000)::int8,
                \(key("name")) = ANY (ARRAY(SELECT classid::int8 << 32 | objid::int8 FROM pg_locks
                    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
            FROM tributary.nodes WHERE seen >= statement_timestamp() - $1::int8 * interval '1 millisecond'
            """
        let limit = PostgresValue(age.milliseconds)
        guard let node else { return [PostgresStatement(sql: read, values: [limit])] }
        let name = PostgresValue(node.name)
        let sql = """
            WITH came AS (
                INSERT INTO tributary.nodes AS n (name, seen, contents)
                VALUES ($2::text, statement_timestamp(), $3::bytea)
                ON CONFLICT (name) DO UPDATE SET contents = excluded.contents,
                    seen = CASE WHEN n.contents = excluded.contents THEN n.seen ELSE excluded.seen END
            ), gone AS (
                DELETE FROM tributary.nodes
                WHERE seen < statement_timestamp() - interval '1 day' AND name <> $2::text
            ), expired AS (
                DELETE FROM tributary.inbox WHERE expires IS NOT NULL AND expires < \(now)
            ), forgotten AS (
                DELETE FROM tributary.answers WHERE at < statement_timestamp() - interval '1 hour'
                    AND number IN (SELECT number FROM tributary.answers ORDER BY number LIMIT 1000)
            )
            \(read) AND name <> $2::text UNION ALL SELECT $2::text, $3::bytea, 0, true
            """
        return [
            PostgresStatement(sql: "BEGIN"),
            PostgresStatement(sql: sql, values: [limit, name, PostgresValue(bytes: node.contents)]),
        ] + wake([node.name]) + [PostgresStatement(sql: "COMMIT")]
    }
}

extension MailboxMessage {
    /// A message of a row with `PostgresStatement.columns`.
    init(_ row: PostgresRow) {
        func text(_ column: Int) -> String? { row[column].bytes == nil ? nil : row[column].text }
        func number(_ column: Int) -> Int? { row[column].bytes == nil ? nil : row[column].integer }
        self.init(
            to: row[1].text,
            id: row[2].text,
            at: row[3].text,
            kind: Kind(rawValue: row[4].integer) ?? .question,
            from: text(5).map { Sender(node: $0, request: row[6].integer) },
            due: number(7).map { LogTime(milliseconds: $0) },
            lifetime: number(8).map { .milliseconds($0) },
            contents: row[12].bytes ?? []
        )
        self.number = row[0].integer
        deaths = row[9].integer
        suspect = text(10)
        setAside = text(11)
    }
}

/// The identity of a message, in the form in which it is kept.
struct MailboxKey: Hashable, Sendable {
    let store: String
    let id: String

    init(store: String, id: String) { (self.store, self.id) = (store.canonicalName, id.canonicalName) }
}

extension MailboxChange {
    /// The message that is put or cancelled.
    var key: MailboxKey? {
        switch self {
        case .put(let message): MailboxKey(store: message.store, id: message.id)
        case .cancel(let store, let id): MailboxKey(store: store, id: id)
        case .remove, .move, .countDeath, .suspect, .setAside, .retry, .answer: nil
        }
    }

    /// Whether a text of it has the character U+0000, which a text of PostgreSQL cannot have.
    var hasNull: Bool {
        let texts =
            switch self {
            case .put(let message):
                [message.store, message.id, message.node, message.sender?.node ?? "", message.suspect ?? ""]
            case .cancel(let store, let id): [store, id]
            case .move(_, let node, let former): [node, former ?? ""]
            case .countDeath(let text), .suspect(_, let text), .setAside(_, let text): [text]
            case .answer(let answer): [answer.sender.node]
            case .remove, .retry: [String]()
            }
        return texts.contains { $0.utf8.contains(0) }
    }
}
#endif
