// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

@testable import TributaryCluster

extension ClusterModel {
    // MARK: - The log

    mutating func stepOperation(_ choice: inout Choice) -> String {
        guard !operations.isEmpty else { return "the log has nothing to do" }
        return stepOperation(at: choice.below(operations.count), &choice)
    }

    mutating func stepOperation(at position: Int, _ choice: inout Choice) -> String {
        var operation = operations[position]
        let (name, index) = (operation.store, operation.node)
        var text = describesSteps ? "n\(index), \(name.id), \(operation.purpose): " : ""
        let isReached = operation.isWritten || (operation.record == nil ? reads(index) : writes(index))
        if !isReached {
            guard choice.happens(50) else { return text + "the log is not reached yet" }
            operations.remove(at: position)
            answer(operation, .failed("the log is not reached"))
            return text + "the log is not reached"
        }
        guard let record = operation.record else {
            operations.remove(at: position)
            let fromFormer = log.former != nil && choice.happens(20)
            if case .verify(nil) = operation.purpose {
                let entries = log.entries(of: name.log, fromFormer: fromFormer)
                operation.purpose = .verify(last: entries.keys.max() ?? 0)
                operations.append(operation)
                return text + "read"
            }
            if choice.happens(5), !isMended {
                answer(operation, .failed("the answer was lost"))
                return text + "the answer was lost"
            }
            text += fromFormer ? "answered by the former primary" : "answered"
            read(operation, log.entries(of: name.log, fromFormer: fromFormer))
            return text
        }
        if !operation.isWritten || !log.isThere(record) {
            // A message that arrives again, after a failover, or not at all.
            if operation.isWritten, choice.happens(30) || choice.happens(5) {
                operations.remove(at: position)
                answer(operation, .failed("the connection was lost"))
                return text + "the connection was lost"
            }
            guard log.write(record) else {
                operations.remove(at: position)
                answer(operation, .fenced)
                return text + "fenced"
            }
            operation.isWritten = true
            operations[position] = operation
            return text + "written as entry \(record.sequence)"
        }
        guard log.isDurable(record) else { return text + "waits for a standby" }
        operations.remove(at: position)
        if !reads(index) || choice.happens(8) {
            answer(operation, choice.happens(50) ? .fenced : .failed("the answer was lost"))
            return text + "durable, and the answer was lost or doubled"
        }
        answer(operation, .claimed)
        return text + "durable"
    }

    private mutating func read(_ operation: Operation, _ entries: [Int: ModelEntry]) {
        let (name, index) = (operation.store, operation.node)
        guard isCurrent(operation.node, operation.epoch) else { return }
        if case .verify(let last?) = operation.purpose {
            // Effects in progress are checked after the log was read.
            guard let (opening, store) = nodes[index].stores[name], opening == operation.opening else {
                return
            }
            return answer(operation, last < store.next ? .claimed : .superseded)
        }
        let whole = ModelLog.whole(entries)
        guard case .recover(let claim) = operation.purpose else {
            nodes[index].early[name] = whole
            return answer(operation, .last(entries.keys.max() ?? 0))
        }
        let own = ModelEntry.claim(node: index, opening: operation.opening &+ Int(operation.epoch) << 20)
        var state = whole
        if fault == .believesWhatWasReadBeforeTheClaim {
            state = (nodes[index].early[name] ?? []) + [own]
        } else if entries.keys.max() != claim || whole.last != own {
            return answer(operation, .superseded)
        }
        nodes[index].stores[name] = (operation.opening, Store(entries: state, next: claim + 1))
        var commands: [RecordedCommand] = []
        for (position, entry) in state.enumerated() {
            // As if a thousand entries had followed: only the mailbox knows these.
            if case .command(let id, _) = entry, accepted[id] == nil {
                commands.append(RecordedCommand(id: id, entry: position + 1))
            }
        }
        answer(operation, .recovered(fault == .forgetsCommandsOnRecovery ? [] : commands))
    }

    private func isCurrent(_ node: Int, _ epoch: UInt64) -> Bool {
        nodes[node].isAlive && nodes[node].epoch == epoch
    }

    private mutating func answer(_ operation: Operation, _ answer: LogAnswer) {
        guard isCurrent(operation.node, operation.epoch) else { return }
        let (name, index) = (operation.store, operation.node)
        guard case .commit(let number) = operation.purpose else {
            return handle(.logAnswered(name, opening: operation.opening, answer), at: index)
        }
        guard let (opening, current) = nodes[index].stores[name], opening == operation.opening,
            let record = operation.record
        else { return }
        var store = current
        guard answer == .claimed else {
            return handle(.performed(number, name, opening: opening, .lost), at: index)
        }
        store.inFlight.removeAll { $0.record == record }
        nodes[index].stores[name] = (opening, store)
        checkOutput(name, record.sequence, record.entry)
        handle(.performed(number, name, opening: opening, .committed(record.sequence)), at: index)
        write(name, at: index)
    }

    // MARK: - The mailbox

    mutating func stepMail(_ choice: inout Choice) -> String {
        guard !mails.isEmpty else { return "the mailbox has nothing to do" }
        return stepMail(at: choice.below(mails.count), &choice)
    }

    mutating func stepMail(at position: Int, _ choice: inout Choice) -> String {
        let mail = mails.remove(at: position)
        let index = mail.node
        let text = describesSteps ? "n\(index), \(mail.kind): " : ""
        var isReached = writes(index)
        if case .findStrays = mail.kind { isReached = reads(index) }
        if !isReached || !isMended && choice.happens(6) {
            end(mail, isDone: false)
            return text + "the mailbox is not reached"
        }
        // A node that died may have written.
        switch mail.kind {
        case .post(_, let message): wake(log.change([.put(message)]))
        case .finish(_, let changes), .change(let changes): wake(log.change(changes))
        case .mark(_, let change): wake(log.change([change]))
        case .meet: if isCurrent(index, mail.epoch) { meet(index) }
        case .findStrays(let living):
            guard isCurrent(index, mail.epoch) else { return text + "nobody reads it" }
            let strays = log.messages.strays(from: living, limit: 100).compactMap { message in
                StoreName(log: message.store).map {
                    StrayMessage(number: message.number, node: message.node, store: $0)
                }
            }
            handle(.strays(strays), at: index)
            return text + "\(strays.count) found"
        }
        let isLost = !reads(index) || !isMended && choice.happens(6)
        end(mail, isDone: true)
        return text + (isLost ? "done, and nobody hears of it" : "done")
    }

    private mutating func end(_ mail: Mail, isDone: Bool) {
        guard isCurrent(mail.node, mail.epoch) else { return }
        switch mail.kind {
        case .post(let number, _): handle(.posted(number, isDone), at: mail.node)
        case .finish(let number, _): nodes[mail.node].letters[number] = nil
        case .mark(let number, _): handle(.marked(number, isDone), at: mail.node)
        case .change, .findStrays, .meet: break
        }
        nodes[mail.node].isWoken = true
    }
}
