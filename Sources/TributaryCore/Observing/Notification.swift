// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Somebody who may be gone.
struct WeakNotifiable {
    weak var notifiable: Notifiable?
}

/// Something to be delivered, unless whoever was to hear it is gone by then.
struct Notification {
    let order: Int
    private weak var observer: Notifiable?

    init(_ observer: Notifiable) {
        order = observer.order
        self.observer = observer
    }

    func deliver() { observer?.deliver() }
}
