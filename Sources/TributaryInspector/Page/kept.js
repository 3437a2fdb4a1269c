// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// What the browser keeps for this page. Where it keeps nothing, as in a private window, the page works
// without.

/** What was kept under a name, or `fallback`. */
export function recall(name, fallback) {
    try {
        return JSON.parse(localStorage.getItem(name)) ?? fallback;
    } catch {
        return fallback;
    }
}

/** Keeps a value under a name. */
export function keep(name, value) {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        // It is there until the page is closed.
    }
}
