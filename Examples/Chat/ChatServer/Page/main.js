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
