// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The state of the page, and its changes by frames and by people.
import { Room } from "./room.js";

export class Chat {
    phase = "offline";
    member = null;
    isRecognised = false;
    secret = null;
    rooms = new Map();
    current = null;
    notice = null;
    // The request without an answer, and whether it was sent.
    #request = null;
    #token = null;
    #send;
    #connect;
    #announce;

    // `send` sends a frame, `connect` requests a connection, `announce` is read aloud by screen readers.
    constructor({ send, connect, announce }) {
        this.#send = send;
        this.#connect = connect;
        this.#announce = announce;
    }

    get room() { return this.rooms.get(this.current) ?? null; }
    get isIn() { return this.member !== null; }
    get isOnline() { return this.phase === "online" && this.isRecognised; }
    get unread() { return [...this.rooms.values()].reduce((sum, room) => sum + room.unread, 0); }

    // The state that survives reloading the page.
    get memory() {
        return {
            token: this.#token, member: this.member, current: this.current,
            rooms: [...this.rooms.values()].map(({ name, pending, draft }) => ({ name, pending, draft })),
        };
    }

    remember(memory) {
        if (memory?.token == null) return;
        this.#token = memory.token;
        this.member = memory.member;
        for (const { name, pending, draft } of memory.rooms) {
            this.rooms.set(name, Object.assign(new Room(name), { pending, draft }));
        }
        this.current = memory.current;
        this.#connect();
    }

    // Requests to sign up, to sign in, or to enter as a guest.
    ask(frame) {
        if (this.#request?.isSent) return this.note("Wait for the answer to the last request.");
        this.notice = null;
        this.secret = null;
        this.#request = { frame, isSent: false };
        if (this.phase === "online") this.opened();
        else this.#connect();
    }

    opened() {
        if (this.#request !== null) {
            this.#request.isSent = true;
            this.#send(this.#request.frame);
        } else if (this.#token !== null) {
            this.#send({ type: "resume", token: this.#token });
        }
    }

    closed(code, reason) {
        const wasAsking = this.#request?.isSent === true;
        // A request in flight is not repeated: its code may have been used, or its account created.
        if (wasAsking) this.#request = null;
        this.isRecognised = false;
        for (const room of this.rooms.values()) room.offline();
        if ([4401, 4403, 4429].includes(code)) this.forget();
        if (code !== 1000) this.note(`The connection is closed: ${reason || "it was lost."} (${code})`);
    }

    forget() {
        this.#token = null;
        this.member = null;
        this.isRecognised = false;
        this.rooms.clear();
        this.current = null;
    }

    take(frame) {
        switch (frame.type) {
        case "signedUp":
            this.#request = null;
            this.secret = { text: frame.secret, address: frame.address };
            this.note(`The account ${frame.name} is made.`);
            break;
        case "signedIn":
            this.#signedIn(frame);
            break;
        case "renamed":
            this.member.name = frame.name;
            this.note(`You are called ${frame.name} now.`);
            break;
        case "left":
            this.#remove(frame.room);
            break;
        case "refused":
            this.note(frame.reason);
            if (frame.room === undefined) {
                if (this.#request?.isSent) this.#request = null;
            } else {
                this.#takeInRoom(frame);
                // A room that refuses entry is not entered again.
                if (frame.id === undefined && this.rooms.get(frame.room)?.isJoined === false) {
                    this.#remove(frame.room);
                }
            }
            break;
        default:
            this.#takeInRoom(frame);
        }
    }

    join(name) {
        if (!this.isIn) return this.note("Sign in first.");
        if (!this.rooms.has(name)) {
            const room = new Room(name);
            this.rooms.set(name, room);
            if (this.isOnline) this.#send(room.online());
        }
        this.show(name);
    }

    show(name) {
        if (!this.rooms.has(name)) return;
        if (this.room !== null) this.room.firstUnread = null;
        this.current = name;
        if (!document.hidden) this.room.look();
    }

    // The room before or after the current one.
    step(by) {
        const names = [...this.rooms.keys()];
        if (names.length > 0) {
            this.show(names[(names.indexOf(this.current) + by + names.length) % names.length]);
        }
    }

    leave() {
        const room = this.room;
        if (room === null) return this.note("You are in no room; enter one with /join hall.");
        if (room.isJoined) this.#send({ type: "leave", room: room.name });
        else this.#remove(room.name);
    }

    say(text) {
        if (this.room === null) return this.note("You are in no room; enter one with /join hall.");
        this.notice = null;
        this.room.firstUnread = null;
        for (const frame of this.room.say(text)) this.#send(frame);
    }

    rename(name) {
        if (this.isOnline) this.#send({ type: "rename", name });
        else this.note("You can be renamed when the connection is back.");
    }

    note(text) { this.notice = text; }

    #signedIn(frame) {
        this.#request = null;
        this.secret = null;
        this.notice = null;
        if (this.member !== null && this.member.account !== frame.name) {
            // The rooms of another account do not concern this one.
            this.rooms.clear();
            this.current = null;
        }
        this.member = { account: frame.name, name: frame.shown };
        this.#token = frame.token;
        this.isRecognised = true;
        for (const room of this.rooms.values()) this.#send(room.online());
        if (this.rooms.size === 0) this.join(/^#[a-z0-9_-]{1,32}$/.test(location.hash) ? location.hash.slice(1) : "hall");
    }

    #takeInRoom(frame) {
        const room = this.rooms.get(frame.room);
        if (room === undefined) return;
        const { send, arrived } = room.take(frame, this.member?.account);
        for (const other of send) this.#send(other);
        // A page of earlier messages is not new.
        if (frame.type !== "message") return;
        for (const message of arrived) this.#arrive(message, room);
    }

    #arrive(message, room) {
        const isSeen = room === this.room && !document.hidden;
        if (message.author === this.member?.account) return;
        if (isSeen) {
            this.#announce(`${message.name}: ${message.text}`);
        } else {
            room.firstUnread ??= message.number;
            room.unread += 1;
            this.#announce(`In ${room.name}, ${message.name}: ${message.text}`);
        }
    }

    #remove(name) {
        this.rooms.delete(name);
        if (this.current === name) {
            this.current = [...this.rooms.keys()].at(-1) ?? null;
            this.room?.look();
        }
    }
}
