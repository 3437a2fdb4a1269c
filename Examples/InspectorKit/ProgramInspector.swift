// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TerminalKit
package import Tributary

#if Inspector
import TributaryInspector
#endif

/// What “--inspect” does in every program: a browser shows each action of its stores.
///
/// It is built with the trait Inspector of this package, which is on unless a build leaves it out.
@MainActor
package final class ProgramInspector {
    /// What the help of a program says of “--inspect”.
    package nonisolated static let help = "Show every action in a browser, whose address is printed."

    private let isAsked: Bool
    private let print: @Sendable (String) -> Void

    #if Inspector
    private var inspector: Task<Inspector, any Error>?
    #endif

    /// Makes what shows the stores of a program.
    ///
    /// - Parameters:
    ///   - isAsked: Whether the program was started with “--inspect”; otherwise nothing happens.
    ///   - print: Takes the address.
    package init(_ isAsked: Bool, print: @escaping @Sendable (String) -> Void) {
        self.isAsked = isAsked
        self.print = print
    }

    /// Shows a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    ///   - reducer: Its reducer.
    /// - Throws: Why it cannot be shown.
    package func show<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: Store<State, Action>,
        as name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws {
        guard isAsked else { return }
        #if Inspector
        if let inspector { return try await inspector.value.add(store, name: name, reducer: reducer) }
        let configuration = InspectorConfiguration(print: print)
        let first = try await Inspector.serve(
            store,
            name: name,
            configuration: configuration,
            reducer: reducer
        )
        inspector = Task { first }
        #else
        throw NotBuilt()
        #endif
    }

    /// Shows a store on an actor of its own.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: The store's name on the page.
    ///   - reducer: Its reducer.
    /// - Throws: Why it cannot be shown.
    package func show<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        as name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws {
        guard isAsked else { return }
        #if Inspector
        if let inspector { return try await inspector.value.add(store, name: name, reducer: reducer) }
        let configuration = InspectorConfiguration(print: print)
        // Another store may come while the first one is waited for.
        let first = Task {
            try await Inspector.serve(store, name: name, configuration: configuration, reducer: reducer)
        }
        inspector = first
        _ = try await first.value
        #else
        throw NotBuilt()
        #endif
    }

    /// Leaves the address to be read until the person goes on, where a screen is about to be drawn over it.
    package func pause() async {
        guard isAsked, isatty(STDIN_FILENO) == 1 else { return }
        print("Press return to begin.")
        _ = await LineReader().next()
    }

    /// Shows nothing more.
    package func end() async {
        #if Inspector
        await (try? inspector?.value)?.end()
        inspector = nil
        #endif
    }
}

#if !Inspector
/// Says how a program is built that can be inspected.
private struct NotBuilt: Error, CustomStringConvertible {
    let description = """
        This program was built without the inspector. Build it with the trait Inspector: leave out \
        “--disable-default-traits”, or add “--traits Inspector”.
        """
}
#endif
