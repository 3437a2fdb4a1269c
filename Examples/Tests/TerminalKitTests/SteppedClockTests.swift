// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@MainActor
@Suite("A stepped clock", .timeLimit(.minutes(30)))
struct SteppedClockTests {
    private let clock = SteppedClock()

    private func sleepers(_ count: Int) async {
        while clock.sleeperCount != count { await Task.yield() }
    }

    @Test("wakes one task after the other, also those that wait for the same moment")
    func steps() async {
        var awake: [String] = []
        let first = Task { @MainActor in
            try? await clock.sleep(for: .seconds(2))
            awake.append("first")
        }
        await sleepers(1)
        let second = Task { @MainActor in
            try? await clock.sleep(for: .seconds(2))
            awake.append("second")
        }
        await sleepers(2)
        let early = Task { @MainActor in
            try? await clock.sleep(for: .seconds(1))
            awake.append("early")
        }
        await sleepers(3)
        #expect(await clock.nextWait() == .seconds(1))
        clock.step()
        await early.value
        #expect(awake == ["early"] && clock.sleeperCount == 2)
        clock.step()
        await first.value
        #expect(awake == ["early", "first"] && clock.sleeperCount == 1)
        #expect(await clock.nextWait() == .zero)
        clock.step()
        await second.value
        #expect(awake == ["early", "first", "second"])
        #expect(clock.now.offset == .seconds(2))
        clock.step()
        #expect(clock.now.offset == .seconds(2))
    }

    @Test("forgets a task that is cancelled")
    func cancels() async {
        let task = Task { @MainActor in
            do { try await clock.sleep(for: .seconds(1)) } catch { return true }
            return false
        }
        await sleepers(1)
        task.cancel()
        #expect(await task.value)
        #expect(clock.sleeperCount == 0)
    }
}
