// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setShown } from "./dom.js";
import { icon } from "./icons.js";
import { keep, recall } from "./kept.js";
import { Pane } from "./pane.js";

/** Parts of the state that stay in view, whatever is selected. They are kept by the name of the store. */
export class Pins extends Pane {
    #program;
    #former = new Map();

    /** Called to show only the actions that changed a path. */
    filter = () => {};

    constructor(program) {
        super({ class: "pins", role: "region", "aria-label": "Pinned" });
        this.#program = program;
        setShown(this.element, false);
    }

    get #key() {
        return `pins ${this.#program.store?.name}`;
    }

    get #pins() {
        return recall(this.#key, []);
    }

    #keep(pins) {
        keep(this.#key, pins);
        this.show();
    }

    /** Pins a path of the state, under the name that is shown. */
    add(path, name) {
        const pins = this.#pins;
        if (!pins.some((other) => isSame(other.path, path))) this.#keep([...pins, { path, name }]);
    }

    #remove(path) {
        this.#keep(this.#pins.filter((other) => !isSame(other.path, path)));
    }

    show() {
        const program = this.#program;
        const pins = this.#pins;
        setShown(this.element, pins.length > 0 && program.store !== null);
        if (pins.length === 0 || program.store === null) return undefined;
        const [store, number] = [program.current, program.selected];
        return this.fill(async () => {
            const paths = pins.map((pin) => pin.path);
            const { nodes } = await program.connection.ask("pinned", { store, number, paths });
            return [
                element("h2", { class: "pins-title" }, "Pinned"),
                element(
                    "ul",
                    { class: "pins-list" },
                    pins.map((pin, index) => this.#item(pin, nodes[index])),
                ),
            ];
        });
    }

    #item({ path, name }, node) {
        const text = node === null ? "not there" : node.text;
        const isChanged = this.#former.has(name) && this.#former.get(name) !== text;
        this.#former.set(name, text);
        return element(
            "li",
            { class: isChanged ? "pin is-changed" : "pin" },
            element("span", { class: "node-key" }, name),
            element("span", { class: `node-value kind-${node?.kind ?? "nil"}` }, text),
            element(
                "button",
                {
                    type: "button", class: "node-button",
                    "aria-label": `Show only actions that changed ${name}`,
                    on: { click: () => this.filter(path, name) },
                },
                "changes",
            ),
            element(
                "button",
                {
                    type: "button", class: "node-button quiet", "aria-label": `Remove the pin of ${name}`,
                    on: { click: () => this.#remove(path) },
                },
                icon("close"),
            ),
        );
    }
}

function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}
