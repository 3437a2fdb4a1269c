// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A sign that work of unknown length is in progress.
///
/// ```swift
/// let spinner = Spinner(clock: clock) { sign in header.part(\.spinner).render(sign) }
/// spinner.isTurning = store.isLoading
/// ```
@MainActor
package final class Spinner {
    /// The signs in the order in which they are shown.
    package nonisolated static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    /// The signs in ASCII.
    package nonisolated static let plainSigns = ["|", "/", "-", "\\"]
    /// The time for which a sign is shown.
    package nonisolated static let pause: Duration = .milliseconds(100)

    private let clock: any Clock<Duration> & Sendable
    private let signs: [String]
    private let show: @MainActor (String) -> Void
    private var turning: Task<Void, Never>?

    /// Makes a spinner that does not turn.
    ///
    /// - Parameters:
    ///   - clock: The clock of the spinner.
    ///   - isASCII: Whether to use only ASCII.
    ///   - show: Receives the sign; an empty text when the spinner stops.
    package init(
        clock: any Clock<Duration> & Sendable,
        isASCII: Bool = false,
        show: @escaping @MainActor (String) -> Void
    ) {
        self.clock = clock
        signs = isASCII ? Self.plainSigns : Self.signs
        self.show = show
    }

    /// Whether work is in progress.
    ///
    /// It turns only then, so that an idle program sleeps.
    package var isTurning = false {
        didSet {
            guard isTurning != oldValue else { return }
            turning?.cancel()
            turning = isTurning ? start() : nil
            if !isTurning { show("") }
        }
    }

    private func start() -> Task<Void, Never> {
        show(signs[0])
        return Task { [clock, signs, weak self] in
            var step = 0
            while (try? await clock.sleep(for: Self.pause)) != nil, let self, !Task.isCancelled {
                step += 1
                self.show(signs[step % signs.count])
            }
        }
    }
}
