// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryJournal

extension LogCommand {
    /// Shows the messages that wait or were set aside, after it made the requested changes.
    nonisolated(nonsending) static func showInbox(_ options: Options, write: (String) -> Void) async throws {
        let isReading = options.retried.isEmpty && options.dropped.isEmpty
        let mailbox = try await LogPlace.openMailbox(options.file, isReading: isReading)
        var messages = try await messages(of: mailbox)
        if !isReading {
            let aside = Set(messages.filter { $0.setAside != nil }.map(\.number))
            if let number = (options.retried + options.dropped).first(where: { !aside.contains($0) }) {
                throw UsageError(message: "The message \(number) is not set aside.")
            }
            let changes =
                options.retried.map { MailboxChange.retry($0) } + options.dropped.map { .remove($0) }
            try await mailbox.change(changes, isDurable: true)
            messages = try await self.messages(of: mailbox)
        }
        let wanted = messages.filter { message in
            options.stores.isEmpty || options.stores.contains(message.store)
        }
        for message in wanted.suffix(options.last ?? .max) { write(text(of: message, options)) }
        await mailbox.close()
    }

    private nonisolated(nonsending) static func messages(of mailbox: any Mailbox) async throws
        -> [MailboxMessage]
    {
        var messages: [MailboxMessage] = []
        while case let more = try await mailbox.messages(after: messages.last?.number ?? 0, limit: 1_000),
            !more.isEmpty
        { messages += more }
        return messages
    }

    private static func text(of message: MailboxMessage, _ options: Options) -> String {
        let fields: [String: CodedValue?] = [
            "number": .integer(message.number), "store": .string(message.store), "id": .string(message.id),
            "node": .string(message.node), "kind": .string(message.kind == .command ? "command" : "question"),
            "due": message.due.map { .string($0.text) },
            "deaths": message.deaths > 0 ? .integer(message.deaths) : nil,
            "aside": message.setAside.map { .string($0) },
        ]
        if options.isJSON { return CodedValue.object(fields.compactMapValues(\.self)).json }
        var text =
            "\(message.number) \(message.store.harmless): \(message.id.harmless), for \(message.node.harmless)"
        if message.kind == .question { text += ", a question" }
        if let due = message.due { text += ", due \(due.text)" }
        if message.deaths > 0 { text += ", \(message.deaths) nodes died that may have had it" }
        if let reason = message.setAside { text += "; set aside: \(reason.harmless)" }
        return text
    }

    /// Shows the nodes of a cluster.
    nonisolated(nonsending) static func showNodes(_ options: Options, write: (String) -> Void) async throws {
        guard LogPlace.isConnection(options.file) else {
            throw UsageError(message: "A file is used by one process; nodes meet in a database.")
        }
        let mailbox = try await LogPlace.openMailbox(options.file, isReading: true)
        for node in try await mailbox.meet(nil, within: .seconds(86_400)) {
            let (seconds, _) = node.age.components
            guard options.isJSON else {
                write(
                    "\(node.name.harmless): \(seconds) s ago, \(String(decoding: node.contents, as: UTF8.self).harmless)"
                )
                continue
            }
            let state = (try? CodedValue(json: node.contents)) ?? .null
            let fields: [String: CodedValue] = [
                "node": .string(node.name), "seconds": .integer(Int(seconds)), "state": state,
            ]
            write(CodedValue.object(fields).json)
        }
        await mailbox.close()
    }
}
