// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Storage that survives reloading the page, as long as its tab is open; another tab is another client.

const key = "chat";

export function recall() {
    try {
        return JSON.parse(sessionStorage.getItem(key));
    } catch {
        return null;
    }
}

export function keep(memory) {
    try {
        if (memory.token === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(memory));
    } catch {
        // Without storage, the page works until it is closed.
    }
}
