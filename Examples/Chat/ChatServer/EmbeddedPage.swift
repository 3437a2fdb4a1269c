// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

/// The files of `Page/`, written by `Scripts/sources.py --update pages`.
enum EmbeddedPage {
    static let files: [String: String] = [
"chat.js": ##"""
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

"""##,
"commands.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Commands in the input field: they follow a slash, as in the terminal.

export const commands = [
    { name: "join", usage: "/join ROOM", does: "enter a room", run: (chat, text) => chat.join(text), needs: /^[a-z0-9_-]{1,32}$/ },
    { name: "leave", usage: "/leave", does: "leave the room", run: (chat) => chat.leave(), needs: /^$/ },
    { name: "rename", usage: "/rename NAME", does: "be called something else", run: (chat, text) => chat.rename(text), needs: /^.{1,24}$/u },
    { name: "who", usage: "/who", does: "who is in the room", run: tellMembers, needs: /^$/ },
    { name: "help", usage: "/help", does: "show these", run: tellCommands, needs: /^$/ },
];

function tellMembers(chat) {
    chat.note(chat.room === null ? "You are in no room." : `Here: ${chat.room.members.map(({ name }) => name).join(", ")}.`);
}

function tellCommands(chat) {
    chat.note(commands.map(({ usage, does }) => `${usage}: ${does}`).join(" · "));
}

// The commands that the text can be completed to.
export function hints(text) {
    const found = /^\/([a-z]*)( ?)/.exec(text);
    if (found === null) return [];
    return commands.filter(({ name }) => (found[2] === "" ? name.startsWith(found[1]) : name === found[1]));
}

// Performs the input; two slashes send a message that begins with one.
export function perform(line, chat) {
    const text = line.trim();
    if (text === "") return true;
    if (!text.startsWith("/") || text.startsWith("//")) {
        chat.say(text.startsWith("//") ? text.slice(1) : text);
        return true;
    }
    const [verb, ...rest] = text.slice(1).split(" ");
    const argument = rest.join(" ").trim();
    const command = commands.find(({ name }) => name === verb);
    if (command === undefined) {
        chat.note(`“/${verb}” is no command; /help shows those there are.`);
        return false;
    }
    if (!command.needs.test(argument)) {
        chat.note(`Type ${command.usage}.`);
        return false;
    }
    chat.notice = null;
    command.run(chat, argument);
    return true;
}

"""##,
"composer.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The input field: earlier messages, completion of commands, and keys that change the room.
import { hints, perform } from "./commands.js";
import { part } from "./view.js";

const kept = 100;

export class Composer {
    #chat;
    #changed;
    #lines = [];
    // The index of the current one; equal to their number for a new text.
    #place = 0;
    #typed = "";
    #chosen = 0;
    #room = null;

    constructor(chat, changed) {
        this.#chat = chat;
        this.#changed = changed;
        part("composer").addEventListener("submit", (event) => this.#submit(event));
        part("text").addEventListener("input", () => this.#edited());
        part("text").addEventListener("keydown", (event) => this.#press(event));
        part("hints").addEventListener("mousedown", (event) => this.#pick(event));
    }

    // Shows the draft of another room, if there is one.
    follow() {
        if (this.#chat.room === this.#room) return;
        this.#room = this.#chat.room;
        this.#show(this.#room?.draft ?? "");
        this.#place = this.#lines.length;
    }

    #submit(event) {
        event.preventDefault();
        const line = part("text").value;
        if (!perform(line, this.#chat)) return this.#changed();
        if (line.trim() !== "" && this.#lines.at(-1) !== line) this.#lines.push(line);
        if (this.#lines.length > kept) this.#lines.shift();
        this.#place = this.#lines.length;
        this.#show("");
        this.#remember("");
        this.#changed();
    }

    #edited() {
        this.#remember(part("text").value);
        this.#chosen = 0;
        this.#hint();
        this.#changed();
    }

    #remember(text) {
        if (this.#room !== null) this.#room.draft = text;
    }

    #press(event) {
        const found = hints(part("text").value);
        const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (event.key === "Tab" && isPlain && found.length > 0 && !part("text").value.includes(" ")) {
            event.preventDefault();
            this.#complete(found[this.#chosen]);
        } else if (event.key === "Escape" && part("text").value !== "") {
            event.preventDefault();
            this.#show("");
            this.#edited();
        } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && isPlain) {
            event.preventDefault();
            const step = event.key === "ArrowUp" ? -1 : 1;
            if (found.length > 1) this.#choose((this.#chosen + step + found.length) % found.length);
            else this.#recall(step);
        }
    }

    #recall(step) {
        const place = Math.min(Math.max(this.#place + step, 0), this.#lines.length);
        if (place === this.#place) return;
        if (this.#place === this.#lines.length) this.#typed = part("text").value;
        this.#place = place;
        this.#show(place === this.#lines.length ? this.#typed : this.#lines[place]);
        this.#remember(part("text").value);
    }

    #show(text) {
        part("text").value = text;
        this.#chosen = 0;
        // A recalled command is complete.
        this.#close();
    }

    #complete(command) {
        part("text").value = `/${command.name} `;
        this.#edited();
    }

    #pick(event) {
        const name = event.target.closest("[data-name]")?.dataset.name;
        if (name === undefined) return;
        event.preventDefault();
        this.#complete({ name });
    }

    #choose(place) {
        this.#chosen = place;
        this.#hint();
    }

    #hint() {
        const found = hints(part("text").value);
        if (found.length === 0) return this.#close();
        part("hints").replaceChildren(...found.map(({ name, usage, does }, place) => {
            const row = document.createElement("li");
            row.id = `hint-${name}`;
            row.dataset.name = name;
            row.setAttribute("role", "option");
            row.setAttribute("aria-selected", String(place === this.#chosen));
            const code = document.createElement("code");
            code.textContent = usage;
            row.append(code, ` ${does}`);
            return row;
        }));
        part("hints").hidden = false;
        part("text").setAttribute("aria-expanded", "true");
        part("text").setAttribute("aria-activedescendant", `hint-${found[this.#chosen].name}`);
    }

    #close() {
        part("hints").hidden = true;
        part("hints").replaceChildren();
        part("text").setAttribute("aria-expanded", "false");
        part("text").removeAttribute("aria-activedescendant");
    }
}

"""##,
"connection.js": ##"""
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

"""##,
"icon.svg": ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2563b0" d="M2 2h12v9H8l-4 3v-3H2z"/></svg>

"""##,
"index.html": ##"""
<!doctype html>
<!-- Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 -->
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Chat</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="style.css">
    <script type="module" src="main.js"></script>
</head>
<body>
    <header>
        <h1 id="title">Chat</h1>
        <p id="who-am-i"></p>
        <p id="connection" role="status"></p>
        <button id="sign-out" type="button" hidden>Sign out</button>
    </header>
    <p id="notice" role="alert" hidden></p>
    <p id="announcer" class="said-only" aria-live="polite"></p>
    <noscript>The chat needs JavaScript.</noscript>
    <main id="door" aria-labelledby="title" hidden>
        <form id="guest" aria-labelledby="guest-title">
            <h2 id="guest-title">Be a guest</h2>
            <p>You talk in the rooms that allow it, under a name with a tilde, and need nothing else.</p>
            <label for="guest-name">Name</label>
            <input id="guest-name" name="name" required minlength="2" maxlength="20" pattern="[a-z0-9_\-]+"
                autocomplete="nickname" autocapitalize="none" spellcheck="false"
                title="2 to 20 letters, digits, “-” or “_”, in lower case">
            <button>Come in</button>
        </form>
        <form id="sign-in" aria-labelledby="sign-in-title">
            <h2 id="sign-in-title">Sign in</h2>
            <label for="name">Name</label>
            <input id="name" name="name" required minlength="2" maxlength="24" pattern="[a-z0-9_\-]+"
                autocomplete="username" autocapitalize="none" spellcheck="false"
                title="2 to 24 letters, digits, “-” or “_”, in lower case">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" required autocomplete="current-password">
            <label for="code">Code of your authenticator</label>
            <input id="code" name="code" inputmode="numeric" pattern="[0-9]{6}" autocomplete="one-time-code"
                title="6 digits">
            <div class="buttons">
                <button value="signIn">Sign in</button>
                <button value="signUp">Make an account</button>
            </div>
        </form>
        <section id="secret" aria-labelledby="secret-title" hidden>
            <h2 id="secret-title">Your account is made</h2>
            <p>Give this secret to your authenticator now; it is shown this once.</p>
            <p><code id="secret-text"></code></p>
            <p><a id="secret-address">Open it in an authenticator</a></p>
        </section>
    </main>
    <main id="chat" aria-labelledby="title" hidden>
        <nav aria-label="Rooms">
            <ul id="rooms"></ul>
            <form id="join">
                <label class="said-only" for="room">Room to enter</label>
                <input id="room" placeholder="Room" required maxlength="32" pattern="[a-z0-9_\-]+"
                    autocapitalize="none" spellcheck="false" autocomplete="off"
                    title="1 to 32 letters, digits, “-” or “_”, in lower case">
                <button>Enter</button>
            </form>
        </nav>
        <section id="talk" aria-label="Talk">
            <div id="history" role="log" aria-live="off" aria-label="Messages" tabindex="0">
                <ol id="messages"></ol>
                <ol id="pending" aria-label="On their way"></ol>
            </div>
            <ul id="hints" role="listbox" aria-label="Commands" hidden></ul>
            <form id="composer">
                <label class="said-only" for="text">Message</label>
                <input id="text" maxlength="2000" autocomplete="off" role="combobox" aria-expanded="false"
                    aria-controls="hints" aria-autocomplete="list" placeholder="Say something, or / for commands">
                <button>Say</button>
            </form>
            <p id="keys">Enter says it · ↑ ↓ what you said · Alt+↑ Alt+↓ rooms · Tab completes</p>
        </section>
        <aside aria-labelledby="here-title">
            <h2 id="here-title">Here</h2>
            <ul id="members" aria-labelledby="here-title"></ul>
        </aside>
    </main>
</body>
</html>

"""##,
"kept.js": ##"""
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

"""##,
"main.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// The page: a client like the one in the terminal, with the same frames over the same WebSocket.
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { keep, recall } from "./kept.js";
import { part, View } from "./view.js";

const announcements = [];
const chat = new Chat({
    send: (frame) => connection.send(frame),
    connect: () => connection.open(),
    announce: (text) => announcements.push(text),
});
const connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/chat`, {
    changed: (phase) => change(() => (chat.phase = phase)),
    opened: () => change(() => chat.opened()),
    frame: (frame) => change(() => chat.take(frame)),
    closed: (code, reason) => change(() => chat.closed(code, reason)),
});
const view = new View(chat);
const composer = new Composer(chat, () => change());

let isDrawing = false;

// Changes the state, and draws it once for all changes.
function change(action = () => {}) {
    const wasIn = chat.isIn;
    const room = chat.room;
    action();
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(() => {
        isDrawing = false;
        composer.follow();
        view.draw();
        keep(chat.memory);
        announce();
        if (chat.isIn && (!wasIn || room !== chat.room)) part("text").focus();
        if (!chat.isIn && wasIn) part("guest-name").focus();
    });
}

function announce() {
    if (announcements.length === 0) return;
    part("announcer").textContent = announcements.splice(0).slice(-5).join("\n");
}

// Passwords and codes are removed from the form when they are sent.
function submit(id, frame) {
    part(id).addEventListener("submit", (event) => {
        event.preventDefault();
        const fields = Object.fromEntries([...new FormData(part(id))].map(([name, text]) => [name, text.trim()]));
        if (event.submitter?.value === "signIn" && fields.code === "") {
            return change(() => chat.note("Type the code that your authenticator shows, too."));
        }
        const asked = frame(fields, event.submitter?.value);
        for (const name of ["password", "code"]) if (part(id).elements[name]) part(id).elements[name].value = "";
        change(() => chat.ask(asked));
    });
}

submit("guest", ({ name }) => ({ type: "guest", name }));
submit("sign-in", ({ name, code }, kind) => {
    // A password may begin or end with a space.
    const password = part("password").value;
    return kind === "signUp" ? { type: "signUp", name, password } : { type: "signIn", name, password, code };
});
part("join").addEventListener("submit", (event) => {
    event.preventDefault();
    const room = part("room").value;
    part("room").value = "";
    change(() => chat.join(room));
});
part("rooms").addEventListener("click", (event) => {
    const room = event.target.closest("[data-room]")?.dataset.room;
    if (room !== undefined) change(() => chat.show(room));
});
part("sign-out").addEventListener("click", () => change(() => {
    chat.forget();
    chat.notice = null;
    connection.close();
}));
document.addEventListener("keydown", (event) => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && chat.isIn) {
        event.preventDefault();
        change(() => chat.step(event.key === "ArrowUp" ? -1 : 1));
    }
});
document.addEventListener("visibilitychange", () => {
    if (!document.hidden) change(() => chat.room?.look());
});
change(() => chat.remember(recall()));

"""##,
"room.js": ##"""
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

"""##,
"style.css": ##"""
/* Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 */

/* The colors; each text has a contrast of at least 4.5 to its background. */
:root {
    color-scheme: light dark;
    --paper: light-dark(#f7f7f5, #17181a);
    --surface: light-dark(#ffffff, #1f2124);
    --line: light-dark(#d6d6d0, #3a3d42);
    --edge: light-dark(#85857e, #7d828a);
    --text: light-dark(#1d1d1b, #ececea);
    --faint: light-dark(#5c5c57, #a9adb3);
    --accent: light-dark(#1f56a3, #8ab6f5);
    --on-accent: light-dark(#ffffff, #10151c);
    --problem: light-dark(#9c2b1d, #f5a597);
    --problem-paper: light-dark(#fbeae7, #3a201c);
}

* { box-sizing: border-box; }

html, body { height: 100%; margin: 0; }

body {
    display: flex; flex-direction: column; background: var(--paper); color: var(--text);
    font: 1rem/1.45 system-ui, sans-serif;
}

[hidden] { display: none !important; }

h1, h2, p, ul, ol { margin: 0; }
h1 { font-size: 1.15rem; }
h2 { font-size: 1rem; }
ul, ol { padding: 0; list-style: none; }

header {
    display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; padding: 0.5rem 1rem;
    background: var(--surface); border-bottom: 1px solid var(--line);
}

#connection { margin-inline-start: auto; color: var(--faint); }
#connection[data-phase="lost"] { color: var(--problem); }

#notice {
    padding: 0.5rem 1rem; background: var(--problem-paper); color: var(--problem); overflow-wrap: anywhere;
}

.said-only {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

input, button {
    min-height: 2.25rem; padding: 0.3rem 0.75rem; font: inherit; color: var(--text); background: var(--surface);
    border: 1px solid var(--edge); border-radius: 0.4rem;
}

input::placeholder { color: var(--faint); opacity: 1; }
button { cursor: pointer; }
form button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
form button[value="signUp"] { background: var(--surface); color: var(--accent); }
a { color: var(--accent); }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

#door {
    display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; align-items: start;
    width: 100%; max-width: 52rem; margin: 0 auto; padding: 1rem; overflow: auto;
}

#door > * {
    display: grid; gap: 0.5rem; padding: 1rem; background: var(--surface); border: 1px solid var(--line);
    border-radius: 0.5rem;
}

#door p { color: var(--faint); }
#door code { color: var(--text); overflow-wrap: anywhere; font-size: 1.1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }

#chat { flex: 1; min-height: 0; display: grid; grid-template-columns: 12rem minmax(0, 1fr) 12rem; }
nav, aside { padding: 0.75rem; overflow: auto; background: var(--surface); }
nav { border-inline-end: 1px solid var(--line); display: flex; flex-direction: column; gap: 0.75rem; }
aside { border-inline-start: 1px solid var(--line); }
aside h2 { color: var(--faint); font-weight: 600; }
aside li { overflow-wrap: anywhere; }
small { color: var(--faint); }

#join { display: flex; gap: 0.35rem; }
#join input { min-width: 0; flex: 1; }

.room { width: 100%; text-align: start; border-color: transparent; overflow-wrap: anywhere; }
.room[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
.unread { padding: 0 0.4rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); }
.room[aria-current] .unread { background: var(--on-accent); color: var(--accent); }

#talk { display: flex; flex-direction: column; min-height: 0; min-width: 0; position: relative; }
#history { flex: 1; min-height: 0; overflow: auto; padding: 0.75rem 1rem; outline-offset: -2px; }
.message { padding: 0.1rem 0; overflow-wrap: anywhere; }
.time { color: var(--faint); font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.is-pending { color: var(--faint); }
.day, .new { display: flex; align-items: center; gap: 0.75rem; margin: 0.5rem 0; color: var(--faint); font-size: 0.85rem; }
.new { color: var(--problem); font-weight: 600; }
.day::before, .day::after, .new::before, .new::after { content: ""; flex: 1; border-top: 1px solid currentColor; opacity: 0.4; }

#composer { display: flex; gap: 0.5rem; padding: 0.75rem 1rem 0.25rem; }
#composer input { flex: 1; min-width: 0; }
#keys { padding: 0 1rem 0.5rem; color: var(--faint); font-size: 0.8rem; }
#hints { margin: 0 1rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: var(--surface); overflow: hidden; }
#hints li { padding: 0.3rem 0.75rem; cursor: pointer; }
#hints [aria-selected="true"] { background: var(--accent); color: var(--on-accent); }

/* The names of people: eight hues, dark on light paper and light on dark. */
.hue-0 { color: light-dark(#8a3a10, #f0b48e); }
.hue-1 { color: light-dark(#6d5200, #e3c76b); }
.hue-2 { color: light-dark(#3f6212, #b4d68a); }
.hue-3 { color: light-dark(#0f6350, #7fd6bd); }
.hue-4 { color: light-dark(#1a5a80, #8cc8f0); }
.hue-5 { color: light-dark(#3b4cb0, #aab8ff); }
.hue-6 { color: light-dark(#7a359c, #dba8f2); }
.hue-7 { color: light-dark(#9c2459, #f5a3c7); }

@media (max-width: 44rem) {
    #chat { grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); }
    nav { flex-direction: row; flex-wrap: wrap; border: 0; border-bottom: 1px solid var(--line); padding: 0.5rem; }
    #rooms { display: flex; flex-wrap: wrap; gap: 0.25rem; }
    #join { flex: 1; min-width: 10rem; }
    aside { order: 1; border: 0; border-top: 1px solid var(--line); padding: 0.5rem 1rem; max-height: 5.5rem; }
    aside h2, #members, #members li { display: inline; }
    #members li { margin-inline-end: 0.6rem; }
    #keys { display: none; }
}

"""##,
"time.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Times in the reader's time zone and calendar.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const calendar = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

export function clockTime(seconds) { return clock.format(seconds * 1000); }

export function day(seconds) { return calendar.format(seconds * 1000); }

export function exactTime(seconds) { return new Date(seconds * 1000).toISOString(); }

"""##,
"view.js": ##"""
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

"""##,
    ]
}
