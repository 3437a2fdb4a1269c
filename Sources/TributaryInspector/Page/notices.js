// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setShown, setText } from "./dom.js";
import { icon } from "./icons.js";

/** How long a notice is shown, in milliseconds. */
const shownFor = 8_000;

/** What the page has to say: a line that a screen reader reads when it changes, and a lost connection. */
export class Notices {
    #line = element("p", { class: "notice-text" });
    #box;
    #banner;
    #bannerText = element("span", {});
    #countdown = null;
    #timer = null;

    constructor(connection) {
        this.#box = element(
            "div",
            { class: "notice", hidden: true },
            this.#line,
            element(
                "button",
                {
                    type: "button",
                    class: "icon-button",
                    "aria-label": "Dismiss",
                    on: { click: () => this.clear() },
                },
                icon("close"),
            ),
        );
        this.#banner = element(
            "div",
            { class: "banner", hidden: true },
            this.#bannerText,
            element("button", { type: "button", on: { click: () => connection.open() } }, "Try now"),
        );
        this.element = element(
            "div",
            { class: "notices" },
            element("div", { role: "alert" }, this.#banner),
            element("div", { role: "status" }, this.#box),
        );
    }

    /** Says something that is of interest for a moment. */
    say(text) {
        this.#tell(text, false);
    }

    /** Says that something did not work. */
    complain(text) {
        this.#tell(text, true);
    }

    #tell(text, isProblem) {
        this.#box.classList.toggle("is-problem", isProblem);
        setText(this.#line, text);
        setShown(this.#box, true);
        clearTimeout(this.#timer);
        // What did not work stays until it is read.
        if (!isProblem) this.#timer = setTimeout(() => this.clear(), shownFor);
    }

    clear() {
        setShown(this.#box, false);
        setText(this.#line, "");
    }

    /** Does something that may fail, and complains of it. */
    async attempt(work) {
        try {
            return await work();
        } catch (problem) {
            this.complain(problem.message);
            return undefined;
        }
    }

    /** Shows whether the connection is there. */
    showConnection({ status, nextAttempt }) {
        clearInterval(this.#countdown);
        setShown(this.#banner, status === "lost");
        if (status !== "lost") return setText(this.#bannerText, "");
        const tell = () => {
            const seconds = Math.ceil((nextAttempt - Date.now()) / 1000);
            const when = nextAttempt !== null && seconds > 0
                ? ` Trying again in ${seconds} s.` : " Trying again.";
            setText(
                this.#bannerText,
                `The connection to the app is lost. What is shown may be out of date.${when}`,
            );
        };
        tell();
        this.#countdown = setInterval(tell, 1000);
        return undefined;
    }
}
