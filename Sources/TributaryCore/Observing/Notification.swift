// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A notification to deliver, unless its observer is gone by then.
@usableFromInline
struct Notification {
    let order: Int
    private weak var observer: Notifiable?

    init(_ observer: Notifiable) {
        order = observer.order
        self.observer = observer
    }

    func deliver() { observer?.deliver() }
}
