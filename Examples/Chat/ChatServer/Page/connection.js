// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The link to the server: a WebSocket that reconnects by itself, after increasing delays.

const first = 500;
const longest = 30_000;

// Whether the client can reconnect without help from a person, as in `CloseCode.swift`.
const retried = new Set([1001, 1005, 1006, 1011, 1012, 1013, 1014, 4408]);

export class Connection {
    #address;
    #listener;
    #socket = null;
    #timer = null;
    #failures = 0;

    // The listener has the methods `changed(phase)`, `opened()`, `frame(frame)`, and `closed(code, reason)`.
    constructor(address, listener) {
        this.#address = address;
        this.#listener = listener;
        // When the network is back, or the page is visible again, try at once.
        addEventListener("online", () => this.#hurry());
        document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    }

    get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

    open() {
        if (this.#socket !== null) return;
        clearTimeout(this.#timer);
        this.#timer = null;
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        this.#listener.changed("connecting");
        socket.onopen = () => {
            this.#listener.changed("online");
            this.#listener.opened();
        };
        socket.onmessage = (event) => this.#take(event.data);
        socket.onclose = ({ code, reason }) => this.#lose(socket, code, reason);
    }

    // Closes the connection at a person's request.
    close() {
        clearTimeout(this.#timer);
        this.#timer = null;
        const socket = this.#socket;
        if (socket === null) return;
        this.#socket = null;
        socket.onclose = null;
        socket.close(1000);
        this.#listener.changed("offline");
        this.#listener.closed(1000, "");
    }

    send(frame) {
        if (this.isOpen) this.#socket.send(JSON.stringify(frame));
    }

    #take(text) {
        let frame = null;
        try {
            frame = JSON.parse(text);
        } catch {
            return this.#socket?.close(4400, "The server speaks another protocol.");
        }
        this.#failures = 0;
        this.#listener.frame(frame);
    }

    #lose(socket, code, reason) {
        if (socket !== this.#socket) return;
        this.#socket = null;
        if (retried.has(code)) {
            this.#failures += 1;
            const most = Math.min(first * 2 ** Math.min(this.#failures - 1, 20), longest);
            // With jitter, so that clients do not reconnect all at once.
            this.#timer = setTimeout(() => this.#retry(), most * (0.5 + Math.random() / 2));
            this.#listener.changed("waiting");
        } else {
            this.#listener.changed("offline");
        }
        this.#listener.closed(code, reason);
    }

    #retry() {
        this.#timer = null;
        this.open();
    }

    #hurry() {
        if (this.#timer !== null) this.open();
    }
}
