// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setAttribute } from "./dom.js";

/**
 * A part of the page whose contents come from the app.
 *
 * While one question is under way at most one other waits, the latest: so a store that changes all the time
 * is asked no faster than it answers. The former contents stay until the new ones are there.
 */
export class Pane {
    #isLoading = false;
    #next = null;
    #key = null;

    constructor(attributes = {}) {
        this.element = element("div", { class: "pane", ...attributes });
    }

    /**
     * Calls `load`, which returns the new contents, or a key and a function that makes them. The function is called
     * only if the shown contents have another key. An error is shown in their place.
     */
    async fill(load) {
        this.#next = load;
        if (this.#isLoading) return;
        this.#isLoading = true;
        setAttribute(this.element, "aria-busy", "true");
        while (this.#next !== null) {
            const current = this.#next;
            this.#next = null;
            let loaded;
            try {
                loaded = await current();
            } catch (problem) {
                loaded = [element("p", { class: "problem" }, problem.message)];
            }
            // Only the shown answer is kept, not one that a later question has overtaken.
            if (this.#next !== null) continue;
            const { key = null, make = () => loaded } = loaded;
            if (key === null || key !== this.#key) this.#replace(make().filter(Boolean));
            this.#key = key;
        }
        setAttribute(this.element, "aria-busy", null);
        this.#isLoading = false;
    }

    /** The focus stays where it was, if there is such a place in the new contents. */
    #replace(contents) {
        const focused = this.element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
        this.element.replaceChildren(...contents);
        if (focused === null) return;
        const candidates = this.element.querySelectorAll("button, a, input, [tabindex]");
        [...candidates].find((candidate) => nameOf(candidate) === focused)?.focus();
    }
}

function nameOf(target) {
    return `${target.localName} ${target.getAttribute("aria-label") ?? target.textContent}`;
}

/** A remark in place of contents, or below them. */
export function quiet(text) {
    return element("p", { class: "quiet-text" }, text);
}

/** A button that leads to an action. */
export function actionLink(program, number, text = `#${number}`, description = null) {
    return element(
        "button",
        {
            type: "button", class: "link", "aria-label": description,
            on: { click: () => program.selectNumber(number) },
        },
        text,
    );
}
