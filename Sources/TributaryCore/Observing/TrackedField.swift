// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation

/// One value of a state that somebody tracks with the Observation framework.
///
/// Tracking is for one change: when the value changed, whoever tracks is told, and nothing is compared any more
/// until it is read again.
@MainActor
final class TrackedField: Observable {
    private let registrar = ObservationRegistrar()
    private let onChange: () -> Void
    private var token: ObservationToken?

    /// What is tracked; only its name matters.
    private var value: Void { () }

    init(onChange: @escaping () -> Void) { self.onChange = onChange }

    /// Notes that the value is read by whoever tracks now.
    ///
    /// - Parameter observe: Begins to observe the value; what it is given is called at once, and then when the
    ///   value changed.
    func access(observe: (@escaping @MainActor () -> Void) -> ObservationToken) {
        registrar.access(self, keyPath: \.value)
        guard token == nil else { return }
        var isFirst = true
        token = observe { [weak self] in
            if isFirst { isFirst = false } else { self?.change() }
        }
    }

    private func change() {
        onChange()
        token?.cancel()
        token = nil
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}
