// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryLog

/// The check of each promise. Its result is a second check, for the log after it was opened again.
extension ActionLogCheck {
    func givesCommits() async throws -> Reading {
        let expected = [commit("a", 1, count: 2), commit("a", 3), commit("a", 4, count: 7)]
        for commit in expected { try await log.append(commit) }
        let reading: Reading = { again in
            try again.expect(try await again.commits("a"), expected, "The commits")
            try again.expect(try await again.commits("never"), [], "The commits of a log that is not there")
        }
        try await reading(self)
        return reading
    }

    /// Bytes that differ from their neighbors, and from those of another size.
    static func contents(_ size: Int) -> [UInt8] {
        var contents = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
        while contents.count < size { contents += contents }
        contents.removeLast(contents.count - size)
        return contents
    }

    func takesAnything() async throws -> Reading {
        let sizes = [0, 1, 255, 4_096, 1_000_003]
        let names = [
            "", "ünïcödé 漢字 🌊", "'; DROP TABLE commits; --", "a/b\\c\td",
            String(repeating: "long ", count: 50),
        ]
        let all = zip(names, sizes).map { name, size in
            commit(name, 1, Self.contents(size))
        }
        for commit in all { try await log.append(commit) }
        let reading: Reading = { again in
            for (name, expected) in zip(names, all) {
                let found = try await again.commits(name)
                guard found != [expected] else { continue }
                throw Broken(
                    description: "“\(name)” with \(expected.contents.count) bytes is not the appended commit."
                )
            }
        }
        try await reading(self)
        return reading
    }

    func givesAfter() async throws -> Reading {
        for sequence in [1, 4, 7, 10] { try await log.append(commit("a", sequence, count: 3)) }
        let reading: Reading = { again in
            func starts(_ after: Int, _ limit: Int) async throws -> [Int] {
                try await again.commits("a", after: after, limit: limit).map(\.sequence)
            }
            try again.expect(try await starts(0, 10), [1, 4, 7, 10], "After 0")
            try again.expect(try await starts(3, 10), [4, 7, 10], "After the last entry of a commit")
            try again.expect(try await starts(4, 10), [4, 7, 10], "After the first entry of a commit")
            try again.expect(try await starts(6, 2), [7, 10], "Two at most")
            try again.expect(try await starts(6, 1), [7], "One at most")
            try again.expect(try await starts(12, 10), [], "After the last")
        }
        try await reading(self)
        return reading
    }

    func claimsOnce() async throws -> Reading {
        let first = commit("a", 1)
        try await log.append(first)
        let reading: Reading = { again in
            try await again.expectFenced(again.commit("a", 1, [9]), "The same number")
            try await again.expectFenced(first, "The same commit")
        }
        try await reading(self)
        // A fenced commit does not prevent later ones.
        try await log.append(commit("a", 2))
        try expect(try await commits("a"), [first, commit("a", 2)], "After a fence")
        return reading
    }

    func claimsOnceAmongMany() async throws -> Reading? {
        for round in 1...20 {
            let candidates = (0..<8).map { commit("a", round, [UInt8($0)]) }
            let log = log
            let winners = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for candidate in candidates {
                    group.addTask {
                        do {
                            try await log.append(candidate)
                            return candidate.contents[0]
                        } catch ActionLogError.fenced(candidate.name, candidate.sequence) {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: [UInt8]()) { if let winner = $1 { $0.append(winner) } }
            }
            try expect(winners.count, 1, "How many got the number \(round)")
            try expect(try await commits("a", after: round - 1).map(\.contents), [winners], "What is there")
        }
        return nil
    }

    func claimsForEver() async throws -> Reading {
        for sequence in 1...4 { try await log.append(commit("a", sequence)) }
        try await log.keep(snapshot("a", 4), droppingBefore: LogTime(milliseconds: 100))
        let reading: Reading = { again in
            try again.expect(try await again.commits("a"), [], "The commits after all were dropped")
            for sequence in [1, 2, 4] {
                try await again.expectFenced(again.commit("a", sequence), "The number \(sequence)")
            }
        }
        try await reading(self)
        return { again in
            try await reading(again)
            try await again.log.append(again.commit("a", 5))
            try again.expect(
                try await again.commits("a"),
                [again.commit("a", 5)],
                "What comes after a snapshot"
            )
        }
    }

    func appendsAtOnce() async throws -> Reading {
        let all = (0..<100).map { index in (1...5).map { commit("\(index)", $0) } }
        let log = log
        try await withThrowingTaskGroup { group in
            for commits in all { group.addTask { for commit in commits { try await log.append(commit) } } }
            try await group.waitForAll()
        }
        return { again in
            for (index, expected) in all.enumerated() {
                try again.expect(try await again.commits("\(index)"), expected, "The commits of log \(index)")
            }
        }
    }

    func givesSnapshots() async throws -> Reading {
        for sequence in [0, 10, 20] { try await log.keep(snapshot("a", sequence), droppingBefore: nil) }
        var newer = snapshot("a", 10)
        newer.contents = [1, 2, 3]
        try await log.keep(newer, droppingBefore: nil)
        let reading: Reading = { [newer] again in
            try again.expect(try await again.newest("a"), again.snapshot("a", 20), "The newest")
            try again.expect(
                try await again.newest("a", upTo: 19),
                newer,
                "One that took the place of another"
            )
            try again.expect(
                try await again.newest("a", upTo: 9),
                again.snapshot("a", 0),
                "The initial state"
            )
            try again.expect(try await again.newest("b"), nil, "That of a log that is not there")
        }
        try await reading(self)
        return reading
    }

    func drops() async throws -> Reading {
        for sequence in 1...30 { try await log.append(commit("a", sequence)) }
        for sequence in [0, 10, 20] { try await log.keep(snapshot("a", sequence), droppingBefore: nil) }
        try expect(try await commits("a").count, 30, "The commits, while nothing is dropped")
        // The snapshot at 20 is not old enough: the one at 10 stays, with the entries after it.
        try await log.keep(snapshot("a", 30), droppingBefore: LogTime(milliseconds: 15))
        let reading: Reading = { again in
            try again.expect(
                try await again.commits("a").map(\.sequence),
                Array(11...30),
                "The commits that stay"
            )
            try again.expect(
                try await again.newest("a", upTo: 19),
                again.snapshot("a", 10),
                "The snapshot that stays"
            )
            try again.expect(try await again.newest("a", upTo: 9), nil, "The snapshot that goes")
        }
        try await reading(self)
        return reading
    }

    func keepsApart() async throws -> Reading {
        for name in ["a", "b"] {
            for sequence in 1...3 { try await log.append(commit(name, sequence)) }
        }
        try await log.keep(snapshot("a", 3), droppingBefore: LogTime(milliseconds: 9))
        try await log.keep(snapshot("c", 1), droppingBefore: nil)
        let reading: Reading = { again in
            try again.expect(try await again.commits("b").count, 3, "The commits of the other log")
            let names = try await again.log.names().filter { $0.hasPrefix(again.prefix) }
            try again.expect(names, ["a", "b", "c"].map(again.name), "The names")
        }
        try await reading(self)
        return reading
    }

    func closes() async throws -> Reading {
        let log = log
        let last = commit("a", 1)
        async let appended: Void = log.append(last)
        try await appended
        await log.close()
        await log.close()
        let calls: [(String, () async throws -> Void)] = [
            ("append", { try await log.append(commit("a", 2)) }),
            ("commits", { _ = try await commits("a") }),
            ("snapshot", { _ = try await newest("a") }),
            ("keep", { try await log.keep(snapshot("a", 1), droppingBefore: nil) }),
            ("names", { _ = try await log.names() }),
        ]
        for (function, call) in calls {
            do {
                try await call()
            } catch ActionLogError.closed {
                continue
            } catch {
                throw Broken(description: "`\(function)` threw \(error), and not `closed`.")
            }
            throw Broken(description: "`\(function)` did something.")
        }
        return { again in try again.expect(try await again.commits("a"), [last], "What was appended") }
    }
}
