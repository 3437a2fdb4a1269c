// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setAttribute } from "./dom.js";
import { icon } from "./icons.js";
import { rangeName, ranges } from "./ranges.js";

/** How many items are opened by themselves at most. */
const fewItems = 12;

/** How long a text is at most that comes with its value; the whole of a longer one is asked for. */
const longestText = 200;

/**
 * A value that opens level by level. What is in a level is asked for when it is opened, a hundred children at
 * once.
 *
 * A node is one of the app's, and has its `path` and the `names` on it besides.
 */
export class ValueTree {
    #source;
    #opened;

    /**
     * `source.children(node, offset, limit)` and `source.whole(node)` ask the app; `source.pin(node)` keeps a
     * path in view, where it is given. `opened` holds the paths that are open, so that they are open again in
     * the next value.
     */
    constructor({ label, source, opened }) {
        this.#source = source;
        this.#opened = opened;
        this.element = element("ul", {
            class: "tree",
            role: "tree",
            "aria-label": label,
            on: { keydown: (event) => this.#press(event), focusin: (event) => this.#focused(event) },
        });
    }

    /** Shows a node as the root, which is open, and of a small value as many levels below it. */
    async show(root, levels = 0) {
        this.element.replaceChildren(this.#item(root, 1));
        let items = [this.element.firstChild];
        this.#setReachable(items[0]);
        for (let level = 0; level <= levels; level += 1) {
            await Promise.all(items.filter(({ node }) => node.count > 0).map((item) => this.#open(item)));
            items = items.flatMap((item) => [...item.querySelectorAll(":scope > ul > li")]);
            if (items.length > fewItems) break;
        }
    }

    #item(node, level) {
        const isParent = node.count > 0;
        const line = element(
            "div",
            { class: "node-line" },
            element("span", { class: "twisty" }, isParent ? icon("open") : null),
            node.label === null ? null : element("span", { class: "node-key" }, node.label),
            node.label === null ? null : element("span", { class: "node-colon", "aria-hidden": "true" }, ":"),
            element("span", { class: `node-value kind-${node.kind}` }, node.text),
            this.#buttons(node),
        );
        const item = element(
            "li",
            {
                role: "treeitem",
                class: node.changed ? "node is-changed" : "node",
                tabindex: -1,
                title: node.type || null,
                "aria-level": level,
                "aria-expanded": isParent ? "false" : null,
                "aria-label": [node.label, node.text].filter(Boolean).join(": "),
            },
            line,
        );
        item.node = node;
        line.addEventListener("click", (event) => {
            if (event.target.closest("button")) return;
            item.focus();
            if (isParent && getSelection().isCollapsed) this.#toggle(item);
        });
        return item;
    }

    #buttons(node) {
        const buttons = [];
        if (isCut(node)) {
            buttons.push(
                element(
                    "button",
                    {
                        type: "button", class: "node-button", tabindex: -1,
                        "aria-label": `Whole text of ${node.label}`,
                        on: { click: ({ target }) => this.#showWhole(target.closest("[role=treeitem]")) },
                    },
                    "more",
                ),
            );
        }
        if (this.#source.pin && node.path.length > 0 && node.kind !== "range") {
            buttons.push(
                element(
                    "button",
                    {
                        type: "button", class: "node-button quiet", tabindex: -1,
                        "aria-label": `Pin ${node.names.join(".")}`,
                        title: "Keep in view (p)",
                        on: { click: () => this.#source.pin(node) },
                    },
                    icon("pin"),
                ),
            );
        }
        return buttons;
    }

    async #showWhole(item) {
        const { node } = item;
        const value = item.querySelector(".node-value");
        const text = await this.#attempt(item, () => this.#source.whole(node));
        if (text === undefined) return;
        value.textContent = text;
        value.classList.add("whole");
        item.querySelector(".node-button:not(.quiet)")?.remove();
        setAttribute(item, "aria-label", [node.label, text].filter(Boolean).join(": "));
    }

    async #open(item) {
        const { node } = item;
        setAttribute(item, "aria-expanded", "true");
        this.#opened.add(key(node));
        if (item.querySelector(":scope > ul")) return;
        const level = Number(item.getAttribute("aria-level")) + 1;
        const group = element("ul", { role: "group" });
        item.append(group);
        const parts = ranges(node.offset ?? 0, node.count);
        let nodes;
        if (!parts && node.children?.length === node.count) {
            nodes = node.children;
        } else if (parts) {
            nodes = parts.map((part) => ({
                ...part, path: node.path, names: node.names, label: rangeName(part), kind: "range", text: "",
                type: "",
            }));
        } else {
            item.setAttribute("aria-busy", "true");
            nodes = await this.#attempt(
                item,
                () => this.#source.children(node, node.offset ?? 0, node.count),
            );
            item.removeAttribute("aria-busy");
            if (nodes === undefined) {
                group.remove();
                return;
            }
        }
        const items = nodes.map((child) => this.#item(child, level));
        group.replaceChildren(...items);
        await Promise.all(items.filter((child) => this.#opened.has(key(child.node)) && child.node.count > 0)
            .map((child) => this.#open(child)));
    }

    async #attempt(item, ask) {
        item.querySelector(":scope > .problem")?.remove();
        try {
            return await ask();
        } catch (problem) {
            item.append(element("p", { class: "problem" }, problem.message));
            return undefined;
        }
    }

    #close(item) {
        setAttribute(item, "aria-expanded", "false");
        this.#opened.delete(key(item.node));
        item.querySelector(":scope > ul")?.remove();
    }

    #toggle(item) {
        if (item.getAttribute("aria-expanded") === "true") this.#close(item);
        else if (item.getAttribute("aria-expanded") === "false") this.#open(item);
    }

    #press(event) {
        const item = event.target.closest("[role=treeitem]");
        if (item === null || event.target !== item || event.ctrlKey || event.metaKey || event.altKey) return;
        const step = this.#steps[event.key];
        if (step === undefined) return;
        if (step.call(this, item) === false) return;
        event.preventDefault();
        event.stopPropagation();
    }

    #steps = {
        ArrowDown: (item) => this.#move(item, 1),
        ArrowUp: (item) => this.#move(item, -1),
        Home: () => this.#shownItems()[0]?.focus(),
        End: () => this.#shownItems().at(-1)?.focus(),
        Enter: (item) => this.#toggle(item),
        " ": (item) => this.#toggle(item),
        ArrowRight: (item) => {
            if (item.getAttribute("aria-expanded") !== "true") this.#toggle(item);
            else item.querySelector(":scope > ul > li")?.focus();
        },
        ArrowLeft: (item) => {
            if (item.getAttribute("aria-expanded") === "true") this.#close(item);
            else item.parentElement.closest("[role=treeitem]")?.focus();
        },
        p: (item) => {
            if (!this.#source.pin || item.node.path.length === 0 || item.node.kind === "range") return false;
            this.#source.pin(item.node);
            return true;
        },
        m: (item) => {
            if (!isCut(item.node)) return false;
            this.#showWhole(item);
            return true;
        },
    };

    #move(item, step) {
        const items = this.#shownItems();
        items[items.indexOf(item) + step]?.focus();
    }

    #shownItems() {
        return [...this.element.querySelectorAll("[role=treeitem]")];
    }

    #focused(event) {
        const item = event.target.closest("[role=treeitem]");
        if (item !== null) this.#setReachable(item);
    }

    /** Tab reaches one item, and the buttons in it. */
    #setReachable(item) {
        if (this.reachable === item) return;
        for (const target of this.#tabStops(this.reachable)) target.tabIndex = -1;
        for (const target of this.#tabStops(item)) target.tabIndex = 0;
        this.reachable = item;
    }

    #tabStops(item) {
        return item ? [item, ...item.querySelectorAll(":scope > .node-line button")] : [];
    }
}

function isCut(node) {
    return node.kind === "text" && node.text.length >= longestText;
}

function key(node) {
    return JSON.stringify([node.path, node.kind === "range" ? [node.offset, node.count] : null]);
}
