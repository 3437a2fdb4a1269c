// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Testing
import TributaryLog

@testable import TributaryPostgres

@Suite("Commits that wait", .timeLimit(.minutes(30)))
struct PostgresBatchesTests {
    /// Appends commits to logs of these names, and gives who was called for each.
    @discardableResult
    private func add(
        _ names: some Sequence<String>,
        of bytes: Int = 1,
        to batches: inout PostgresBatches<String>
    ) -> [PostgresBatches<String>.Call] {
        names.map { name in
            let commit = commit(name, 1, .init(repeating: 7, count: bytes))
            return batches.add(.init(commit: commit, changes: [], writer: name, deadline: .now, waiter: name))
        }
    }

    private func take(by writer: Int, from batches: inout PostgresBatches<String>) -> [String]? {
        batches.take(by: writer)?.map(\.waiter)
    }

    private func names(_ count: Int) -> [String] { (0..<count).map { "log \($0)" } }

    @Test func `start with an idle writer, and are found by active ones`() {
        var batches = PostgresBatches<String>(writers: 0..<2)
        let first = add(["a", "b", "c"], to: &batches)
        #expect(first == [.begin(1), .begin(0), .found])
        let taken = [take(by: 1, from: &batches), take(by: 0, from: &batches)]
        #expect(taken == [["a", "b", "c"], nil])
        let then = add(["d", "e"], to: &batches)
        #expect(then == [.begin(0), .found])
    }

    @Test func `are taken in their order, each log once`() {
        var batches = PostgresBatches<String>(writers: 0..<1)
        add(["a", "a", "b", "a", "b"], to: &batches)
        let taken = (1...4).map { _ in take(by: 0, from: &batches) }
        #expect(taken == [["a", "b"], ["a", "b"], ["a"], nil])
    }

    @Test func `are not more at once than a statement may have, by number or by bytes`() {
        var batches = PostgresBatches<String>(writers: 0..<1)
        add(names(1_500), to: &batches)
        let few = (1...2).map { _ in take(by: 0, from: &batches)?.count }
        #expect(few == [1_024, 476])
        add(names(20), of: 1 << 20, to: &batches)
        let large = (1...3).map { _ in take(by: 0, from: &batches)?.count }
        #expect(large == [8, 8, 4])
    }

    @Test func `are gathered until as many wait as were written last`() {
        var batches = PostgresBatches<String>(writers: 0..<2)
        add(names(3), to: &batches)
        let first = [take(by: 1, from: &batches)?.count, take(by: 0, from: &batches)?.count]
        #expect(first == [3, nil])
        let gathers = batches.gathers(1, 3)
        #expect(gathers)
        // The other writer rests, and leaves them to the one that gathers.
        let calls = add(names(3), to: &batches)
        #expect(calls == [.found, .found, .goOn(1)])
        let second = take(by: 1, from: &batches)?.count
        #expect(second == 3)
        add(names(3), to: &batches)
        let gathersThough = batches.gathers(1, 3)
        #expect(!gathersThough)
    }

    @Test func `are gathered by each writer for itself`() {
        var batches = PostgresBatches<String>(writers: 0..<2)
        let gather = [batches.gathers(0, 3), batches.gathers(1, 2)]
        #expect(gather == [true, true])
        let calls = add(names(3), to: &batches)
        #expect(calls == [.found, .goOn(1), .goOn(0)])
    }

    @Test func `are not waited for any longer when the time is over`() {
        var batches = PostgresBatches<String>(writers: 0..<1)
        add(["a"], to: &batches)
        _ = take(by: 0, from: &batches)
        _ = batches.gathers(0, 9)
        add(["b"], to: &batches)
        let isOver = batches.stopsGathering(0)
        #expect(isOver)
        let taken = (1...2).map { _ in take(by: 0, from: &batches) }
        #expect(taken == [["b"], nil])
        let calls = add(["c"], to: &batches)
        #expect(calls == [.begin(0)])
    }

    @Test func `call a writer whose time ends meanwhile`() {
        var batches = PostgresBatches<String>(writers: 0..<1)
        _ = batches.gathers(0, 1)
        let calls = add(["d"], to: &batches)
        #expect(calls == [.goOn(0)])
        let wasWaiting = batches.stopsGathering(0)
        #expect(!wasWaiting)
    }

    @Test func `are refused when it is closed, and are not gathered any more`() {
        var batches = PostgresBatches<String>(writers: 0..<2)
        add(["a"], to: &batches)
        _ = take(by: 1, from: &batches)
        _ = batches.gathers(1, 2)
        add(["b"], to: &batches)
        let called = batches.close()
        #expect(called == [1])
        let calls = add(["c"], to: &batches)
        #expect(calls == [.refused])
        let left = take(by: 1, from: &batches)
        #expect(left == ["b"])
        let gathers = batches.gathers(1, 2)
        #expect(!gathers)
    }
}
#endif
