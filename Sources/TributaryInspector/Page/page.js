// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, inNextFrame, setAttribute, setShown, setText } from "./dom.js";
import { icon } from "./icons.js";

const kinds = { store: "", actor: "on an actor", session: "file", whatif: "what if" };

/**
 * The page as a whole: its head with the stores, the list, the selected action, and time travel at the foot.
 */
export class Page {
    #program;
    #parts;
    #stores;
    #title = element("h1", { class: "title" }, "Tributary");
    #state = element("span", { class: "connection" });
    #main;
    #close;
    #buttons = {};

    constructor(program, parts) {
        this.#program = program;
        this.#parts = parts;
        this.#stores = element("select", {
            class: "stores", "aria-label": "Store", on: { change: () => program.lookAt(this.#stores.value) },
        });
        const button = (picture, text, title, act) =>
            element(
                "button",
                { type: "button", class: "head-button", title, on: { click: act } },
                icon(picture),
                element("span", {}, text),
            );
        this.#close = button("close", "Close", "Forget this file or “what if”", () => this.#drop());
        const head = element(
            "header",
            { class: "head" },
            element("img", { class: "logo", src: "./icon.svg", alt: "", width: 22, height: 22 }),
            this.#title, this.#stores, this.#close, this.#state,
            element("span", { class: "spacer" }),
            button("importing", "Import", "Import a session file (i)", () => parts.files.choose()),
            button("exporting", "Export", "Export a session, or make a test (e)", () => parts.files.export()),
            button("help", "Keys", "What the keys do (?)", () => parts.keys.showHelp()),
        );
        this.#main = element(
            "main",
            { class: "main" },
            element(
                "section",
                { class: "list", "aria-label": "Actions" },
                parts.filterBar.element,
                parts.list.element,
                parts.sending.element,
            ),
            parts.detail.element,
        );
        const foot = element("footer", { class: "foot" }, parts.player.element, this.#history());
        this.elements = [
            head,
            parts.notices.element,
            this.#main,
            foot,
            parts.files.element,
            parts.keys.element,
        ];
        parts.list.onChoose = () => this.#main.classList.add("shows-detail");
        const draw = inNextFrame(() => this.#draw());
        program.signal.observe(["stores", "store", "changed", "connection"], draw);
        this.#draw();
    }

    #history() {
        const { notices } = this.#parts;
        const entry = (name, text, title, done) => {
            const act = () => notices.attempt(async () => {
                await this.#program.ask(name);
                this.#program.follow();
                notices.say(done);
            });
            this.#buttons[name] = element("button", { type: "button", title, on: { click: act } }, text);
            return this.#buttons[name];
        };
        return element(
            "div",
            { class: "history", role: "toolbar", "aria-label": "History" },
            entry(
                "stay", "Go on from here",
                "The app goes on from the state that it shows; what came later is dropped (g)",
                "The app goes on from here.",
            ),
            entry(
                "commit",
                "Commit",
                "Empty the list; it begins with the newest state",
                "The list begins anew.",
            ),
            entry(
                "revert",
                "Revert",
                "Back to the state with which the list begins",
                "The app is back where the list begins.",
            ),
            entry(
                "reset",
                "Reset",
                "Back to the state when the inspector was attached",
                "The app is back at the beginning.",
            ),
        );
    }

    #draw() {
        const program = this.#program;
        const { store, title, stores, connection } = program;
        // With one store there is nothing to choose: it is the title.
        const isChoice = stores.size > 1;
        setText(this.#title, (isChoice ? title : store?.name) || title || "Tributary");
        this.#title.classList.toggle("said-only", isChoice && title === store?.name);
        document.title = [
            store?.name,
            title && title !== store?.name ? title : null,
            "Inspector",
        ].filter(Boolean).join(" · ");
        const shown = [...stores.values()].map(({ store: id, name, kind, open }) => ({
            id, text: [name, kinds[kind], open ? "" : "closed"].filter(Boolean).join(" · "),
        }));
        const key = JSON.stringify(shown);
        if (this.#stores.dataset.key !== key) {
            this.#stores.dataset.key = key;
            const options = shown.map(({ id, text }) => element("option", { value: id }, text));
            this.#stores.replaceChildren(...options);
        }
        if (program.current !== null) this.#stores.value = program.current;
        setShown(this.#stores, isChoice);
        setShown(this.#close, store?.kind === "session" || store?.kind === "whatif");
        const states = {
            connecting: "connecting …", lost: "not connected",
            open: stores.size === 0 ? "no store yet" : store?.open === false ? "closed" : "live",
        };
        const state = store?.kind === "session" || store?.kind === "whatif"
            ? "read-only" : states[connection.status];
        const mounted = store?.mounted?.length > 0 ? ` · with ${store.mounted.join(", ")}` : "";
        setText(this.#state, connection.status === "open" ? state + mounted : states[connection.status]);
        setAttribute(
            this.#state,
            "data-state",
            connection.status === "open" && store?.open !== false ? "live" : "off",
        );
        this.#drawHistory(store);
    }

    #drawHistory(store) {
        const isLive = store !== null && store.open && (store.kind === "store" || store.kind === "actor");
        const canSet = isLive && store.canSet;
        const isTravelling = (store?.travelling ?? null) !== null;
        setShown(this.#buttons.stay, isTravelling);
        this.#buttons.stay.disabled = !canSet;
        this.#buttons.commit.disabled = !isLive;
        this.#buttons.revert.disabled = !canSet;
        this.#buttons.reset.disabled = !canSet;
        for (const name of ["stay", "revert", "reset"]) {
            const button = this.#buttons[name];
            button.dataset.title ??= button.title;
            setAttribute(
                button,
                "title",
                isLive && !store.canSet && store.canSetWhy ? store.canSetWhy : button.dataset.title,
            );
        }
    }

    /** Goes on from the state that the app shows. */
    stay() {
        if (this.#buttons.stay.hidden || this.#buttons.stay.disabled) {
            const why = this.#program.store?.canSetWhy ?? "The app shows its newest state already.";
            this.#parts.notices.complain(why);
        } else {
            this.#buttons.stay.click();
        }
    }

    async #drop() {
        await this.#parts.notices.attempt(() => this.#program.ask("drop"));
    }

    /** Where there is room for one of both: the list. */
    showList() {
        this.#main.classList.remove("shows-detail");
        this.#parts.list.focus();
    }

    /** Shows a pane, and the selected action where there is room for one of both. */
    showPane(name) {
        this.#main.classList.add("shows-detail");
        this.#program.show(name);
    }

    escape() {
        this.#parts.notices.clear();
        this.#parts.filterBar.clear();
        this.showList();
    }
}
