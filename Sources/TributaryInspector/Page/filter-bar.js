// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setAttribute, setShown, setText } from "./dom.js";
import { filterProperties, joinFilters, parseFilter } from "./filter.js";
import { icon } from "./icons.js";

const origins = [["store", "Sent"], ["reducer", "Reducer"], ["effect", "Effect"]];

/** How long typing has to rest before the list is filtered. */
const rest = 120;

/** What limits the list: a text, the origins, the first actions of turns, a path that changed. */
export class FilterBar {
    #program;
    #input;
    #problem;
    #chips = element("div", { class: "chips", role: "group", "aria-label": "Limit to" });
    #chosen = {};
    #pathName = null;
    #timer = null;

    constructor(program) {
        this.#program = program;
        const told = Object.entries(filterProperties).map(([name, text]) => `${name}: ${text}`);
        this.#input = element("input", {
            type: "search", id: "filter", class: "filter", placeholder: "Filter: load value:Grace turn:7",
            autocomplete: "off",
            "aria-label": `Filter actions; ${told.join("; ")}`,
            title: told.join("\n"),
            "aria-describedby": "filter-problem", spellcheck: "false",
            on: {
                input: () => {
                    clearTimeout(this.#timer);
                    this.#timer = setTimeout(() => this.#apply(), rest);
                },
                keydown: (event) => {
                    if (event.key === "Escape" && this.#input.value !== "") {
                        event.stopPropagation();
                        this.clear();
                    }
                },
            },
        });
        this.#problem = element("p", { class: "problem", id: "filter-problem", hidden: true });
        this.element = element("div", { class: "filter-bar" }, this.#input, this.#chips, this.#problem);
        this.#drawChips();
        program.signal.observe(["store"], () => this.clear());
    }

    focus() {
        this.#input.focus();
        this.#input.select();
    }

    clear() {
        this.#input.value = "";
        this.#chosen = {};
        this.#apply();
        this.#drawChips();
    }

    /** Shows only actions that changed a path of the state. */
    limitToPath(path, name) {
        this.#chosen = { ...this.#chosen, path };
        this.#pathName = name;
        this.#apply();
        this.#drawChips();
    }

    /** Shows only the first action of each turn, or all. */
    fold(isFolded) {
        this.#choose("heads", isFolded ? true : null);
    }

    #choose(key, value) {
        const { [key]: _, ...others } = this.#chosen;
        this.#chosen = value === null ? others : { ...others, [key]: value };
        this.#apply();
        this.#drawChips();
    }

    #apply() {
        clearTimeout(this.#timer);
        const { filter, problem } = parseFilter(this.#input.value);
        setText(this.#problem, problem ?? "");
        setShown(this.#problem, problem !== null);
        setAttribute(this.#input, "aria-invalid", problem === null ? null : "true");
        if (this.#program.store !== null) this.#program.setFilter(joinFilters(filter, this.#chosen));
    }

    #drawChips() {
        const focused = this.#chips.contains(document.activeElement)
            ? document.activeElement.dataset.chip : null;
        const chosen = this.#chosen.origins ?? [];
        const chip = (name, text, isOn, act, picture = null) =>
            element(
                "button",
                {
                    type: "button",
                    class: "chip",
                    "aria-pressed": String(isOn),
                    "data-chip": name,
                    on: { click: act },
                },
                picture ? icon(picture) : null, text,
            );
        const chips = origins.map(([origin, text]) => {
            const isOn = chosen.includes(origin);
            const others = isOn ? chosen.filter((one) => one !== origin) : [...chosen, origin];
            return chip(
                origin,
                text,
                isOn,
                () => this.#choose("origins", others.length > 0 ? others : null),
                origin,
            );
        });
        chips.push(
            chip("heads", "Turns folded", this.#chosen.heads === true, () => this.fold(!this.#chosen.heads)),
            chip("noted", "Noted", this.#chosen.noted === true, () => {
                this.#choose("noted", this.#chosen.noted ? null : true);
            }),
        );
        if (this.#chosen.path) {
            chips.push(chip(
                "path",
                `changed ${this.#pathName}`,
                true,
                () => this.#choose("path", null),
                "close",
            ));
        }
        this.#chips.replaceChildren(...chips);
        if (focused) this.#chips.querySelector(`[data-chip="${focused}"]`)?.focus();
    }
}
