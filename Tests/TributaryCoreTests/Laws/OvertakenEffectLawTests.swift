// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 8, if the cancelling action came through a handle, and waits when the effect's next action arrives.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct OvertakenEffectLawTests {
    /// The handle of a store, for the effects of that store.
    private final class Way: Sendable {
        private let handle = Mutex<StoreHandle<[String], String>?>(nil)

        @MainActor func lead(to log: EffectLog) { handle.withLock { [made = log.store.handle] in $0 = made } }

        func callAsFunction() -> StoreHandle<[String], String>? { handle.withLock { $0 } }
    }

    private let way = Way()
}

extension OvertakenEffectLawTests {
    @Test func `law 8: an action sent before an effect's action may cancel the effect`() async {
        for _ in 0..<100 {
            let log = EffectLog { [way] action in
                switch action {
                case "start":
                    .run { send in
                        way()?.send("stop")
                        await send("late")
                    }
                    .cancellable(id: 1)
                case "stop": .cancel(id: 1)
                default: .none
                }
            }
            way.lead(to: log)
            await log.send("start").finish()
            #expect(log.state == ["start", "stop"])
            #expect(log.recorder.identifiers.isEmpty)
        }
    }

    @Test func `law 8: an effect whose store was closed before its action sends no more, in silence`() async {
        for _ in 0..<100 {
            let log = EffectLog { [way] _ in
                .run { send in
                    way()?.close()
                    await send("late")
                }
            }
            way.lead(to: log)
            await log.send("start").finish()
            #expect(log.state == ["start"])
            #expect(log.recorder.identifiers.isEmpty)
        }
    }
}
