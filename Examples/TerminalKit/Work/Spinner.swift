// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A sign that work goes on of which nobody knows how much is left.
///
/// ```swift
/// let spinner = Spinner(clock: clock) { sign in header.part(\.spinner).render(sign) }
/// spinner.isTurning = store.isLoading
/// ```
@MainActor
package final class Spinner {
    /// The signs in the order in which they are shown.
    package nonisolated static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    /// The signs where there is only ASCII.
    package nonisolated static let plainSigns = ["|", "/", "-", "\\"]
    /// How long a sign is shown.
    package nonisolated static let pause: Duration = .milliseconds(100)

    private let clock: any Clock<Duration> & Sendable
    private let signs: [String]
    private let show: @MainActor (String) -> Void
    private var turning: Task<Void, Never>?

    /// Makes a spinner that stands still.
    ///
    /// - Parameters:
    ///   - clock: The clock by which it turns.
    ///   - isASCII: Whether there is only ASCII.
    ///   - show: Takes the sign; an empty text when it stands still.
    package init(
        clock: any Clock<Duration> & Sendable,
        isASCII: Bool = false,
        show: @escaping @MainActor (String) -> Void
    ) {
        self.clock = clock
        signs = isASCII ? Self.plainSigns : Self.signs
        self.show = show
    }

    /// Whether work goes on.
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
