// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setAttribute, setShown, setText } from "./dom.js";
import { icon } from "./icons.js";

/** A line in which an action is typed and sent. */
export class Sending {
    #program;
    #notices;
    #input;
    #button;
    #problem;
    #cases;

    constructor(program, notices) {
        this.#program = program;
        this.#notices = notices;
        this.#cases = element("datalist", { id: "cases" });
        this.#problem = element("p", { class: "problem", id: "sending-problem", hidden: true });
        this.#input = element("input", {
            type: "text", id: "sending", list: "cases", autocomplete: "off", autocapitalize: "off",
            spellcheck: "false",
            placeholder: "increment, counter.add(5), or JSON", "aria-label": "Action to send",
            "aria-describedby": "sending-problem",
            on: {
                focus: () => this.#complete(),
                keydown: (event) => {
                    if (event.key === "Enter" && !event.isComposing) this.#send();
                },
                input: () => this.#complain(null),
            },
        });
        this.#button = element(
            "button",
            { type: "button", on: { click: () => this.#send() } },
            icon("send"),
            "Send",
        );
        this.element = element(
            "div",
            { class: "sending" },
            element("div", { class: "sending-line" }, this.#input, this.#button, this.#cases),
            this.#problem,
        );
        program.signal.observe(["store", "changed"], () => this.#draw());
    }

    focus() {
        this.#input.focus();
    }

    /** Puts a text in the line, to be changed and sent. */
    edit(text) {
        this.#input.value = text;
        this.#complain(null);
        this.focus();
    }

    #draw() {
        const { store } = this.#program;
        setShown(this.element, store !== null && (store.kind === "store" || store.kind === "actor"));
        if (store === null) return;
        this.#input.disabled = !store.canType || !store.open;
        this.#button.disabled = this.#input.disabled;
        const why = store.open ? store.canTypeWhy : "The store is closed.";
        setAttribute(this.#input, "title", this.#input.disabled ? why : null);
        setAttribute(
            this.#input,
            "placeholder",
            this.#input.disabled ? why : "increment, counter.add(5), or JSON",
        );
    }

    async #complete() {
        try {
            const { cases } = await this.#program.ask("cases");
            this.#cases.replaceChildren(...cases.map((value) => element("option", { value })));
        } catch {
            // It can be typed without.
        }
    }

    async #send() {
        const text = this.#input.value.trim();
        if (text === "") return;
        try {
            const { number } = await this.#program.ask("send", { text });
            this.#input.value = "";
            this.#complain(null);
            // While the app shows another state, sent actions wait.
            const what = number === undefined ? "Sent; it waits until the app comes back." : `Sent as action ${number}.`;
            this.#notices.say(what);
            this.#program.follow();
        } catch (problem) {
            this.#complain(problem.message);
        }
    }

    #complain(text) {
        setText(this.#problem, text ?? "");
        setShown(this.#problem, text !== null);
        setAttribute(this.#input, "aria-invalid", text === null ? null : "true");
        setAttribute(this.#problem, "role", text === null ? null : "alert");
    }
}
