// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TerminalKit
package import Tributary

#if Inspector
import TributaryInspector
#endif

/// The option “--inspect” of every program: a browser shows each action of its stores.
///
/// It requires the trait Inspector of this package.
@MainActor
package final class ProgramInspector {
    /// The help text of “--inspect”.
    package nonisolated static let help = "Show every action in a browser, whose address is printed."

    private let isAsked: Bool
    private let print: @Sendable (String) -> Void

    #if Inspector
    private var inspector: Task<Inspector, any Error>?
    #endif

    /// Makes an inspector for the stores of a program.
    ///
    /// - Parameters:
    ///   - isAsked: Whether the program was started with “--inspect”; otherwise the inspector does nothing.
    ///   - print: Receives the address.
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
    /// - Throws: The reason why it cannot be shown.
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
    /// - Throws: The reason why it cannot be shown.
    package func show<State: Sendable, Action: Sendable, R: Reducer<State, Action>>(
        _ store: StoreActor<State, Action>,
        as name: String,
        @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R
    ) async throws {
        guard isAsked else { return }
        #if Inspector
        if let inspector { return try await inspector.value.add(store, name: name, reducer: reducer) }
        let configuration = InspectorConfiguration(print: print)
        // Another store may be added while the first one is awaited.
        let first = Task {
            try await Inspector.serve(store, name: name, configuration: configuration, reducer: reducer)
        }
        inspector = first
        _ = try await first.value
        #else
        throw NotBuilt()
        #endif
    }

    /// Waits for the person after printing the address, before a screen is drawn over it.
    package func pause() async {
        guard isAsked, isatty(STDIN_FILENO) == 1 else { return }
        print("Press return to begin.")
        _ = await LineReader().next()
    }

    /// Stops the inspector.
    package func end() async {
        #if Inspector
        await (try? inspector?.value)?.end()
        inspector = nil
        #endif
    }
}

#if !Inspector
/// Explains how to build a program with the inspector.
private struct NotBuilt: Error, CustomStringConvertible {
    let description = """
        This program was built without the inspector. Add “--traits Inspector” to the command that builds or runs it, before the \
        name of the program.
        """
}
#endif
