// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Draws the state of the chat. Messages become text and nothing else: there is no innerHTML in these files.
import { clockTime, day, exactTime } from "./time.js";

const phases = {
    connecting: "connecting…", waiting: "no connection; trying again soon", offline: "no connection", online: "connected",
};

export function part(id) { return document.getElementById(id); }

function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

// The hue of a name, the same on every page; the style sheet turns it into readable colors.
function hue(name) {
    let sum = 0;
    for (const character of name) sum = (sum * 31 + character.codePointAt(0)) % 8;
    return sum;
}

function author({ author, name }) {
    const shown = element("b", { className: `author hue-${hue(author)}` }, name);
    if (name !== author) shown.title = author;
    return shown;
}

export class View {
    #chat;
    // The drawn part of the room: its name, and the number of its last message.
    #drawn = { room: null, last: 0, marker: null };

    // Whether the newest message is visible, so that the next one has to be, too.
    #isAtEnd = true;

    constructor(chat) {
        this.#chat = chat;
        const history = part("history");
        history.addEventListener("scroll", () => {
            this.#isAtEnd = history.scrollTop + history.clientHeight >= history.scrollHeight - 24;
        });
        // If there is less room for messages, because commands are shown, the newest stay visible.
        new ResizeObserver(() => this.#isAtEnd && this.#scrollToEnd()).observe(history);
    }

    #scrollToEnd() { part("history").scrollTop = part("history").scrollHeight; }

    draw() {
        const chat = this.#chat;
        part("door").hidden = chat.isIn;
        part("chat").hidden = !chat.isIn;
        part("sign-out").hidden = !chat.isIn;
        part("secret").hidden = chat.secret === null;
        if (chat.secret !== null) {
            part("secret-text").textContent = chat.secret.text;
            // Whatever a server sends, only an authenticator is opened.
            const address = chat.secret.address;
            part("secret-address").hidden = !address.startsWith("otpauth://");
            if (address.startsWith("otpauth://")) part("secret-address").href = address;
        }
        part("who-am-i").textContent = chat.member === null ? "" : `as ${chat.member.name}`;
        this.#set(part("connection"), chat.isIn || chat.phase !== "offline" ? this.#phase() : "");
        part("connection").dataset.phase = chat.isOnline ? "online" : "lost";
        this.#set(part("notice"), chat.notice ?? "");
        part("notice").hidden = chat.notice === null;
        part("title").textContent = chat.current === null ? "Chat" : `#${chat.current}`;
        document.title = `${chat.unread > 0 ? `(${chat.unread}) ` : ""}${chat.current === null ? "Chat" : `#${chat.current}`}`;
        this.#drawRooms();
        this.#drawMembers();
        this.#drawMessages();
    }

    #phase() {
        const chat = this.#chat;
        return chat.phase === "online" && chat.isIn && !chat.isRecognised ? "signing in…" : phases[chat.phase];
    }

    // A live region is read when its text is set, even to the same text.
    #set(place, text) {
        if (place.textContent !== text) place.textContent = text;
    }

    #drawRooms() {
        const rows = [...this.#chat.rooms.values()].map(({ name, unread }) => {
            const button = element("button", { type: "button", className: "room" }, `#${name}`);
            button.dataset.room = name;
            if (name === this.#chat.current) button.setAttribute("aria-current", "true");
            if (unread > 0) {
                button.append(" ", element("span", { className: "unread" }, String(unread), element("span", { className: "said-only" }, " unread")));
            }
            return element("li", {}, button);
        });
        const focused = document.activeElement?.dataset?.room;
        part("rooms").replaceChildren(...rows);
        if (focused !== undefined) part("rooms").querySelector(`[data-room="${focused}"]`)?.focus();
    }

    #drawMembers() {
        const members = this.#chat.room?.members ?? [];
        part("members").replaceChildren(...members.map((member) => {
            const row = element("li", {}, element("span", { className: `author hue-${hue(member.account)}` }, member.name));
            if (member.account.startsWith("~")) row.append(" ", element("small", {}, "guest"));
            else if (member.name !== member.account) row.append(" ", element("small", {}, member.account));
            return row;
        }));
    }

    #drawMessages() {
        const room = this.#chat.room;
        const list = part("messages");
        const marker = room?.firstUnread ?? null;
        const first = room?.messages[0]?.number ?? 0;
        const isOther = this.#drawn.room !== room || this.#drawn.marker !== marker;
        if (isOther) list.replaceChildren();
        const last = isOther ? 0 : this.#drawn.last;
        for (const message of room?.messages ?? []) if (message.number > last) this.#append(message, list, marker);
        // Messages that the client no longer stores.
        while (list.firstElementChild !== null && Number(list.firstElementChild.dataset.number) < first) {
            list.firstElementChild.remove();
        }
        this.#drawn = { room, last: room?.last ?? 0, marker };
        part("pending").replaceChildren(...(room?.pending ?? []).map(({ text }) =>
            element("li", { className: "message is-pending" }, element("span", { className: "time" }, "⧗"), " ", element("span", { className: "text", dir: "auto" }, text))));
        if (isOther || this.#isAtEnd) this.#scrollToEnd();
    }

    #append(message, list, marker) {
        const row = element("li", { className: "message" });
        row.dataset.number = message.number;
        row.dataset.day = day(message.time);
        if (list.lastElementChild?.dataset.day !== row.dataset.day) row.append(element("p", { className: "day" }, row.dataset.day));
        if (message.number === marker) row.append(element("p", { className: "new" }, "New"));
        const time = element("time", { className: "time", dateTime: exactTime(message.time) }, clockTime(message.time));
        row.append(time, " ", author(message), element("span", { className: "said-only" }, ": "), " ", element("span", { className: "text", dir: "auto" }, message.text));
        list.append(row);
    }
}
