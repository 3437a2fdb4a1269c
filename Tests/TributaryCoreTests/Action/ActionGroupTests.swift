// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport
import TributaryUndo

/// Groups of actions as values.
@Suite(.timeLimit(.minutes(30)))
struct ActionGroupTests {
    private enum Move: Hashable, Undoable {
        case left(Int), right(Int), jump

        func inverted() -> Move {
            switch self {
            case .left(let steps): .right(steps)
            case .right(let steps): .left(steps)
            case .jump: .jump
            }
        }
    }

    private let group: ActionGroup<Move> = [.left(1), .jump, .right(2)]
}

extension ActionGroupTests {
    @Test func `a group is written in brackets, as a list, or one after the other`() {
        #expect(group == ActionGroup(.left(1), .jump, .right(2)))
        #expect(group == ActionGroup(.left(1)).then(.jump).then(.right(2)))
        #expect(group == ActionGroup(.left(1)).then([.jump, .right(2)]))
        #expect(group == ActionGroup([Move.left(1), .jump, .right(2)]))
        #expect(group.then([]) == group)
        #expect(ActionGroup<Move>([]).isEmpty && ActionGroup<Move>().isEmpty)
    }

    @Test(arguments: [true, false])
    func `a block lists actions, groups, branches and loops, in the order written`(isLong: Bool) {
        let group = ActionGroup<Move> {
            Move.jump
            [.left(1), .left(2)]
            if isLong { Move.right(9) }
            if isLong {
                Move.right(1)
                Move.right(2)
            } else {
                Move.left(3)
            }
            for step in 1...3 where isLong || step > 1 { Move.right(step) }
            switch isLong {
            case true: self.group
            case false: ActionGroup()
            }
            ActionGroup(.jump).then(.left(7))
        }
        var expected: [Move] = [.jump, .left(1), .left(2)]
        if isLong { expected += [.right(9), .right(1), .right(2)] } else { expected += [.left(3)] }
        expected += (1...3).filter { isLong || $0 > 1 }.map(Move.right)
        if isLong { expected += [.left(1), .jump, .right(2)] }
        expected += [.jump, .left(7)]
        #expect(group.actions == expected)
    }

    @Test func `with semicolons, actions need not name their type`() {
        // swift-format-ignore
        let group = ActionGroup<Move> { .jump; .left(1); if self.group.isEmpty { .jump }; .right(2) }
        #expect(group == [.jump, .left(1), .right(2)])
    }

    @Test func `an empty block is an empty group`() {
        #expect(ActionGroup<Move> {}.isEmpty)
    }

    @Test func `a group is a collection of its actions, which can be changed`() {
        #expect(Array(group) == [.left(1), .jump, .right(2)])
        #expect(group.count == 3 && group.first == .left(1) && group.last == .right(2) && group[1] == .jump)
        var changed = group
        changed.actions[0] = .left(5)
        changed.actions.append(.left(8))
        #expect(changed == [.left(5), .jump, .right(2), .left(8)])
        #expect(Set([changed, group, changed]).count == 2)
    }

    @Test func `the inverse of a group is the inverses, the last one first`() {
        #expect(group.inverted() == [.left(2), .jump, .right(1)])
        #expect(group.inverted().inverted() == group)
        #expect(ActionGroup<Move>().inverted().isEmpty)
    }
}
