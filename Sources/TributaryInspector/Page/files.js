// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setText } from "./dom.js";
import { icon } from "./icons.js";

/** The app refuses longer files; the page refuses them before it sends them. */
const largestFile = 64 * 1024 * 1024;

/** Session files: writing, reading, and the test that is made of a range. */
export class Files {
    #program;
    #notices;
    #token;
    #input;
    #dialog;
    #what;
    #code;
    #links;

    constructor(program, notices, token) {
        this.#program = program;
        this.#notices = notices;
        this.#token = token;
        this.#input = element("input", {
            type: "file", hidden: true, id: "import-file", "aria-label": "File to import",
            accept: ".json,.tributary,application/json,text/plain",
            on: {
                change: async () => {
                    const [file] = this.#input.files;
                    this.#input.value = "";
                    if (file) await this.take(file);
                },
            },
        });
        this.#what = element("p", { class: "quiet-text", id: "export-what" });
        this.#code = element("pre", { class: "code", tabindex: 0, "aria-label": "Swift test" });
        this.#links = element("div", { class: "dialog-tools" });
        this.#dialog = element(
            "dialog",
            { class: "dialog", "aria-labelledby": "export-title" },
            element("h2", { id: "export-title" }, "Export"),
            this.#what,
            this.#links,
            this.#code,
            element("form", { method: "dialog", class: "dialog-end" }, element("button", {}, "Close")),
        );
        this.element = element("div", { hidden: false }, this.#input, this.#dialog);
        this.#takeDropped();
    }

    /** Asks for a file to import. */
    choose() {
        this.#input.click();
    }

    #takeDropped() {
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", (event) => {
            event.preventDefault();
            const [file] = event.dataTransfer.files;
            if (file) this.take(file);
        });
    }

    /** Has the app read a file, and shows its contents. */
    async take(file) {
        if (file.size > largestFile) {
            const size = Math.round(file.size / 1024 / 1024);
            return this.#notices.complain(`“${file.name}” has ${size} MB; a session file may have 64 MB.`);
        }
        this.#notices.say(`Reading “${file.name}” …`);
        try {
            const response = await fetch(this.#route("import"), { method: "POST", body: file });
            const answer = await response.json();
            if (answer.error) return this.#notices.complain(`“${file.name}”: ${answer.error}`);
            this.#notices.say(`“${file.name}” is open.`);
            this.#lookAt(answer.session);
        } catch {
            this.#notices.complain(`“${file.name}” could not be sent to the app.`);
        }
        return undefined;
    }

    #lookAt(name) {
        const program = this.#program;
        if (program.stores.has(name)) return program.lookAt(name);
        // The answer may arrive before the event that announces it.
        const stop = program.signal.observe(["stores"], () => {
            if (!program.stores.has(name)) return;
            stop();
            program.lookAt(name);
        });
        return undefined;
    }

    #route(name, parameters = {}) {
        const query = new URLSearchParams({
            token: this.#token,
            store: this.#program.current,
            ...parameters,
        });
        return `/${name}?${query}`;
    }

    /** Offers the possible exports. */
    async export() {
        const program = this.#program;
        if (program.store === null) return;
        const { from, to } = program.range;
        const isBase = program.isBaseSelected;
        const range = from === to ? `action ${from}` : `actions ${from} to ${to}`;
        setText(this.#what, isBase
            ? "Select an action, or with Shift a range of them, for a test or a part of the session."
            : `Selected: ${range}.`);
        const link = (text, parameters) =>
            element(
                "a",
                { class: "button", href: this.#route("export", parameters), download: "" },
                icon("exporting"),
                text,
            );
        this.#links.replaceChildren(
            link("Whole session (Redux DevTools)", { form: "redux" }),
            ...(isBase ? [] : [
                link(`Session of ${range}`, { form: "redux", from, to }),
                link("Swift test, as a file", { form: "test", from, to }),
                element(
                    "button",
                    { type: "button", on: { click: () => this.#copy() } },
                    icon("copy"),
                    "Copy the test",
                ),
            ]),
        );
        this.#code.hidden = isBase;
        setText(this.#code, "…");
        this.#dialog.showModal();
        if (isBase) return;
        try {
            const { text } = await program.ask("test", { from, to });
            setText(this.#code, text);
        } catch (problem) {
            setText(this.#code, problem.message);
        }
    }

    async #copy() {
        try {
            await navigator.clipboard.writeText(this.#code.textContent);
            this.#notices.say("The test is copied.");
        } catch {
            getSelection().selectAllChildren(this.#code);
            this.#notices.say("The browser does not let the page copy; the test is selected.");
        }
    }
}
