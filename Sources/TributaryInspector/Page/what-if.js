// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { changeList } from "./difference-pane.js";
import { element } from "./dom.js";
import { counted } from "./format.js";
import { actionLink, Pane, quiet } from "./pane.js";

const limit = 300;

const whatItIs =
    "Skip an action (s), or move it earlier or later (Alt with ↑ and ↓), and see here what would be different. "
    + "The app itself does not change.";

/**
 * What the state would be if actions were skipped or came in another order. The app replays them beside
 * itself, and nothing of it changes.
 */
export class WhatIf extends Pane {
    #program;
    #notices;
    #drafts = new Map();

    constructor(program, notices) {
        super();
        this.#program = program;
        this.#notices = notices;
    }

    /** What is different for the store that is looked at. */
    get draft() {
        const { current } = this.#program;
        if (!this.#drafts.has(current)) this.#drafts.set(current, { skipped: [], moves: [], result: null });
        return this.#drafts.get(current);
    }

    get isEmpty() {
        return this.draft.skipped.length === 0 && this.draft.moves.length === 0;
    }

    isSkipped(number) {
        return this.draft.skipped.includes(number);
    }

    /** Skips the selected action, or takes it in again. */
    toggleSkipped() {
        const { selected } = this.#program;
        if (!this.#isPossible()) return undefined;
        const { skipped } = this.draft;
        const others = skipped.filter((number) => number !== selected);
        return this.#change({ skipped: others.length < skipped.length ? others : [...skipped, selected] });
    }

    /** Moves the selected action before the one that is `by` rows away. */
    async move(by) {
        const program = this.#program;
        if (!this.#isPossible() || program.selectedIndex === null) return;
        const { selected, selectedIndex, rows } = program;
        const former = this.draft.moves.find((move) => move.number === selected);
        const place = (former?.place ?? selectedIndex) + by;
        if (place < 0 || place > rows.total) return;
        // Behind its own place the action itself is one of those before.
        const target = place > selectedIndex ? place + 1 : place;
        const row = target < rows.total ? await rows.fetch(target) : null;
        const moves = this.draft.moves.filter((move) => move.number !== selected);
        if (place !== selectedIndex) moves.push({ number: selected, before: row?.number ?? null, place });
        await this.#change({ moves });
    }

    #isPossible() {
        const program = this.#program;
        const { store } = program;
        let why = null;
        if (program.isBaseSelected || program.selected === null) why = "Select an action first.";
        else if (store.kind === "whatif") why = "This is a “what if” already; change it in its store.";
        else if (!store.canReplay) why = "This store cannot replay its actions: its reducer is not known.";
        if (why !== null) this.#notices.complain(why);
        return why === null;
    }

    async #change(changes) {
        const program = this.#program;
        const { current, draft } = { current: program.current, draft: this.draft };
        const former = { ...draft };
        Object.assign(draft, changes);
        if (this.isEmpty) return this.forget();
        try {
            const answer = await program.connection.ask("whatIf", {
                store: current,
                skip: draft.skipped,
                moves: draft.moves.map(({ number, before }) => ({ number, before })),
                ...(draft.result === null ? {} : { replace: draft.result }),
            });
            draft.result = answer.store;
            this.#notices.say(`What if: ${this.summary}.`);
        } catch (problem) {
            Object.assign(draft, former);
            this.#notices.complain(problem.message);
        }
        program.signal.tell("whatIf", "rows");
        return undefined;
    }

    /** What is different, in words. */
    get summary() {
        const { skipped, moves } = this.draft;
        return [
            skipped.length > 0 ? `${counted(skipped.length, "action")} skipped` : null,
            moves.length > 0 ? `${counted(moves.length, "action")} moved` : null,
        ].filter(Boolean).join(", ");
    }

    /** Takes everything in again, as it was. */
    async forget() {
        const program = this.#program;
        const { result } = this.draft;
        this.#drafts.delete(program.current);
        const drop = () => program.connection.ask("drop", { store: result });
        if (result !== null) await this.#notices.attempt(drop);
        this.#notices.say("Everything is as it was.");
        program.signal.tell("whatIf", "rows");
    }

    show() {
        const program = this.#program;
        const { draft } = this;
        if (draft.result === null) {
            return this.fill(async () => [
                quiet(whatItIs),
            ]);
        }
        const [store, number, other] = [program.current, program.selected, draft.result];
        return this.fill(async () => {
            const { changes, more } = await program.connection.ask("compare", {
                store, number, other, otherNumber: number, limit,
            });
            return [
                this.#differences(draft),
                element("h3", {}, `The state after action ${number}, as it was → as it would be`),
                changeList(changes, more, { nothing: "Both are equal.", label: "Differences of what if" }),
            ];
        });
    }

    #differences(draft) {
        const program = this.#program;
        const undo = (label, act) =>
            element(
                "button",
                { type: "button", class: "node-button", "aria-label": label, on: { click: act } },
                "undo",
            );
        const skipped = draft.skipped.map((number) =>
            element("li", {}, "Without ", actionLink(program, number), " ",
                undo(`Take in action ${number} again`, () =>
                    this.#change({ skipped: draft.skipped.filter((one) => one !== number) }))));
        const moved = draft.moves.map(({ number, before }) =>
            element("li", {}, "With ", actionLink(program, number),
                before === null ? " at the end " : [" before ", actionLink(program, before), " "],
                undo(`Move action ${number} back`, () =>
                    this.#change({ moves: draft.moves.filter((one) => one.number !== number) }))));
        return element(
            "div",
            {},
            element("ul", { class: "what-if" }, skipped, moved),
            element(
                "div",
                { class: "pane-tools" },
                element(
                    "button",
                    { type: "button", on: { click: () => program.lookAt(draft.result) } },
                    "Look at it as a list",
                ),
                element("button", { type: "button", on: { click: () => this.forget() } }, "Forget it"),
            ),
        );
    }
}
