// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Lets a test store, which belongs to no actor, use the module that it tests on the main actor.
///
/// `TestModule` calls it on the main actor, and so does the scheduler that it drives. A call from elsewhere stops the
/// program.
struct ModuleAccess<Input, Output, State> {
    private let module: Module<Input, Output, State>

    init(_ module: Module<Input, Output, State>) { self.module = module }

    var state: State {
        // Unsafe only by name, here and below: the closure runs at once, on the caller's thread.
        nonisolated(unsafe) var state: State?
        MainActor.assumeIsolated { state = module.state }
        guard let state else { preconditionFailure("A module always shows something.") }
        return state
    }

    func send(_ input: Input) -> StoreTask {
        nonisolated(unsafe) let input = input
        return MainActor.assumeIsolated { module.send(input) }
    }
}
