// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { keep, recall } from "./kept.js";

/** Keys that the lists handle by themselves; listed in the help. */
const keysOfLists = [
    { keys: ["↑", "↓"], text: "The action before or after", group: "In the list" },
    { keys: ["Shift ↑ ↓"], text: "Make the selected range longer or shorter", group: "In the list" },
    { keys: ["Page ↑ ↓"], text: "A screenful back or on", group: "In the list" },
    { keys: ["Home"], text: "The state before the first action", group: "In the list" },
    { keys: ["End"], text: "The newest action, and those to come", group: "In the list" },
    { keys: ["←", "→"], text: "Fold the turns, or unfold them", group: "In the list" },
    { keys: ["Enter"], text: "Show the selected action in the app", group: "In the list" },
    { keys: ["→", "←"], text: "Open or close a value", group: "In a value" },
    { keys: ["p"], text: "Keep the value in view", group: "In a value" },
    { keys: ["m"], text: "Show the whole of a long text", group: "In a value" },
];

/**
 * The keys of the page and their commands, and the help, which is made from the same table.
 *
 * A binding is `{keys, text, group, act}`; `keys` are as the browser names them, with `Alt ` before one that
 * needs it.
 */
export class Keys {
    #bindings;
    #dialog;
    #single;

    constructor(bindings) {
        this.#bindings = bindings;
        this.#single = element("input", {
            type: "checkbox", id: "single-keys", checked: recall("single keys", true),
            on: { change: () => keep("single keys", this.#single.checked) },
        });
        this.#dialog = element(
            "dialog",
            { class: "dialog", "aria-labelledby": "help-title" },
            element("h2", { id: "help-title" }, "Keys"),
            element("div", { class: "help" }, this.#groups()),
            element("label", { class: "check" }, this.#single, "Single letters act outside of text fields"),
            element("form", { method: "dialog", class: "dialog-end" }, element("button", {}, "Close")),
        );
        this.element = this.#dialog;
        document.addEventListener("keydown", (event) => this.#press(event));
    }

    showHelp() {
        if (!this.#dialog.open) this.#dialog.showModal();
    }

    #groups() {
        const groups = Map.groupBy([...this.#bindings, ...keysOfLists], (binding) => binding.group);
        return [...groups].map(([name, bindings]) =>
            element(
                "section",
                {},
                element("h3", {}, name),
                element("dl", {}, bindings.map(({ keys, text }) => element(
                    "div",
                    {},
                    element("dt", {}, keys.map((key) => element("kbd", {}, shown(key)))),
                    element("dd", {}, text),
                ))),
            ));
    }

    #press(event) {
        if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
        if (document.querySelector("dialog[open]") !== null) return;
        const isTyping = event.target.closest("input:not([type=range], [type=checkbox]), textarea, select") !== null;
        const name = event.altKey ? `Alt ${event.key}` : event.key;
        const binding = this.#bindings.find(({ keys }) => keys.includes(name));
        if (binding === undefined) return;
        if (isTyping && name !== "Escape") return;
        if (name.length === 1 && !this.#single.checked && name !== "?") return;
        // A button that has the focus is pressed by the space bar.
        if (name === " " && event.target.closest("button, a, [role=treeitem], input") !== null) return;
        event.preventDefault();
        binding.act();
    }
}

const names = { " ": "Space", Escape: "Esc", "Alt ArrowUp": "Alt ↑", "Alt ArrowDown": "Alt ↓" };

function shown(key) {
    return names[key] ?? key;
}
