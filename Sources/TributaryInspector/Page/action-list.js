// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, inNextFrame, setAttribute, setShown, setText } from "./dom.js";
import { counted, duration, figure, originName } from "./format.js";
import { icon } from "./icons.js";
import { baseIndex } from "./program.js";
import { VirtualList } from "./virtual-list.js";

const rowHeight = 30;

/**
 * The list of actions: a grid that has one place in the order of Tab, and is walked through with the arrow
 * keys.
 */
export class ActionList {
    #program;
    #list;
    #grid;
    #head;
    #found;
    #empty;
    #newest;
    #act;

    #whatIf;

    /** Called when a row was clicked. */
    onChoose = () => {};

    /** Called to show only the first action of each turn, or all. */
    fold = () => {};

    /** `act` is called when the selected row is activated, by Enter or a double click. */
    constructor(program, { act, whatIf }) {
        this.#program = program;
        this.#whatIf = whatIf;
        this.#act = act;
        this.#grid = element("div", {
            class: "action-list", role: "grid", tabindex: 0, "aria-label": "Actions",
            "aria-multiselectable": "true",
            "aria-colcount": 4,
            on: {
                keydown: (event) => this.#press(event),
                click: (event) => this.#click(event),
                dblclick: () => this.#act(),
            },
        });
        this.#head = element("p", {});
        this.#found = element("p", { class: "said-only", role: "status" });
        this.#empty = element("p", { class: "list-empty" });
        this.#newest = element(
            "button",
            {
                type: "button",
                class: "newest",
                title: "Follow the newest action (f)",
                on: { click: () => program.follow() },
            },
            icon("down"), "Newest",
        );
        const head = element("div", { class: "list-head" }, this.#head, this.#newest);
        this.element = element("div", { class: "list-frame" }, head, this.#found, this.#empty, this.#grid);
        this.#list = new VirtualList({
            scroller: this.#grid, rowHeight, make: makeRow,
            fill: (row, index) => this.#fill(row, index - this.#lead),
        });
        this.#grid.addEventListener("scroll", () => this.#want(), { passive: true });
        const draw = inNextFrame(() => this.#draw());
        program.signal.observe(["store", "changed", "rows", "filter"], draw);
        const reveal = inNextFrame(() => this.#reveal());
        program.signal.observe(["selection"], reveal);
    }

    focus() {
        this.#grid.focus();
    }

    /** One row more than there are actions: the state before the first, where nothing is filtered. */
    get #lead() {
        return this.#program.rows?.filter === null ? 1 : 0;
    }

    #draw() {
        const { rows, store, isFollowing } = this.#program;
        if (store === null) {
            this.#list.setCount(0);
            return setShown(this.#empty, false);
        }
        const count = rows.total + this.#lead;
        setAttribute(this.#grid, "aria-rowcount", count);
        const gone = this.#program.scrolledAway ?? 0;
        this.#program.scrolledAway = 0;
        this.#list.setCount(count);
        if (isFollowing && rows.filter === null) this.#list.show(count - 1);
        else if (gone > 0) this.#grid.scrollTop -= gone * rowHeight;
        this.#want();
        this.#tell();
        return undefined;
    }

    #tell() {
        const { rows, store, isFollowing } = this.#program;
        const parts = [counted(store.count, "action")];
        if (rows.filter !== null) {
            parts[0] = `${figure(rows.total)} of ${parts[0]}`;
            if (rows.scanned !== null) parts.push(`looked at ${figure(rows.scanned)}`);
        }
        if (store.dropped > 0) parts.push(`${counted(store.dropped, "action")} dropped`);
        if (rows.problem) parts.push(rows.problem);
        setText(this.#head, parts.join(" · "));
        // Read aloud when a filter is through, and not at each action that comes.
        const isFound = rows.filter !== null && !rows.isLooking;
        if (!isFound) setText(this.#found, "");
        else if (this.#found.textContent === "") setText(
            this.#found,
            `${counted(rows.total, "action")} found.`,
        );
        setShown(this.#newest, !isFollowing && store.count > 0);
        const isEmpty = rows.filter === null ? store.count === 0 : rows.total === 0 && !rows.isLooking;
        setShown(this.#empty, isEmpty);
        setText(this.#empty, rows.filter === null ? "No action yet." : "No action matches.");
    }

    #want() {
        const { scrollTop, clientHeight } = this.#grid;
        const first = Math.floor(scrollTop / rowHeight) - this.#lead;
        const count = Math.ceil(clientHeight / rowHeight);
        this.#program.rows?.want(first - 10, first + count + 10);
    }

    #reveal() {
        const { selectedIndex } = this.#program;
        if (this.#program.store === null) return;
        if (selectedIndex !== null) this.#list.show(selectedIndex + this.#lead);
        this.#draw();
    }

    #fill(row, index) {
        const { store, rows, selected, range } = this.#program;
        const isBase = index === baseIndex;
        const known = isBase ? baseRow(store) : rows.row(index);
        const action = known !== null && this.#whatIf.isSkipped(known.number)
            ? { ...known, skipped: true } : known;
        const parts = row.parts;
        row.index = index;
        row.number = action?.number ?? null;
        setAttribute(row, "aria-rowindex", index + this.#lead + 1);
        if (action === null) {
            row.className = "action-row is-missing";
            for (const part of [
                parts.number,
                parts.title,
                parts.detail,
                parts.since,
                parts.badge,
            ]) setText(part, "");
            setAttribute(row, "aria-selected", "false");
            return;
        }
        const isSelected = action.number === selected;
        const isInRange = action.number >= range.from && action.number <= range.to;
        const previous = isBase ? null : rows.row(index - 1);
        const isFollower = previous !== null && previous.turn === action.turn;
        const next = isBase ? null : rows.row(index + 1);
        const classes = ["action-row", `origin-${action.origin}`];
        if (isInRange) classes.push("is-in-range");
        if (isSelected) classes.push("is-selected");
        if (action.skipped) classes.push("is-skipped");
        if (isFollower) classes.push("is-follower");
        if (next !== null && next.turn === action.turn) classes.push("has-follower");
        if (store.travelling === action.number) classes.push("is-travelled");
        row.className = classes.join(" ");
        setAttribute(row, "id", `action-${index}`);
        setAttribute(row, "aria-selected", isInRange ? "true" : "false");
        if (isSelected) setAttribute(this.#grid, "aria-activedescendant", `action-${index}`);
        setText(parts.number, isBase ? "" : String(action.number));
        if (parts.origin.dataset.origin !== action.origin) {
            parts.origin.dataset.origin = action.origin;
            parts.origin.replaceChildren(icon(action.origin));
        }
        setText(parts.title, action.title);
        setText(parts.detail, action.detail ?? "");
        setText(parts.site, action.site ?? "");
        setText(parts.cause, action.cause === undefined ? "" : `from ${action.cause}`);
        setText(parts.badge, badges(action, store).join(" · "));
        setAttribute(parts.badge, "data-kind", action.error ? "problem" : action.note ? "note" : null);
        setText(parts.since, action.since === undefined ? "" : `+${duration(action.since)}`);
        setAttribute(row, "aria-label", labelOf(action, isBase, isFollower, store));
    }

    #click(event) {
        const row = event.target.closest(".action-row");
        if (row === null || row.number === null) return;
        const { rows, store } = this.#program;
        // The list may be another one since the row was written.
        const number = row.index === baseIndex ? store.base : rows.row(row.index)?.number;
        const isThere = number === row.number;
        this.#program.select(row.number, isThere ? row.index : null, { extending: event.shiftKey });
        this.onChoose();
    }

    #press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const page = this.#list.rowsInSight - 1;
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, j: 1, k: -1 };
        const options = { extending: event.shiftKey };
        if (event.key in steps) this.#program.step(steps[event.key], options);
        else if (event.key === "Home") this.#program.selectIndex(baseIndex, options);
        else if (event.key === "End" && event.shiftKey) this.#program.selectIndex(
            this.#program.rows.total - 1,
            options,
        );
        else if (event.key === "End") this.#program.follow();
        else if (event.key === "Enter") this.#act();
        else if (event.key === "ArrowLeft") this.fold(true);
        else if (event.key === "ArrowRight") this.fold(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}

function baseRow(store) {
    return {
        number: store.base, title: store.base === 0 ? "Initial state" : "State before these actions",
        detail: "",
        origin: "base",
        effects: 0,
        skipped: false,
    };
}

function badges(action, store) {
    const badges = [];
    if (action.error) badges.push("failed");
    if (action.skipped) badges.push("skipped");
    if (store.travelling === action.number) badges.push("in the app");
    if (action.note) badges.push(action.note);
    if (action.followers > 0) badges.push(`${figure(action.followers)} more in the turn`);
    if (action.effects > 0) badges.push(counted(action.effects, "effect"));
    return badges;
}

function labelOf(action, isBase, isFollower, store) {
    if (isBase) return [action.title, ...badges(action, store)].join(", ");
    return [
        `${action.number} ${action.title}`,
        action.detail,
        originName(action.origin) + (action.cause === undefined ? "" : ` because of ${action.cause}`),
        isFollower ? "in the same turn" : null,
        ...badges(action, store),
        action.since === undefined ? null : `after ${duration(action.since)}`,
    ].filter(Boolean).join(", ");
}

function makeRow() {
    const parts = {
        number: element("span", { class: "row-number" }),
        origin: element("span", { class: "row-origin" }),
        title: element("span", { class: "row-title" }),
        detail: element("span", { class: "row-detail" }),
        site: element("span", { class: "row-site" }),
        cause: element("span", { class: "row-cause" }),
        badge: element("span", { class: "row-badge" }),
        since: element("span", { class: "row-since" }),
    };
    const cell = (index, ...children) =>
        element(
            "span",
            { role: "gridcell", class: `cell cell-${index}`, "aria-colindex": index },
            ...children,
        );
    const row = element(
        "div",
        { class: "action-row", role: "row" },
        cell(1, parts.number),
        element("span", { class: "rail", "aria-hidden": "true" }),
        cell(2, parts.origin, parts.title, parts.detail),
        cell(3, parts.cause, parts.badge, parts.site),
        cell(4, parts.since),
    );
    row.parts = parts;
    return row;
}
