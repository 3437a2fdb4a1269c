// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, inNextFrame, setAttribute, setShown, setText } from "./dom.js";
import { duration, originName, timeOfDay } from "./format.js";
import { icon } from "./icons.js";
import { actionLink } from "./pane.js";

/** The details of the selected action: its head, with its commands, and the panes. */
export class Detail {
    #program;
    #panes;
    #tabs = new Map();
    #title = element("h2", { class: "detail-title" });
    #meta = element("p", { class: "detail-meta" });
    #note;
    #tools;
    #panel;
    #whatIf;
    #notices;
    #asked = 0;
    #typed = null;
    #cause = null;
    #toolButtons = {};

    /**
     * `panes` are by name, each with its `title` and its `pane`; `tools` do something to the selected action.
     */
    constructor(program, { panes, whatIf, pins, tools, notices, back }) {
        this.#program = program;
        this.#panes = panes;
        this.#whatIf = whatIf;
        this.#notices = notices;
        this.#note = element("input", {
            type: "text", class: "note", placeholder: "Note", "aria-label": "Note on this action",
            autocomplete: "off",
            on: {
                change: () => this.#saveNote(),
                keydown: (event) => {
                    if (event.key === "Enter" && !event.isComposing) this.#note.blur();
                },
            },
        });
        this.#tools = element("div", { class: "detail-tools", role: "toolbar", "aria-label": "This action" },
            tools.map((tool) => this.#tool(tool)));
        const tabList = element("div", {
            class: "tabs", role: "tablist", "aria-label": "About this action",
            on: { keydown: (event) => this.#press(event) },
        });
        for (const [name, { title }] of Object.entries(panes)) {
            const tab = element("button", {
                type: "button", role: "tab", id: `tab-${name}`, class: "tab", "aria-controls": "panel",
                on: { click: () => program.show(name) },
            }, title);
            this.#tabs.set(name, tab);
            tabList.append(tab);
        }
        this.#panel = element("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: 0 });
        this.element = element(
            "section",
            { class: "detail", "aria-label": "Action" },
            element(
                "div",
                { class: "detail-head" },
                element(
                    "button",
                    { type: "button", class: "back", on: { click: back } },
                    icon("back"),
                    "Actions",
                ),
                this.#title, this.#meta, this.#tools, this.#note,
            ),
            tabList, this.#panel, pins.element,
        );
        const drawPane = inNextFrame(() => this.#drawPane());
        const drawHead = inNextFrame(() => this.#drawHead());
        program.signal.observe(["tab", "selection", "store", "whatIf", "connection"], drawPane);
        program.signal.observe(["selection", "store", "whatIf", "changed", "connection"], drawHead);
        program.signal.observe(["selection", "store", "connection"], inNextFrame(() => pins.show()));
        program.signal.observe(["changed"], () => {
            if (this.#panes[program.tab].pane.isLive) drawPane();
        });
    }

    #tool({ name, icon: picture, label, key, act }) {
        const button = element(
            "button",
            {
                type: "button",
                class: "icon-button",
                "aria-label": label,
                title: key ? `${label} (${key})` : label,
                on: { click: act },
            },
            icon(picture),
        );
        this.#toolButtons[name] = button;
        return button;
    }

    focusNote() {
        this.#note.focus();
    }

    /** The action's text, as it could be typed, or `null`. */
    get typed() {
        return this.#typed;
    }

    goToCause() {
        if (this.#cause !== null) return this.#program.selectNumber(this.#cause);
        return this.#notices.complain("Nothing caused this action; it was sent to the store.");
    }

    #drawPane() {
        const program = this.#program;
        for (const [name, tab] of this.#tabs) {
            const isShown = name === program.tab;
            setAttribute(tab, "aria-selected", String(isShown));
            tab.tabIndex = isShown ? 0 : -1;
        }
        setAttribute(this.#panel, "aria-labelledby", `tab-${program.tab}`);
        if (program.store === null || program.selected === null) return this.#panel.replaceChildren();
        const { pane } = this.#panes[program.tab];
        if (this.#panel.firstChild !== pane.element) {
            this.#panel.replaceChildren(pane.element);
            this.#panel.scrollTop = 0;
        }
        return pane.show();
    }

    async #drawHead() {
        const program = this.#program;
        const { store, selected, isBaseSelected } = program;
        const question = ++this.#asked;
        const hasAction = store !== null && selected !== null && !isBaseSelected;
        setShown(this.#tools, hasAction);
        setShown(this.#note, hasAction);
        if (store === null || selected === null) {
            setText(this.#title, "");
            return this.#meta.replaceChildren();
        }
        if (isBaseSelected) {
            setText(this.#title, "State before these actions");
            return this.#meta.replaceChildren(store.state);
        }
        const isSkipped = this.#whatIf.isSkipped(selected);
        setAttribute(this.#toolButtons.skip, "aria-pressed", String(isSkipped));
        try {
            const { row, typed } = await program.ask("action", { number: selected });
            if (question === this.#asked) this.#fill(row, typed ?? null);
        } catch (problem) {
            if (question !== this.#asked) return undefined;
            setText(this.#title, `Action ${selected}`);
            this.#meta.replaceChildren(problem.message);
        }
        return undefined;
    }

    #fill(action, typed) {
        const program = this.#program;
        this.#typed = typed;
        this.#cause = action.cause ?? null;
        this.#toolButtons.edit.disabled = typed === null || !program.store.canType;
        setText(this.#title, action.title);
        const parts = [
            [`#${action.number}`],
            [originName(action.origin)],
            action.cause === undefined ? null : [
                "because of ",
                actionLink(program, action.cause, undefined, `Go to action ${action.cause}, its cause`),
            ],
            [timeOfDay(action.time)],
            action.since === undefined ? null : [`+${duration(action.since)}`],
            [`turn ${action.turn}`],
            action.site ? [element("span", { class: "site" }, action.site)] : null,
            action.error ? [element("span", { class: "problem" }, action.error)] : null,
        ].filter(Boolean);
        this.#meta.replaceChildren(...parts.map((part) => element("span", { class: "meta-part" }, part)));
        if (document.activeElement !== this.#note) this.#note.value = action.note ?? "";
        this.#note.dataset.number = action.number;
    }

    #saveNote() {
        const number = Number(this.#note.dataset.number);
        const text = this.#note.value.trim();
        return this.#notices.attempt(async () => {
            await this.#program.ask("note", { number, text });
            if (text === "") this.#notices.say(`The note on action ${number} is removed.`);
            else this.#notices.say(`Action ${number} is noted.`);
        });
    }

    #press(event) {
        const names = [...this.#tabs.keys()];
        const index = names.indexOf(this.#program.tab);
        const wanted = {
            ArrowRight: (index + 1) % names.length, ArrowLeft: (index + names.length - 1) % names.length,
            Home: 0, End: names.length - 1,
        }[event.key];
        if (wanted === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.#program.show(names[wanted]);
        this.#tabs.get(names[wanted]).focus();
    }
}
