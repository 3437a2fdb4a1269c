// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// A room that the member is in, or wants to be in, with the rules of `Conversation.swift`.

const kept = 1000;
const earlyLimit = 200;

export class Room {
    isJoined = false;
    isAsking = false;
    messages = [];
    // The number of the newest message up to which all are known; null before the server has sent any.
    last = null;
    // The messages of this client that are not echoed yet, in order.
    pending = [];
    members = [];
    // The number of unread messages, and the number of the first of them.
    unread = 0;
    firstUnread = null;
    draft = "";
    #early = new Map();

    constructor(name) { this.name = name; }

    // Handles a frame about the room; returns the frames to send, and the appended messages.
    take(frame, account) {
        switch (frame.type) {
        case "joined":
            this.isJoined = true;
            this.members = frame.members;
            // Only the server knows whether they arrived before.
            return { send: this.pending.map((message) => this.#say(message)), arrived: [] };
        case "members":
            this.members = frame.members;
            break;
        case "came":
            this.members = this.members.filter((member) => member.account !== frame.member.account);
            this.members.push(frame.member);
            this.members.sort((one, other) => (one.account < other.account ? -1 : 1));
            break;
        case "went":
            this.members = this.members.filter((member) => member.account !== frame.account);
            break;
        case "message":
            return this.#takeMessages([frame.message], frame.message.number, account);
        case "messages":
            this.isAsking = false;
            this.last ??= frame.after;
            return this.#takeMessages(
                frame.messages, frame.messages.length === 0 ? this.last : frame.last, account);
        case "refused":
            if (frame.id === undefined) this.isAsking = false;
            else this.pending = this.pending.filter((message) => message.id !== frame.id);
            break;
        }
        return { send: [], arrived: [] };
    }

    online() {
        this.isAsking = true;
        const frame = { type: "join", room: this.name };
        return this.last === null ? frame : { ...frame, after: this.last };
    }

    offline() {
        this.isJoined = false;
        this.isAsking = false;
        this.members = [];
        // They are requested again, because a message before them is still missing.
        this.#early.clear();
    }

    // Sends a message, as soon as that is possible.
    say(text) {
        const message = { id: identifier(), text };
        this.pending.push(message);
        return this.isJoined ? [this.#say(message)] : [];
    }

    look() {
        this.unread = 0;
    }

    #say({ id, text }) { return { type: "say", room: this.name, id, text }; }

    #takeMessages(messages, newest, account) {
        for (const { author, id } of messages) {
            if (author === account) this.pending = this.pending.filter((message) => message.id !== id);
        }
        const arrived = this.#insert(messages);
        const send = [];
        if (this.isJoined && !this.isAsking && this.last !== null && this.last < newest) {
            this.isAsking = true;
            send.push({ type: "history", room: this.name, after: this.last });
        }
        return { send, arrived };
    }

    #insert(arriving) {
        const added = [...this.#moveEarly()];
        for (const message of arriving) {
            if (this.last !== null && message.number === this.last + 1) {
                this.last += 1;
                added.push(message, ...this.#moveEarly());
            } else if (message.number > (this.last ?? 0) && this.#early.size < earlyLimit) {
                this.#early.set(message.number, message);
            }
        }
        this.messages.push(...added);
        if (this.messages.length > kept) this.messages.splice(0, this.messages.length - kept);
        return added;
    }

    *#moveEarly() {
        while (this.last !== null && this.#early.has(this.last + 1)) {
            this.last += 1;
            yield this.#early.get(this.last);
            this.#early.delete(this.last);
        }
        for (const number of this.#early.keys()) if (number <= (this.last ?? 0)) this.#early.delete(number);
    }
}

// 128 random bits, the same however often the message is delivered.
function identifier() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
