// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// Tasks that wait until the effects of an action have ended.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectGroupTests {
    @Test(arguments: [[], [0], [1], [1, 0], [0, 1, 2], [5, 3, 7, 0]])
    func `each returns when it is cancelled, or when all effects have ended`(cancelled: [Int]) async {
        let group = EffectGroup()
        group.enter()
        let tasks = (0..<8).map { _ in Task { await group.finish(unlessCancelled: true) } }
        // The actor runs this one after them, so they wait by now.
        await Task {}.value
        for index in cancelled { tasks[index].cancel() }
        for index in cancelled { await tasks[index].value }
        #expect(!group.isFinished)
        // One more, after the first may have left.
        let last = Task { await group.finish(unlessCancelled: true) }
        await Task {}.value
        group.leave()
        for task in tasks + [last] { await task.value }
        #expect(group.isFinished)
    }

    @Test func `a task cancels the effects with itself, and waits until they have ended`() async {
        let group = EffectGroup()
        group.enter()
        let tasks = (0..<2).map { _ in Task { await group.finish(ends: group) } }
        await Task {}.value
        tasks[1].cancel()
        while !group.isCancelled { await Task.yield() }
        #expect(!group.isFinished)
        group.leave()
        for task in tasks { await task.value }
    }
}
