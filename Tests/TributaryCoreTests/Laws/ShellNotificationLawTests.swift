// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 3 to 5, for every shell around a machine.
@Suite(.timeLimit(.minutes(30)))
struct ShellNotificationLawTests {
    @Test(arguments: ShellKind.allCases)
    func `law 3: observers hear once per turn, if their slice changed, in the order of registration`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = [
            await shell.observe(\.left) { heard.append("1 left \($0)") },
            await shell.observe(\.right) { heard.append("2 right \($0)") },
            await shell.observe({ $0.left % 2 }) { heard.append("3 odd \($0)") },
            await shell.observeState { heard.append("4 all \($0.left) \($0.right)") },
        ]
        #expect(heard.all == ["1 left 0", "2 right 0", "3 odd 0", "4 all 0 0"])
        heard.removeAll()
        await shell.send(.right(5))
        #expect(heard.all == ["2 right 5", "4 all 0 5"])
        heard.removeAll()
        await shell.send(.both)
        #expect(heard.all == ["1 left 1", "2 right 6", "3 odd 1", "4 all 1 6"])
        heard.removeAll()
        await shell.send(contentsOf: [.left(9), .left(3), .left(1)])
        #expect(heard.all.isEmpty, "It ended as it began")
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: ShellKind.allCases)
    func `law 3: what cannot be compared changes when an action ran, and an empty group does nothing`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<Int>()
        let token = await shell.observeUncompared(\.left) { heard.append($0) }
        await shell.send(.right(1))
        #expect(heard.all == [0, 0])
        await shell.send(contentsOf: [])
        #expect(heard.all == [0, 0])
        await shell.send(contentsOf: [.left(1), .left(2)])
        #expect(heard.all == [0, 0, 2])
        token.cancel()
    }

    @Test(arguments: ShellKind.allCases) func `law 3: own duplicate removal sees the old value and the new`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<Int>()
        // Only what grows counts.
        let token = await shell.observe(\.left, removeDuplicates: { $0 >= $1 }) { heard.append($0) }
        for value in [3, 1, 3, 4, 2, 9] { await shell.send(.left(value)) }
        #expect(heard.all == [0, 3, 4, 9])
        token.cancel()
    }

    @Test(arguments: ShellKind.allCases)
    func `law 4: an observer hears the value at once, and a listener nothing`(kind: ShellKind) async {
        let shell = await kind.make()
        await shell.send(.left(7))
        let heard = Heard<String>()
        let tokens = [
            await shell.onAction { heard.append("\($0.action)") },
            await shell.observe(\.left) { heard.append("\($0)") },
        ]
        #expect(heard.all == ["7"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: ShellKind.allCases)
    func `law 5: a send while notifying is a new turn; nobody misses a value or hears it twice`(
        kind: ShellKind
    ) async {
        let shell = await kind.make()
        let heard = Heard<String>()
        let tokens = [
            await shell.observe(\.left) { [unowned shell] value in
                heard.append("first \(value)")
                if value == 1 { shell.sendInside(.left(2)) }
            },
            await shell.observe(\.left) { heard.append("second \($0)") },
        ]
        await shell.send(.left(1))
        #expect(heard.all == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: ShellKind.allCases)
    func `law 5: a send from the first delivery is a turn of its own`(kind: ShellKind) async {
        let shell = await kind.make()
        let heard = Heard<Int>()
        let token = await shell.observe(\.left) { [unowned shell] value in
            heard.append(value)
            if value == 0 { shell.sendInside(.left(1)) }
        }
        #expect(await shell.state.left == 1)
        #expect(heard.all == [0, 1])
        token.cancel()
    }
}
