// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { figure } from "./format.js";
import { Pane, quiet } from "./pane.js";
import { pageSize } from "./ranges.js";
import { ValueTree } from "./value-tree.js";

/** The action or the state, as a tree. */
export class ValuePane extends Pane {
    #program;
    #pins;
    #opened = new Set();
    #of;

    /** `of` is `action` or `state`. */
    constructor(program, of, pins = null) {
        super();
        this.#program = program;
        this.#of = of;
        this.#pins = pins;
    }

    /** Shows the selected state. */
    show() {
        const { program, isBase } = { program: this.#program, isBase: this.#program.isBaseSelected };
        if (this.#of === "action" && isBase) {
            return this.fill(async () => [
                quiet("The list begins with this state; no action led to it."),
            ]);
        }
        const [store, number] = [program.current, program.selected];
        return this.fill(async () => {
            const question = { store, of: this.#of, number };
            const ask = (path, from, count) =>
                program.connection.ask("value", { ...question, path, from, count, depth: 1 });
            const { node } = await ask([], 0, pageSize);
            if (node === undefined) return [quiet("There is no value.")];
            const tree = new ValueTree({
                label: this.#of === "action" ? `Action ${number}` : `State after action ${number}`,
                opened: this.#opened,
                source: {
                    children: async (parent, from, count) =>
                        childrenOf((await ask(parent.path, from, count)).node, parent),
                    whole: async ({ path }) => {
                        const { text, more } = await program.connection.ask("text", { ...question, path });
                        return more ? `${text} … (longer than ${figure(text.length)} characters)` : text;
                    },
                    pin: this.#pins ? (pinned) => this.#pins.add(
                        pinned.path,
                        pinned.names.join("."),
                    ) : undefined,
                },
            });
            const root = { ...node, label: null, path: [], names: [] };
            // An action is mostly a case in a case; show that one's payload.
            await tree.show({ ...root, children: childrenOf(node, root) }, this.#of === "action" ? 3 : 0);
            return [element("p", { class: "type-line" }, node.type), tree.element];
        });
    }

    /** Opens the way to a path, the next time it is shown. */
    open(path) {
        for (let length = 0; length <= path.length; length += 1) {
            this.#opened.add(JSON.stringify([path.slice(0, length), null]));
        }
    }
}

function childrenOf(node, { path, names }) {
    return (node.children ?? []).map((child) => ({
        ...child,
        path: [...path, child.step],
        names: [...names, child.label],
    }));
}
