// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { figure } from "./format.js";
import { icon } from "./icons.js";
import { Pane, quiet } from "./pane.js";

const limit = 300;

const marks = { added: "+", removed: "−", changed: "±" };

/** What an action changed in the state: each path with its value before and after. */
export class DifferencePane extends Pane {
    #program;
    #openPath;
    #pins;
    #against = null;

    constructor(program, { pins, openPath }) {
        super();
        this.#program = program;
        this.#pins = pins;
        this.#openPath = openPath;
        program.signal.observe(["store"], () => {
            this.#against = null;
        });
    }

    show() {
        const program = this.#program;
        if (program.isBaseSelected) {
            return this.fill(async () => [
                quiet("The list begins with this state; nothing is before it."),
            ]);
        }
        const [store, number, against] = [program.current, program.selected, this.#against];
        return this.fill(async () => {
            const { changes, more } = await program.connection.ask("difference", {
                store,
                number,
                against,
                limit,
            });
            return [
                this.#chooser(),
                changeList(changes, more, {
                    nothing: against === null
                        ? "This action left the state as it was." : "Both states are equal.",
                    choose: (change) => this.#openPath(change.path),
                    pin: (change) => this.#pins.add(change.path, change.label),
                    label: `Changes of action ${number}`,
                }),
            ];
        });
    }

    #chooser() {
        const input = element("input", {
            type: "number", class: "number-input", value: this.#against ?? "", placeholder: "the one before",
            "aria-label": "Compare with the state after action number",
            on: {
                change: () => {
                    this.#against = input.value === "" ? null : Number(input.value);
                    this.show();
                },
            },
        });
        return element("label", { class: "pane-tools" }, "Compared with state", input);
    }
}

/** A list of changes, in the app's order. */
export function changeList(changes, more, { nothing, choose, pin, label }) {
    if (changes.length === 0) return quiet(nothing);
    const items = changes.map((change) =>
        element(
            "li",
            { class: `change is-${change.kind}` },
            element("span", { class: "change-mark", "aria-hidden": "true" }, marks[change.kind]),
            element(
                "button",
                {
                    type: "button", class: "change-path", title: "Show it in the state",
                    "aria-label": said(change),
                    on: { click: () => choose?.(change) },
                },
                change.label || "the whole state",
            ),
            pin && change.path.length > 0
                ? element(
                    "button",
                    {
                        type: "button", class: "node-button quiet", title: "Keep in view",
                        "aria-label": `Pin ${change.label}`,
                        on: { click: () => pin(change) },
                    },
                    icon("pin"),
                )
                : null,
            element(
                "span",
                { class: "change-values" },
                change.before === undefined ? null : element("del", {}, change.before.text),
                change.before === undefined || change.after === undefined
                    ? null : element("span", { class: "arrow", "aria-hidden": "true" }, "→"),
                change.after === undefined ? null : element("ins", {}, change.after.text),
            ),
        ));
    return element(
        "div",
        {},
        element("ul", { class: "changes", "aria-label": label }, items),
        more ? quiet(`Only the first ${figure(changes.length)} changes are shown.`) : null,
    );
}

function said({ kind, label, before, after }) {
    const path = label || "the whole state";
    if (kind === "added") return `${path} added: ${after.text}`;
    if (kind === "removed") return `${path} removed: ${before.text}`;
    return `${path} changed from ${before?.text} to ${after?.text}`;
}
