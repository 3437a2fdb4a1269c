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
