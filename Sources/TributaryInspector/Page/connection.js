// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

const shortestWait = 500;
const longestWait = 8_000;

/** What a question is answered with when the app is gone before it answers. */
export class ConnectionLost extends Error {
    constructor() {
        super("The connection to the app was lost before it answered.");
    }
}

/**
 * The socket to the app: questions with answers, and events.
 *
 * A lost connection is tried again by itself, with longer and longer pauses. What was asked before is refused
 * then, and has to be asked anew if it still matters.
 */
export class Connection {
    #address;
    #greet;
    #hear;
    #socket = null;
    #questions = new Map();
    #lastQuestion = 0;
    #wait = shortestWait;
    #timer = null;
    #run = null;

    /** `connecting`, `open`, or `lost`. */
    status = "connecting";

    /** When the next attempt is made, in milliseconds since 1970. */
    nextAttempt = null;

    /** Called when `status` or `nextAttempt` has changed. */
    changed = () => {};

    /** `greet` gets the app's greeting and whether it is the same run of the app, `hear` each event. */
    constructor({ address, greet, hear }) {
        this.#address = address;
        this.#greet = greet;
        this.#hear = hear;
    }

    open() {
        clearTimeout(this.#timer);
        this.nextAttempt = null;
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        socket.addEventListener("open", () => this.#sayHello());
        socket.addEventListener("message", (message) => {
            if (socket === this.#socket) this.#receive(JSON.parse(message.data));
        });
        socket.addEventListener("close", () => {
            if (socket === this.#socket) this.#lose();
        });
    }

    async #sayHello() {
        try {
            const greeting = await this.#put("hello", { version: 2, run: this.#run });
            const isSameRun = greeting.run === this.#run;
            this.#run = greeting.run;
            this.#wait = shortestWait;
            this.#enter("open");
            this.#greet(greeting, isSameRun);
        } catch (problem) {
            if (!(problem instanceof ConnectionLost)) console.error(problem);
        }
    }

    /** Sends a question to the app; returns its answer, or throws an error with a sentence for the user. */
    ask(name, parameters = {}) {
        return this.status === "open" ? this.#put(name, parameters) : Promise.reject(new ConnectionLost());
    }

    #put(name, { store, ...parameters }) {
        const id = ++this.#lastQuestion;
        return new Promise((resolve, reject) => {
            this.#questions.set(id, { resolve, reject });
            this.#socket.send(JSON.stringify({ id, store, question: { [name]: parameters } }));
        });
    }

    #receive(frame) {
        if (frame.event !== undefined) {
            this.#hear(frame.event);
            // The next event comes when this one is drawn; a page that is not drawn gets none.
            const socket = this.#socket;
            requestAnimationFrame(() => {
                if (socket.readyState === WebSocket.OPEN) socket.send('{"question":{"seen":{}}}');
            });
            return;
        }
        const question = this.#questions.get(frame.id);
        this.#questions.delete(frame.id);
        if (frame.error !== undefined) question?.reject(new Error(frame.error));
        // An answer says which it is.
        else question?.resolve(Object.values(frame.answer)[0]);
    }

    #lose() {
        const questions = [...this.#questions.values()];
        this.#questions.clear();
        this.nextAttempt = Date.now() + this.#wait;
        this.#timer = setTimeout(() => this.open(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, longestWait);
        this.#enter("lost");
        for (const question of questions) question.reject(new ConnectionLost());
    }

    #enter(status) {
        this.status = status;
        this.changed();
    }
}
