// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// Every way to make an effect that sends `done`, so that operators can be tested on all of them.
enum EffectShape: CaseIterable, Sendable {
    case run, stream, send, merge, concatenate, map, cancellable, limited, delayed, retried, timed, nested

    func effect(_ clock: ManualClock, before: @escaping @Sendable () async throws -> Void = {}) -> Effect<
        String
    > {
        let run = Effect<String>.run { send in
            try await before()
            await send("done")
        } catch: { _, _ in
        }
        switch self {
        case .run: return run
        case .stream:
            return .stream {
                try await before()
                return AsyncStream { continuation in
                    continuation.yield("done")
                    continuation.finish()
                }
            } _: {
                $0
            } catch: { _, _ in
            }
        case .send: return .send("done")
        case .merge: return .merge(.run { _ in try? await before() }, run)
        case .concatenate: return .concatenate(.run { _ in try? await before() }, .send("done"))
        case .map:
            return Effect<Int>.run { send in
                try? await before()
                await send(1)
            }
            .map { _ in "done" }
        case .cancellable: return run.cancellable(id: "inner")
        case .limited: return run.cancellable(id: "inner", policy: .queue)
        case .delayed: return run.delay(for: .zero, clock: clock)
        case .retried: return run.retry(.constant(attempts: 2))
        case .timed: return run.timeout(after: .seconds(1_000), clock: clock, sending: "too late")
        case .nested:
            return Effect<String>.concatenate(.none, .merge(.concatenate(run.map { $0 }, .none), .none))
                .throttle(id: "inner", for: .seconds(1), clock: clock)
        }
    }
}
