// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, inNextFrame, setAttribute, setText } from "./dom.js";
import { figure } from "./format.js";
import { icon } from "./icons.js";
import { baseIndex } from "./program.js";

const speeds = [0.25, 0.5, 1, 2, 5, 10, 100];

/**
 * The longest pause between two played actions, so that a minute without actions is skipped.
 */
const longestPause = 2_000;

/** Steps, plays, and shows the selected state in the app itself. */
export class Player {
    #program;
    #notices;
    #timer = null;
    #speed;
    #slider;
    #place;
    #playButton;
    #inApp;
    #sent = null;
    #isSending = false;

    constructor(program, notices) {
        this.#program = program;
        this.#notices = notices;
        const button = (name, label, act) =>
            element(
                "button",
                {
                    type: "button",
                    class: "icon-button",
                    "aria-label": label,
                    title: label,
                    on: { click: act },
                },
                icon(name),
            );
        this.#playButton = button("play", "Play", () => this.toggle());
        this.#slider = element("input", {
            type: "range", class: "slider", min: 0, max: 0, step: 1, "aria-label": "Position in the list",
            on: { input: () => program.selectIndex(Number(this.#slider.value) - this.#lead) },
        });
        this.#speed = element(
            "select",
            { "aria-label": "Speed" },
            speeds.map((speed) => element("option", { value: String(speed) }, `${speed} ×`)),
        );
        this.#speed.value = "1";
        this.#place = element("output", { class: "place" });
        this.#inApp = element(
            "button",
            {
                type: "button",
                class: "switch",
                role: "switch",
                "aria-checked": "false",
                on: { click: () => this.toggleInApp() },
            },
            "Show in the app",
        );
        this.element = element(
            "div",
            { class: "player", role: "toolbar", "aria-label": "Time travel" },
            button("first", "First", () => program.selectIndex(baseIndex)),
            button("back", "Step back", () => program.step(-1)),
            this.#playButton,
            button("forward", "Step forward", () => program.step(1)),
            button("last", "Newest", () => program.follow()),
            this.#slider,
            this.#place,
            this.#speed,
            this.#inApp,
        );
        const draw = inNextFrame(() => this.#draw());
        program.signal.observe(["store", "changed", "selection", "rows", "filter"], draw);
        program.signal.observe(["selection"], () => this.#sendToApp());
        program.signal.observe(["store"], () => this.pause());
    }

    get #lead() {
        return this.#program.rows?.filter === null ? 1 : 0;
    }

    get isPlaying() {
        return this.#timer !== null;
    }

    /** Whether the app itself shows an action of the store. */
    get isInApp() {
        return (this.#program.store?.travelling ?? null) !== null;
    }

    #draw() {
        const { store, rows, selectedIndex } = this.#program;
        if (store === null) return;
        const count = rows.total + this.#lead;
        setAttribute(this.#slider, "max", Math.max(count - 1, 0));
        const place = selectedIndex === null ? null : selectedIndex + this.#lead;
        if (place !== null && document.activeElement !== this.#slider) this.#slider.value = String(place);
        const text = place === null ? "–" : `${figure(place)} of ${figure(count - 1)}`;
        setText(this.#place, text);
        setAttribute(this.#slider, "aria-valuetext", place === null ? "not in the list" : text);
        setAttribute(this.#inApp, "aria-checked", String(this.isInApp));
        const canTravel = store.open && (store.kind === "store" || store.kind === "actor");
        this.#inApp.disabled = !canTravel;
        setAttribute(
            this.#inApp,
            "title",
            canTravel ? "The app itself shows what is selected (t)" : "Only a store that runs can travel",
        );
    }

    /** Plays from the selected action on, or from the beginning if it is the last; or pauses. */
    toggle() {
        if (this.isPlaying) return this.pause();
        const { rows, selectedIndex } = this.#program;
        this.#playButton.replaceChildren(icon("pause"));
        setAttribute(this.#playButton, "aria-label", "Pause");
        const isAtEnd = selectedIndex === null || selectedIndex >= rows.total - 1;
        this.#timer = setTimeout(() => this.#playOn(isAtEnd ? baseIndex : selectedIndex + 1));
        return undefined;
    }

    async #playOn(index) {
        const timer = this.#timer;
        await this.#program.selectIndex(index);
        if (timer !== this.#timer) return;
        const { rows, selectedIndex } = this.#program;
        const next = (selectedIndex ?? index) + 1;
        if (next >= rows.total) return this.pause();
        const row = await rows.fetch(next);
        if (timer !== this.#timer) return undefined;
        const pause = index === baseIndex ? 0 : Math.min(row?.since ?? 0, longestPause);
        this.#timer = setTimeout(() => this.#playOn(next), Math.max(pause / Number(this.#speed.value), 16));
        return undefined;
    }

    pause() {
        clearTimeout(this.#timer);
        this.#timer = null;
        this.#playButton.replaceChildren(icon("play"));
        setAttribute(this.#playButton, "aria-label", "Play");
    }

    /** Shows the selected state in the app from now on, or returns the app to its newest state. */
    toggleInApp() {
        return this.isInApp ? this.comeBack() : this.jump();
    }

    jump() {
        this.#sent = null;
        return this.#travel();
    }

    comeBack() {
        this.pause();
        this.#sent = null;
        return this.#notices.attempt(async () => {
            await this.#program.ask("comeBack");
            this.#notices.say("The app shows the newest state again.");
        });
    }

    #sendToApp() {
        if (this.isInApp) this.#travel();
    }

    /** One question at a time; the last place that was selected meanwhile is the next. */
    async #travel() {
        if (this.#isSending) return;
        this.#isSending = true;
        const program = this.#program;
        let wasTravelling = this.isInApp;
        while (program.selected !== null && program.selected !== this.#sent) {
            const number = program.selected;
            this.#sent = number;
            const answer = await this.#notices.attempt(() => program.ask("travel", { number }));
            if (answer === undefined) break;
            if (!wasTravelling) {
                this.#notices.say(`The app shows the state after action ${number}; what is sent waits.`);
            }
            wasTravelling = true;
        }
        this.#isSending = false;
    }
}
