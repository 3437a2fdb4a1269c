// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** Tells those who observe that something changed, and what. */
export class Signal {
    #observers = new Map();

    /** Calls `observer` for each of the named topics; returns a function that ends that. */
    observe(topics, observer) {
        for (const topic of topics) {
            if (!this.#observers.has(topic)) this.#observers.set(topic, new Set());
            this.#observers.get(topic).add(observer);
        }
        return () => {
            for (const topic of topics) this.#observers.get(topic).delete(observer);
        };
    }

    /** Calls each observer of the topics once. */
    tell(...topics) {
        const called = new Set();
        for (const topic of topics) {
            for (const observer of this.#observers.get(topic) ?? []) {
                if (called.has(observer)) continue;
                called.add(observer);
                observer(topic);
            }
        }
    }
}
