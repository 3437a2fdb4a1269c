// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

#if Inspector
/// The files of `Page/`, written by `Scripts/sources.py --update pages`.
enum EmbeddedPage {
    static let files: [String: String] = [
"action-list.js": ##"""
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

"""##,
"action-rows.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** How many rows one answer may have. */
const longestAnswer = 500;

/** How many rows are remembered; far more than any window shows. */
const remembered = 3_000;

/**
 * The rows of a store's actions that are in view, and some around them.
 *
 * The app has the list, and filters it; only the rows in view are here, so that a long list
 * costs no more than a short one. A row is found by its index in the filtered list, oldest first.
 */
export class ActionRows {
    #ask;
    #store;
    #rows = new Map();
    #version = 0;
    #isAsking = false;
    #wanted = { first: 0, end: 0 };
    #generation = 0;
    #dropped = 0;

    /** The version of the list that a filter has looked at. */
    #checked = -1;

    /** What has to match, as the app understands it; `null` for everything. */
    filter = null;

    /** How long the filtered list is, as far as it is known. */
    total = 0;

    /** How many actions the filter has looked at, or `null` when it has seen all. */
    scanned = null;

    /** Why rows are missing, in a sentence. */
    problem = null;

    /** Called when rows have come. */
    changed = () => {};

    constructor(ask, store) {
        this.#ask = ask;
        this.update(store);
    }

    /**
     * The store has changed: requests the rows in view again. Returns how many rows went
     * at the start.
     */
    update(store) {
        const gone = this.#store ? Math.max(0, store.dropped - this.#dropped) : 0;
        const isShorter = this.#store && store.count < this.#store.count;
        this.#store = store;
        this.#dropped = store.dropped;
        this.#version += 1;
        if (this.filter === null) {
            this.total = store.count;
            if (gone > 0) this.#shift(gone);
            if (isShorter) this.#rows.clear();
        }
        this.#askIfNeeded();
        return this.filter === null ? gone : 0;
    }

    #shift(count) {
        const rows =
            [...this.#rows].filter(([index]) => index >= count).map(([index, row]) => [index - count, row]);
        this.#rows = new Map(rows);
    }

    /** Whether the filter has yet to look at some actions. */
    get isLooking() {
        return this.filter !== null && (this.#checked < 0 || this.scanned !== null);
    }

    setFilter(filter) {
        this.filter = filter;
        this.#rows.clear();
        this.#generation += 1;
        this.#isAsking = false;
        this.total = filter === null ? this.#store.count : 0;
        this.scanned = null;
        this.#checked = -1;
        this.#wanted = { first: 0, end: longestAnswer };
        this.#askIfNeeded();
    }

    /** The row at an index if it is here. */
    row(index) {
        return this.#rows.get(index)?.row ?? null;
    }

    /** The index of an action's row if it is here. */
    knownIndex(number) {
        for (const [index, { row }] of this.#rows) {
            if (row.number === number) return index;
        }
        return null;
    }

    /** Sees to it that the rows from `first` to before `end` are here and fresh. */
    want(first, end) {
        this.#wanted = { first: Math.max(0, first), end };
        this.#askIfNeeded();
    }

    /** The row at an index, which is asked for if it is not here. */
    async fetch(index) {
        const known = this.#rows.get(index);
        if (known) return known.row;
        const answer = await this.#ask("rows", {
            store: this.#store.store,
            from: index,
            count: 1,
            filter: this.filter,
        });
        return answer.rows[0] ?? null;
    }

    /**
     * The index of the first row whose action is not older than `number`; that after the last if there is
     * none.
     */
    async indexAtOrAfter(number) {
        const known = this.knownIndex(number);
        if (known !== null) return known;
        for (;;) {
            const { index, complete } = await this.#ask("index", {
                store: this.#store.store,
                number,
                filter: this.filter,
            });
            // A filter looks at the list in slices.
            if (complete !== false) return index ?? this.total;
        }
    }

    #missing() {
        let [first, end] = [null, 0];
        for (let index = this.#wanted.first; index < Math.min(this.#wanted.end, this.total); index += 1) {
            if (this.#rows.get(index)?.version === this.#version) continue;
            first ??= index;
            end = index + 1;
        }
        if (first !== null) return { from: first, count: Math.min(end - first, longestAnswer) };
        // A filter is asked until it has looked at everything, also if nothing of it is in view.
        const isBehind = this.filter !== null && (this.scanned !== null || this.#checked !== this.#version);
        return isBehind ? { from: this.#wanted.first, count: 1 } : null;
    }

    async #askIfNeeded() {
        if (this.#isAsking) return;
        const span = this.#missing();
        if (span === null) return;
        this.#isAsking = true;
        const [generation, version] = [this.#generation, this.#version];
        try {
            const answer = await this.#ask("rows", {
                store: this.#store.store,
                ...span,
                filter: this.filter,
            });
            if (generation !== this.#generation) return;
            this.#take(answer, version);
            this.problem = null;
        } catch (problem) {
            if (generation !== this.#generation) return;
            this.problem = problem.message;
            this.#isAsking = false;
            this.changed();
            return;
        }
        this.#isAsking = false;
        this.changed();
        this.#askIfNeeded();
    }

    #take(answer, version) {
        answer.rows.forEach((row, offset) => this.#rows.set(answer.from + offset, { row, version }));
        this.total = answer.total;
        this.scanned = answer.complete ? null : answer.scanned;
        this.#checked = version;
        if (this.#rows.size <= remembered) return;
        for (const index of this.#rows.keys()) {
            const distance = Math.max(this.#wanted.first - index, index - this.#wanted.end);
            if (distance > remembered / 4) this.#rows.delete(index);
        }
    }
}

"""##,
"causes-pane.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, vector } from "./dom.js";
import { duration, originName } from "./format.js";
import { Pane, quiet } from "./pane.js";

const limit = 200;
const rowHeight = 28;
const indent = 18;
const trackWidth = 240;

/**
 * Which action caused which: a tree from the action that began it all, and beside it when each happened and
 * how long its effects ran.
 */
export class CausesPane extends Pane {
    #program;

    constructor(program) {
        super();
        this.#program = program;
    }

    show() {
        const program = this.#program;
        if (program.isBaseSelected) {
            return this.fill(async () => [quiet("Nothing caused the first state.")]);
        }
        const [store, number] = [program.current, program.selected];
        return this.fill(async () => {
            const { nodes, more } = await program.connection.ask("graph", { store, number, limit });
            return [
                this.#graph(layOut(nodes), number),
                more ? quiet(`Only the first ${nodes.length} are shown.`) : null,
            ];
        });
    }

    #graph(rows, selected) {
        const times = rows.flatMap(({ node }) => [
            node.time,
            ...node.effects.map((effect) => effect.ended ?? effect.began),
        ]);
        const [start, end] = [Math.min(...times), Math.max(...times)];
        const place = (time) => 4 + ((time - start) / Math.max(end - start, 1)) * (trackWidth - 8);
        const items = rows.map((row) => this.#row(row, selected, start, place));
        const list = element("ul", {
            class: "causes", role: "tree", "aria-label": "Causes",
            on: { keydown: (event) => press(event, list) },
        }, items);
        (list.querySelector("[aria-selected=true]") ?? list.firstChild)?.setAttribute("tabindex", "0");
        return list;
    }

    #row({ node, depth, lines, isLast }, selected, start, place) {
        const isSelected = node.number === selected;
        const began = duration(node.time - start);
        return element(
            "li",
            {
                role: "treeitem", class: `cause-row origin-${node.origin}`, tabindex: -1,
                "aria-level": depth + 1, "aria-selected": String(isSelected),
                "aria-label": `${node.number} ${node.title}, ${originName(node.origin)}, after ${began}`
                    + node.effects.map(({ name, state }) => `, effect ${name ?? "unnamed"} ${state}`).join(""),
                on: { click: () => this.#program.selectNumber(node.number) },
            },
            branches(depth, lines, isLast),
            element("span", { class: "row-number" }, String(node.number)),
            element("span", { class: "row-title" }, node.title),
            element(
                "span",
                { class: "cause-effects" },
                node.effects.map((effect) => effect.name).filter(Boolean).join(", "),
            ),
            track(node, place),
            element("span", { class: "row-since" }, `+${began}`),
        );
    }
}

/**
 * The nodes as rows from the root on, children below their cause.
 *
 * `lines` says for each level above whether a line goes on to a later sibling. A node whose cause is not
 * among the nodes is a root of its own.
 */
export function layOut(nodes) {
    const known = new Set(nodes.map((node) => node.number));
    const children = new Map();
    const roots = [];
    for (const node of nodes) {
        if (!known.has(node.cause)) {
            roots.push(node);
        } else {
            if (!children.has(node.cause)) children.set(node.cause, []);
            children.get(node.cause).push(node);
        }
    }
    const rows = [];
    // A chain may be thousands of actions long: no recursion.
    const waiting = roots.map((node) => ({ node, depth: 0, lines: [], isLast: true })).reverse();
    while (waiting.length > 0) {
        const row = waiting.pop();
        rows.push(row);
        const below = children.get(row.node.number) ?? [];
        const lines = row.depth === 0 ? [] : [...row.lines, !row.isLast];
        waiting.push(...below.map((node, index) => ({
            node, depth: row.depth + 1, lines, isLast: index === below.length - 1,
        })).reverse());
    }
    return rows;
}

function branches(depth, lines, isLast) {
    const shown = Math.min(depth, 12);
    const middle = rowHeight / 2;
    const paths = [];
    lines.slice(Math.max(0, lines.length - shown + 1)).forEach((goesOn, level) => {
        if (goesOn) paths.push(`M${level * indent + 9} 0V${rowHeight}`);
    });
    if (depth > 0) {
        const x = (shown - 1) * indent + 9;
        paths.push(`M${x} 0V${middle - 6}q0 6 6 6H${x + indent - 4}`);
        if (!isLast) paths.push(`M${x} 0V${rowHeight}`);
    }
    const width = shown * indent + 18;
    return vector(
        "svg",
        {
            class: "branches",
            width,
            height: rowHeight,
            viewBox: `0 0 ${width} ${rowHeight}`,
            "aria-hidden": "true",
        },
        vector("path", { d: paths.join("") }),
        vector("circle", { cx: shown * indent + 9, cy: middle, r: 4 }),
    );
}

function track(node, place) {
    const middle = rowHeight / 2;
    const bars = node.effects.map((effect) =>
        vector("rect", {
            class: `track-effect is-${effect.state}`, x: place(effect.began), y: middle - 3, height: 6, rx: 3,
            width: Math.max(place(effect.ended ?? effect.began) - place(effect.began), 3),
        }));
    return vector(
        "svg",
        {
            class: "track", width: trackWidth, height: rowHeight, viewBox: `0 0 ${trackWidth} ${rowHeight}`,
            "aria-hidden": "true",
            preserveAspectRatio: "none",
        },
        vector("path", { class: "track-line", d: `M0 ${middle}H${trackWidth}` }),
        bars,
        vector("circle", { class: "track-action", cx: place(node.time), cy: middle, r: 3 }),
    );
}

function press(event, list) {
    const items = [...list.children];
    const index = items.indexOf(event.target);
    const wanted = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") event.target.click();
    else if (wanted === undefined) return;
    else if (items[wanted]) {
        for (const item of items) item.tabIndex = -1;
        items[wanted].tabIndex = 0;
        items[wanted].focus();
    }
    event.preventDefault();
    event.stopPropagation();
}

"""##,
"connection.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

const shortestWait = 500;
const longestWait = 8_000;

/** What a question is answered with when the app is gone before it answers. */
export class ConnectionLost extends Error {
    constructor() {
        super("The connection to the app was lost before it answered.");
    }
}

/**
 * The socket to the app: questions with answers, and events.
 *
 * A lost connection is tried again by itself, with longer and longer pauses. What was asked before is refused
 * then, and has to be asked anew if it still matters.
 */
export class Connection {
    #address;
    #greet;
    #hear;
    #socket = null;
    #questions = new Map();
    #lastQuestion = 0;
    #wait = shortestWait;
    #timer = null;
    #run = null;

    /** `connecting`, `open`, or `lost`. */
    status = "connecting";

    /** When the next attempt is made, in milliseconds since 1970. */
    nextAttempt = null;

    /** Called when `status` or `nextAttempt` has changed. */
    changed = () => {};

    /** `greet` gets the app's greeting and whether it is the same run of the app, `hear` each event. */
    constructor({ address, greet, hear }) {
        this.#address = address;
        this.#greet = greet;
        this.#hear = hear;
    }

    open() {
        clearTimeout(this.#timer);
        this.nextAttempt = null;
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        socket.addEventListener("open", () => this.#sayHello());
        socket.addEventListener("message", (message) => {
            if (socket === this.#socket) this.#receive(JSON.parse(message.data));
        });
        socket.addEventListener("close", () => {
            if (socket === this.#socket) this.#lose();
        });
    }

    async #sayHello() {
        try {
            const greeting = await this.#put("hello", { version: 2, run: this.#run });
            const isSameRun = greeting.run === this.#run;
            this.#run = greeting.run;
            this.#wait = shortestWait;
            this.#enter("open");
            this.#greet(greeting, isSameRun);
        } catch (problem) {
            if (!(problem instanceof ConnectionLost)) console.error(problem);
        }
    }

    /** Sends a question to the app; returns its answer, or throws an error with a sentence for the user. */
    ask(name, parameters = {}) {
        return this.status === "open" ? this.#put(name, parameters) : Promise.reject(new ConnectionLost());
    }

    #put(name, { store, ...parameters }) {
        const id = ++this.#lastQuestion;
        return new Promise((resolve, reject) => {
            this.#questions.set(id, { resolve, reject });
            this.#socket.send(JSON.stringify({ id, store, question: { [name]: parameters } }));
        });
    }

    #receive(frame) {
        if (frame.event !== undefined) {
            this.#hear(frame.event);
            // The next event comes when this one is drawn; a page that is not drawn gets none.
            const socket = this.#socket;
            requestAnimationFrame(() => {
                if (socket.readyState === WebSocket.OPEN) socket.send('{"question":{"seen":{}}}');
            });
            return;
        }
        const question = this.#questions.get(frame.id);
        this.#questions.delete(frame.id);
        if (frame.error !== undefined) question?.reject(new Error(frame.error));
        // An answer says which it is.
        else question?.resolve(Object.values(frame.answer)[0]);
    }

    #lose() {
        const questions = [...this.#questions.values()];
        this.#questions.clear();
        this.nextAttempt = Date.now() + this.#wait;
        this.#timer = setTimeout(() => this.open(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, longestWait);
        this.#enter("lost");
        for (const question of questions) question.reject(new ConnectionLost());
    }

    #enter(status) {
        this.status = status;
        this.changed();
    }
}

"""##,
"detail.css": ##"""
/* Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 */

/* The selected action. */
.detail-head { display: flex; flex-direction: column; flex: none; gap: 4px; padding: 10px 16px 8px; }
.detail-title { font-size: 16px; overflow-wrap: anywhere; }
.detail-meta {
    color: var(--quiet);
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    min-height: 24px;
    align-items: center;
}
.detail-tools { display: flex; gap: 2px; margin-left: -6px; }
.note { width: 100%; }
.note:placeholder-shown:not(:focus, :hover) { border-color: var(--line); }
.site { font: 12px var(--code-font); overflow-wrap: anywhere; }

.tabs {
    border-bottom: 1px solid var(--line);
    display: flex;
    flex: none;
    gap: 4px;
    overflow-x: auto;
    padding: 0 12px;
}
.tab {
    background: none;
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 4px 4px 0 0;
    color: var(--quiet);
    padding: 6px 8px;
    outline-offset: -3px;
}
.tab[aria-selected="true"] { border-bottom-color: var(--accent); color: var(--ink); }
.panel { flex: 1; min-height: 0; overflow: auto; padding: 12px 16px; outline-offset: -2px; }
.pane > * + * { margin-top: 10px; }
.pane-tools { align-items: center; color: var(--quiet); display: flex; flex-wrap: wrap; gap: 8px; }
.number-input { width: 11em; }
.type-line { color: var(--quiet); font: 12px var(--code-font); overflow-wrap: anywhere; }

/* Values. */
.tree { font: 12.5px/22px var(--code-font); }
.tree ul { padding-left: 18px; }
.node { outline: 0; }
.node:focus-visible > .node-line { outline: 2px solid var(--accent); outline-offset: -2px; }
.node-line {
    align-items: center;
    border-radius: 4px;
    display: flex;
    min-height: 24px;
    padding: 1px 4px 1px 0;
}
.node-line:hover { background: var(--raised); }
.node.is-changed > .node-line { background: var(--warned-soft); }
.twisty { align-self: center; display: inline-flex; flex: none; width: 18px; height: 16px; }
[aria-expanded="true"] > .node-line > .twisty > .icon { transform: rotate(90deg); }
.node-key { flex: none; max-width: 60%; overflow-wrap: anywhere; }
.node-colon { color: var(--quiet); margin-right: 8px; }
.node-value {
    color: var(--quiet);
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
}
.node-line:has(.whole) { align-items: baseline; }
.node-value.whole { white-space: pre-wrap; overflow-wrap: anywhere; }
.kind-text { color: var(--text-value); }
.kind-number { color: var(--number-value); }
.kind-boolean, .kind-enum { color: var(--word-value); }
.kind-cut, .kind-function, .kind-object { font-style: italic; }
.node-button {
    color: var(--accent);
    flex: none;
    font: 12px var(--text-font);
    margin-left: 8px;
    min-height: 24px;
    min-width: 24px;
    padding: 0 4px;
}
.node-button.quiet { opacity: 0; }
.node-line:hover > .quiet, .change:hover > .quiet,
.quiet:focus-visible, .pin > .quiet, .node:focus > .node-line > .quiet {
    opacity: 1;
}
@media (hover: none) { .node-button.quiet { opacity: 1; } }

/* Changes. */
.changes { font: 12.5px/20px var(--code-font); }
.change {
    align-items: start;
    border-bottom: 1px solid var(--line);
    display: grid;
    grid-template-columns: 1.5em minmax(0, 1fr) auto;
    padding: 5px 0;
}
.change-mark { font-weight: 600; text-align: center; }
.is-added > .change-mark { color: var(--added); }
.is-removed > .change-mark { color: var(--removed); }
.is-changed > .change-mark { color: var(--warned); }
.change-path {
    background: none;
    border: 0;
    border-radius: 3px;
    font: inherit;
    justify-self: start;
    min-height: 24px;
    overflow-wrap: anywhere;
    padding: 0 2px;
    text-align: left;
    white-space: normal;
}
.change-values { display: flex; flex-wrap: wrap; gap: 2px 8px; grid-column: 2 / -1; }
del, ins {
    border-radius: 3px;
    overflow-wrap: anywhere;
    padding: 0 4px;
    text-decoration: none;
    white-space: pre-wrap;
}
del { background: var(--removed-soft); color: var(--removed); }
ins { background: var(--added-soft); color: var(--added); }
.arrow { color: var(--quiet); }

/* Pins. */
.pins {
    border-top: 1px solid var(--line);
    flex: none;
    max-height: 32%;
    overflow: auto;
    padding: 8px 16px;
    background: var(--paper);
}
.pins > * + * { margin-top: 2px; }
.pins-title { color: var(--quiet); font-size: 12px; }
.pin {
    align-items: center;
    border-radius: 4px;
    display: flex;
    font: 12.5px var(--code-font);
    gap: 8px;
    min-height: 24px;
}
.pin .node-key { max-width: 45%; }
.pin .node-value { border-radius: 3px; flex: 0 1 auto; margin-right: auto; padding: 0 4px; }
.pin.is-changed .node-value { background: var(--warned-soft); color: var(--warned); }

/* Effects. */
.segment { border-radius: 0; color: var(--quiet); }
.segments { gap: 0; }
.segment + .segment { border-left: 0; }
.segment:first-child { border-radius: 6px 0 0 6px; }
.segment:last-child { border-radius: 0 6px 6px 0; }
.segment[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); }
.effects { border-collapse: collapse; width: 100%; }
.effects caption { color: var(--quiet); padding-bottom: 4px; text-align: left; }
.effects th, .effects td {
    border-bottom: 1px solid var(--line);
    font-weight: 400;
    padding: 4px 12px 4px 0;
    text-align: left;
    vertical-align: baseline;
}
.effects thead th { color: var(--quiet); font-size: 12px; }
.effects tbody th { font-weight: 500; }
.effects .figure { text-align: right; white-space: nowrap; }
.sent { color: var(--quiet); font-weight: 400; }
.effect-state::before {
    border-radius: 50%;
    content: "";
    display: inline-block;
    height: 8px;
    margin-right: 6px;
    width: 8px;
    background: var(--edge);
}
.effect-state.is-running::before { background: var(--accent); }
.effect-state.is-cancelled::before {
    background: none;
    border: 2px solid var(--removed);
    height: 4px;
    width: 4px;
    box-sizing: content-box;
}

/* Causes. */
.causes { overflow-x: auto; }
.cause-row {
    align-items: center;
    border-radius: 4px;
    cursor: pointer;
    display: flex;
    gap: 8px;
    height: 28px;
    min-width: min-content;
    padding-right: 8px;
    white-space: nowrap;
    outline-offset: -2px;
}
.cause-row:hover { background: var(--raised); }
.cause-row[aria-selected="true"] { background: var(--accent-soft); }
.cause-effects {
    color: var(--quiet);
    font: 12px var(--code-font);
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    min-width: 1em;
}
.branches { flex: none; }
.branches path { fill: none; stroke: var(--edge); stroke-width: 1.2; }
.branches circle { fill: var(--surface); stroke: var(--accent); stroke-width: 2; }
.cause-row[aria-selected="true"] .branches circle { fill: var(--accent); }
.track { flex: 0 1 240px; min-width: 90px; }
.track-line { stroke: var(--line); }
.track-effect { fill: var(--edge); }
.track-effect.is-running { fill: var(--accent); }
.track-effect.is-cancelled { fill: var(--removed); }
.track-action { fill: var(--ink); }
.cause-row .row-since { min-width: 5em; text-align: right; }
.what-if li { min-height: 26px; }

@media (max-width: 760px) {
    .detail-head, .panel, .pins { padding-left: 12px; padding-right: 12px; }
    .effects { display: block; overflow-x: auto; }
    .track { display: none; }
    .change-path { min-height: 24px; }
}

"""##,
"detail.js": ##"""
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

"""##,
"dialogs.css": ##"""
/* Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 */

/* Dialogs. */
.dialog {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 10px;
    color: var(--ink);
    max-height: 94vh;
    max-width: min(760px, 94vw);
    overflow: auto;
    padding: 20px;
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.25);
}
.dialog::backdrop { background: rgb(0 0 0 / 0.35); }
.dialog h2 { font-size: 16px; margin-bottom: 10px; }
.dialog > * + * { margin-top: 12px; }
.dialog-tools { display: flex; flex-wrap: wrap; gap: 8px; }
.dialog-end { text-align: right; }
.code {
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 6px;
    font: 12px/1.5 var(--code-font);
    margin-bottom: 0;
    max-height: 50vh;
    overflow: auto;
    padding: 12px;
    tab-size: 4;
    min-width: min(560px, 80vw);
}
.help { columns: 2 300px; column-gap: 32px; }
.help section { break-inside: avoid; margin-bottom: 10px; }
.help h3 { color: var(--quiet); margin-bottom: 4px; }
.help dl > div { display: flex; gap: 10px; padding: 1px 0; }
.help dt { flex: 0 0 7.5em; }
kbd {
    white-space: nowrap;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 4px;
    font: 12px var(--text-font);
    margin-right: 4px;
    padding: 1px 6px;
}
.check { align-items: center; display: flex; gap: 8px; }
.check input { min-height: 0; }

"""##,
"difference-pane.js": ##"""
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

"""##,
"dom.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// Elements are made and never parsed: the app's values stay text, whatever they contain.

const vectors = "http://www.w3.org/2000/svg";

/**
 * Makes an element.
 *
 * `attributes` are attributes of the document, but for `on`, which holds listeners by the name of their
 * event, and `value` and `checked`, which are properties. An attribute that is `true` is empty; one that is
 * `false`, `null` or `undefined` is not there.
 */
export function element(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** Makes an element of a picture. */
export function vector(name, attributes = {}, ...children) {
    return fill(document.createElementNS(vectors, name), attributes, children);
}

function fill(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "on") {
            for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
        } else if (name === "value" || name === "checked") {
            made[name] = value;
        } else {
            setAttribute(made, name, value);
        }
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return made;
}

/**
 * Sets an attribute, or removes it where there is no value; it touches the document only if something
 * changes.
 */
export function setAttribute(target, name, value) {
    if (value === null || value === undefined || value === false) {
        if (target.hasAttribute(name)) target.removeAttribute(name);
    } else {
        const text = value === true ? "" : String(value);
        if (target.getAttribute(name) !== text) target.setAttribute(name, text);
    }
}

/** Sets the text of an element, if it is another. */
export function setText(target, text) {
    if (target.textContent !== text) target.textContent = text;
}

/** Shows or hides an element. */
export function setShown(target, isShown) {
    if (target.hidden === isShown) target.hidden = !isShown;
}

/** Calls a function once in the next frame, however often it is asked to until then. */
export function inNextFrame(draw) {
    let isAsked = false;
    return () => {
        if (isAsked) return;
        isAsked = true;
        requestAnimationFrame(() => {
            isAsked = false;
            draw();
        });
    };
}

"""##,
"effects-pane.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { counted, duration, figure, timeOfDay } from "./format.js";
import { actionLink, Pane, quiet } from "./pane.js";

const scopes = [["action", "Of this action"], ["running", "Running"], ["all", "All of the store"]];
const states = { running: "running", ended: "ended", cancelled: "cancelled" };
const longest = 200;

/** Effects: of the selected action, or of the whole store. */
export class EffectsPane extends Pane {
    #program;
    #scope = "action";

    constructor(program) {
        super();
        this.#program = program;
    }

    /** Whether it has to be asked for again when the store does something. */
    get isLive() {
        return true;
    }

    show() {
        const program = this.#program;
        const [store, number, scope] = [program.current, program.selected, this.#scope];
        const isBase = program.isBaseSelected;
        return this.fill(async () => {
            const { connection } = program;
            let answer = null;
            if (scope !== "action") {
                const only = scope === "running" ? "running" : null;
                answer = await connection.ask("effects", { store, from: 0, count: longest, only });
            } else if (!isBase) {
                const { effects, cancelledEffects } = await connection.ask("action", { store, number });
                answer = { effects, cancelledEffects };
            }
            // The answer is requested after each change of the store; an unchanged table is not drawn again.
            return {
                key: JSON.stringify([store, number, scope, answer]),
                make: () => [this.#chooser(), ...this.#contents(scope, answer)],
            };
        });
    }

    #contents(scope, answer) {
        if (answer === null) return [quiet("Select an action to see its effects.")];
        if (scope === "action") {
            return [
                this.#table(answer.effects, "Effects that this action began", "This action began no effect."),
                answer.cancelledEffects.length > 0
                    ? this.#table(answer.cancelledEffects, "Effects that this action cancelled", "") : null,
            ];
        }
        const { effects, total } = answer;
        return [
            this.#table(
                effects,
                scope === "running" ? "Running effects" : "All effects, the newest first",
                "There are none.",
            ),
            total > effects.length
                ? quiet(`${figure(total - effects.length)} older ones are not shown.`) : null,
        ];
    }

    #chooser() {
        const buttons = scopes.map(([scope, text]) =>
            element(
                "button",
                {
                    type: "button", class: "segment", "aria-pressed": String(this.#scope === scope),
                    on: {
                        click: () => {
                            this.#scope = scope;
                            this.show();
                        },
                    },
                },
                text,
            ));
        return element(
            "div",
            { class: "segments pane-tools", role: "group", "aria-label": "Which effects" },
            buttons,
        );
    }

    #table(effects, caption, nothing) {
        if (effects.length === 0) return quiet(nothing);
        const columns = ["Effect", "State", "Began", "Took", "By", "Where"];
        return element(
            "table",
            { class: "effects" },
            element("caption", {}, `${caption} (${counted(effects.length, "effect")})`),
            element(
                "thead",
                {},
                element("tr", {}, columns.map((text) => element("th", { scope: "col" }, text))),
            ),
            element("tbody", {}, effects.map((effect) => this.#row(effect))),
        );
    }

    #row(effect) {
        const program = this.#program;
        const state = [element(
            "span",
            { class: `effect-state is-${effect.state}` },
            states[effect.state] ?? effect.state,
        )];
        if (effect.cancelledBy !== undefined) {
            state.push(
                " by ",
                actionLink(
                    program,
                    effect.cancelledBy,
                    undefined,
                    `Cancelled by action ${effect.cancelledBy}`,
                ),
            );
        }
        const sent = (effect.sent ?? []).flatMap((number) => [
            " ",
            actionLink(program, number, undefined, `Sent action ${number}`),
        ]);
        return element(
            "tr",
            {},
            element(
                "th",
                { scope: "row" },
                effect.name ?? "unnamed",
                sent.length > 0 ? [element("span", { class: "sent" }, " sent", sent)] : null,
            ),
            element("td", {}, state),
            element("td", { class: "figure" }, timeOfDay(effect.began)),
            element(
                "td",
                { class: "figure" },
                effect.ended === undefined ? "…" : duration(effect.ended - effect.began),
            ),
            element(
                "td",
                { class: "figure" },
                effect.by === undefined
                    ? null : actionLink(program, effect.by, undefined, `Began by action ${effect.by}`),
            ),
            element("td", { class: "site" }, effect.site ?? ""),
        );
    }
}

"""##,
"files.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setText } from "./dom.js";
import { icon } from "./icons.js";

/** The app refuses longer files; the page refuses them before it sends them. */
const largestFile = 64 * 1024 * 1024;

/** Session files: writing, reading, and the test that is made of a range. */
export class Files {
    #program;
    #notices;
    #token;
    #input;
    #dialog;
    #what;
    #code;
    #links;

    constructor(program, notices, token) {
        this.#program = program;
        this.#notices = notices;
        this.#token = token;
        this.#input = element("input", {
            type: "file", hidden: true, id: "import-file", "aria-label": "File to import",
            accept: ".json,.tributary,application/json,text/plain",
            on: {
                change: async () => {
                    const [file] = this.#input.files;
                    this.#input.value = "";
                    if (file) await this.take(file);
                },
            },
        });
        this.#what = element("p", { class: "quiet-text", id: "export-what" });
        this.#code = element("pre", { class: "code", tabindex: 0, "aria-label": "Swift test" });
        this.#links = element("div", { class: "dialog-tools" });
        this.#dialog = element(
            "dialog",
            { class: "dialog", "aria-labelledby": "export-title" },
            element("h2", { id: "export-title" }, "Export"),
            this.#what,
            this.#links,
            this.#code,
            element("form", { method: "dialog", class: "dialog-end" }, element("button", {}, "Close")),
        );
        this.element = element("div", { hidden: false }, this.#input, this.#dialog);
        this.#takeDropped();
    }

    /** Asks for a file to import. */
    choose() {
        this.#input.click();
    }

    #takeDropped() {
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", (event) => {
            event.preventDefault();
            const [file] = event.dataTransfer.files;
            if (file) this.take(file);
        });
    }

    /** Has the app read a file, and shows its contents. */
    async take(file) {
        if (file.size > largestFile) {
            const size = Math.round(file.size / 1024 / 1024);
            return this.#notices.complain(`“${file.name}” has ${size} MB; a session file may have 64 MB.`);
        }
        this.#notices.say(`Reading “${file.name}” …`);
        try {
            const response = await fetch(this.#route("import"), { method: "POST", body: file });
            const answer = await response.json();
            if (answer.error) return this.#notices.complain(`“${file.name}”: ${answer.error}`);
            this.#notices.say(`“${file.name}” is open.`);
            this.#lookAt(answer.session);
        } catch {
            this.#notices.complain(`“${file.name}” could not be sent to the app.`);
        }
        return undefined;
    }

    #lookAt(name) {
        const program = this.#program;
        if (program.stores.has(name)) return program.lookAt(name);
        // The answer may arrive before the event that announces it.
        const stop = program.signal.observe(["stores"], () => {
            if (!program.stores.has(name)) return;
            stop();
            program.lookAt(name);
        });
        return undefined;
    }

    #route(name, parameters = {}) {
        const query = new URLSearchParams({
            token: this.#token,
            store: this.#program.current,
            ...parameters,
        });
        return `/${name}?${query}`;
    }

    /** Offers the possible exports. */
    async export() {
        const program = this.#program;
        if (program.store === null) return;
        const { from, to } = program.range;
        const isBase = program.isBaseSelected;
        const range = from === to ? `action ${from}` : `actions ${from} to ${to}`;
        setText(this.#what, isBase
            ? "Select an action, or with Shift a range of them, for a test or a part of the session."
            : `Selected: ${range}.`);
        const link = (text, parameters) =>
            element(
                "a",
                { class: "button", href: this.#route("export", parameters), download: "" },
                icon("exporting"),
                text,
            );
        this.#links.replaceChildren(
            link("Whole session (Redux DevTools)", { form: "redux" }),
            ...(isBase ? [] : [
                link(`Session of ${range}`, { form: "redux", from, to }),
                link("Swift test, as a file", { form: "test", from, to }),
                element(
                    "button",
                    { type: "button", on: { click: () => this.#copy() } },
                    icon("copy"),
                    "Copy the test",
                ),
            ]),
        );
        this.#code.hidden = isBase;
        setText(this.#code, "…");
        this.#dialog.showModal();
        if (isBase) return;
        try {
            const { text } = await program.ask("test", { from, to });
            setText(this.#code, text);
        } catch (problem) {
            setText(this.#code, problem.message);
        }
    }

    async #copy() {
        try {
            await navigator.clipboard.writeText(this.#code.textContent);
            this.#notices.say("The test is copied.");
        } catch {
            getSelection().selectAllChildren(this.#code);
            this.#notices.say("The browser does not let the page copy; the test is selected.");
        }
    }
}

"""##,
"filter-bar.js": ##"""
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

"""##,
"filter.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** The words before a colon in the filter, and their meanings. */
export const filterProperties = {
    value: "in the payload of the action",
    origin: "store, reducer or effect",
    turn: "the number of a turn",
    cause: "the number of the action that caused it",
    file: "where the effect that sent it is written",
};

const origins = ["store", "reducer", "effect"];

/**
 * Reads the text of the filter: words in the title, and properties, such as `load value:"Grace H"
 * origin:effect`.
 *
 * `filter` is the filter for the app, or `null` if there is none; `problem` names a mistake in the text.
 */
export function parseFilter(text) {
    const filter = {};
    const words = [];
    let problem = null;
    for (const match of text.matchAll(/(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu)) {
        const property = match[1]?.toLowerCase();
        const word = match[2] ?? match[3];
        if (word === "") continue;
        if (property === "value") {
            filter.value = word;
        } else if (property === "origin") {
            if (origins.includes(word.toLowerCase())) filter.origins = [
                ...(filter.origins ?? []),
                word.toLowerCase(),
            ];
            else problem = `An origin is ${origins.join(", ")}.`;
        } else if (property === "turn" || property === "cause") {
            if (/^\d+$/u.test(word)) filter[property] = Number(word);
            else problem = `A ${property} is a number.`;
        } else if (property === "file") {
            filter.file = word;
        } else {
            words.push(match[0].replaceAll('"', ""));
        }
    }
    if (words.length > 0) filter.text = words.join(" ");
    return { filter: Object.keys(filter).length > 0 ? filter : null, problem };
}

/** Joins the typed text with the chosen filters; `null` if there is no filter. */
export function joinFilters(typed, chosen) {
    const joined = { ...typed, ...chosen };
    if (typed?.origins && chosen?.origins) {
        joined.origins = typed.origins.filter((one) => chosen.origins.includes(one));
    }
    return Object.keys(joined).length > 0 ? joined : null;
}

"""##,
"format.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** A length of time as it is read at a glance: three figures at most. */
export function duration(milliseconds) {
    if (milliseconds === 0) return "0";
    if (milliseconds < 0) return `−${duration(-milliseconds)}`;
    if (milliseconds < 0.95) return `${Math.round(milliseconds * 1000)} µs`;
    if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
    if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
    if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(milliseconds < 9_950 ? 2 : 1)} s`;
    const minutes = Math.floor(milliseconds / 60_000);
    if (minutes < 60) return `${minutes} min ${Math.floor((milliseconds % 60_000) / 1000)} s`;
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time of the day, to a millisecond. */
export function timeOfDay(milliseconds) {
    const date = new Date(milliseconds);
    const two = (number) => String(number).padStart(2, "0");
    const fraction = String(Math.floor(milliseconds % 1000)).padStart(3, "0");
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${fraction}`;
}

/** A number with its thousands apart. */
export function figure(number) {
    return number.toLocaleString("en");
}

/** A number and its noun. */
export function counted(number, singular, plural = `${singular}s`) {
    return `${figure(number)} ${number === 1 ? singular : plural}`;
}

const originNames = {
    store: "sent to the store",
    reducer: "sent by a reducer",
    effect: "sent by an effect",
};

/** Where an action came from, in words. */
export function originName(origin) {
    return originNames[origin] ?? origin;
}

"""##,
"icon.svg": ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M8 7c0 8 8 6 8 14v5M24 7c0 8-8 6-8 14" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>

"""##,
"icons.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { vector } from "./dom.js";

// Drawn on a grid of 16 by 16, in the colour of the text around them.
const strokes = {
    store: "M3 8h9M8.5 4.5 12 8l-3.5 3.5",
    reducer: "M4 3v5a2 2 0 0 0 2 2h6M9.5 7.5 12 10l-2.5 2.5",
    effect: "M9 2 4 9h4l-1 5 5-7H8l1-5Z",
    unknown: "M8 8h.01",
    first: "M4 3.5v9M12.5 3.5 7 8l5.5 4.5v-9Z",
    back: "M10.5 3.5 5 8l5.5 4.5v-9Z",
    play: "M5 3v10l8-5-8-5Z",
    pause: "M5.5 3.5v9M10.5 3.5v9",
    forward: "M5.5 3.5 11 8l-5.5 4.5v-9Z",
    last: "M12 3.5v9M3.5 3.5 9 8l-5.5 4.5v-9Z",
    open: "M5.5 3.5 10 8l-4.5 4.5",
    close: "m4 4 8 8M12 4l-8 8",
    pin: "M6 2.5h4l-.5 4 2 2.5h-7l2-2.5-.5-4ZM8 9v4.5",
    note: "M3.5 3.5h9v6l-3 3h-6v-9ZM12.5 9.5h-3v3",
    skip: "M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10ZM4.5 4.5l7 7",
    up: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
    down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
    importing: "M8 2.5v7M5 7l3 3 3-3M3 12.5h10",
    exporting: "M8 10V3M5 5.5l3-3 3 3M3 12.5h10",
    help: "M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.2v.5M8 12h.01",
    send: "m2.5 8 11-5-3 10-3-4-5-1ZM7.5 9l6-6",
    more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
    copy: "M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5V6Z",
    test: "M6 2.5h4M7 2.5v4l-3.5 6a.7.7 0 0 0 .6 1h7.8a.7.7 0 0 0 .6-1L9 6.5v-4M5.5 10h5",
};

/** Draws an icon; its text or label gives the meaning. */
export function icon(name) {
    return vector(
        "svg",
        {
            class: "icon",
            viewBox: "0 0 16 16",
            width: 16,
            height: 16,
            "aria-hidden": "true",
            focusable: "false",
        },
        vector("path", { d: strokes[name] ?? strokes.unknown }),
    );
}

"""##,
"index.html": ##"""
<!doctype html>
<!-- Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Tributary inspector</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./style.css">
<link rel="stylesheet" href="./list.css">
<link rel="stylesheet" href="./detail.css">
<link rel="stylesheet" href="./dialogs.css">
<script type="module" src="./main.js"></script>
</head>
<body>
<noscript>The inspector needs JavaScript.</noscript>
</body>
</html>

"""##,
"kept.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// What the browser keeps for this page. Where it keeps nothing, as in a private window, the page works
// without.

/** What was kept under a name, or `fallback`. */
export function recall(name, fallback) {
    try {
        return JSON.parse(localStorage.getItem(name)) ?? fallback;
    } catch {
        return fallback;
    }
}

/** Keeps a value under a name. */
export function keep(name, value) {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        // It is there until the page is closed.
    }
}

"""##,
"keys.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";
import { keep, recall } from "./kept.js";

/** Keys that the lists handle by themselves; listed in the help. */
const keysOfLists = [
    { keys: ["↑", "↓"], text: "The action before or after", group: "In the list" },
    { keys: ["Shift ↑ ↓"], text: "Make the selected range longer or shorter", group: "In the list" },
    { keys: ["Page ↑ ↓"], text: "A screenful back or on", group: "In the list" },
    { keys: ["Home"], text: "The state before the first action", group: "In the list" },
    { keys: ["End"], text: "The newest action, and those to come", group: "In the list" },
    { keys: ["←", "→"], text: "Fold the turns, or unfold them", group: "In the list" },
    { keys: ["Enter"], text: "Show the selected action in the app", group: "In the list" },
    { keys: ["→", "←"], text: "Open or close a value", group: "In a value" },
    { keys: ["p"], text: "Keep the value in view", group: "In a value" },
    { keys: ["m"], text: "Show the whole of a long text", group: "In a value" },
];

/**
 * The keys of the page and their commands, and the help, which is made from the same table.
 *
 * A binding is `{keys, text, group, act}`; `keys` are as the browser names them, with `Alt ` before one that
 * needs it.
 */
export class Keys {
    #bindings;
    #dialog;
    #single;

    constructor(bindings) {
        this.#bindings = bindings;
        this.#single = element("input", {
            type: "checkbox", id: "single-keys", checked: recall("single keys", true),
            on: { change: () => keep("single keys", this.#single.checked) },
        });
        this.#dialog = element(
            "dialog",
            { class: "dialog", "aria-labelledby": "help-title" },
            element("h2", { id: "help-title" }, "Keys"),
            element("div", { class: "help" }, this.#groups()),
            element("label", { class: "check" }, this.#single, "Single letters act outside of text fields"),
            element("form", { method: "dialog", class: "dialog-end" }, element("button", {}, "Close")),
        );
        this.element = this.#dialog;
        document.addEventListener("keydown", (event) => this.#press(event));
    }

    showHelp() {
        if (!this.#dialog.open) this.#dialog.showModal();
    }

    #groups() {
        const groups = Map.groupBy([...this.#bindings, ...keysOfLists], (binding) => binding.group);
        return [...groups].map(([name, bindings]) =>
            element(
                "section",
                {},
                element("h3", {}, name),
                element("dl", {}, bindings.map(({ keys, text }) => element(
                    "div",
                    {},
                    element("dt", {}, keys.map((key) => element("kbd", {}, shown(key)))),
                    element("dd", {}, text),
                ))),
            ));
    }

    #press(event) {
        if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
        if (document.querySelector("dialog[open]") !== null) return;
        const isTyping = event.target.closest("input:not([type=range], [type=checkbox]), textarea, select") !== null;
        const name = event.altKey ? `Alt ${event.key}` : event.key;
        const binding = this.#bindings.find(({ keys }) => keys.includes(name));
        if (binding === undefined) return;
        if (isTyping && name !== "Escape") return;
        if (name.length === 1 && !this.#single.checked && name !== "?") return;
        // A button that has the focus is pressed by the space bar.
        if (name === " " && event.target.closest("button, a, [role=treeitem], input") !== null) return;
        event.preventDefault();
        binding.act();
    }
}

const names = { " ": "Space", Escape: "Esc", "Alt ArrowUp": "Alt ↑", "Alt ArrowDown": "Alt ↓" };

function shown(key) {
    return names[key] ?? key;
}

"""##,
"list.css": ##"""
/* Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 */

/* The filter. */
.filter-bar {
    border-bottom: 1px solid var(--line);
    display: flex;
    flex: none;
    flex-direction: column;
    gap: 6px;
    padding: 8px 12px;
}
.filter { width: 100%; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chip {
    border-radius: 14px;
    color: var(--quiet);
    font-size: 12px;
    min-height: 24px;
    padding: 0 10px 0 7px;
    gap: 4px;
}
.chip .icon { height: 14px; width: 14px; }
.chip[aria-pressed="true"] {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--accent);
}

/* The list. */
.list-frame { display: flex; flex: 1; flex-direction: column; min-height: 0; position: relative; }
.list-head, .list-empty { color: var(--quiet); flex: none; font-size: 12px; padding: 4px 12px; }
.list-head { align-items: center; display: flex; justify-content: space-between; min-height: 32px; }
.action-list {
    flex: 1;
    min-height: 0;
    outline-offset: -2px;
    overflow-y: scroll;
    position: relative;
    overflow-anchor: none;
}
.canvas { contain: strict; position: relative; }
.newest {
    border-color: transparent;
    background: none;
    color: var(--accent);
    font-size: 12px;
    min-height: 24px;
    padding: 0 6px;
    gap: 3px;
}

.action-row {
    align-items: center; cursor: default; display: grid; gap: 8px;
    grid-template-columns: 4.5em 9px minmax(0, 1fr) auto 5.5em;
    height: 30px; left: 0; padding: 0 12px 0 0; position: absolute; right: 0; white-space: nowrap;
}
.action-row:hover { background: var(--raised); }
.action-row.is-in-range { background: var(--accent-soft); }
.action-row.is-selected { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
.cell { align-items: center; display: flex; gap: 8px; min-width: 0; }
.cell-1, .cell-4 { justify-content: flex-end; }
.row-number, .row-since { color: var(--quiet); font-size: 12px; }
.row-origin { color: var(--quiet); display: inline-flex; }
.row-title { font-weight: 500; overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto; min-width: 3em; }
.row-detail {
    color: var(--quiet);
    flex: 1 10 0;
    font: 12px var(--code-font);
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
}
.row-cause, .row-badge, .row-site {
    color: var(--quiet);
    font-size: 12px;
    overflow: hidden;
    text-overflow: ellipsis;
}
.row-badge { max-width: 16em; }
.row-badge[data-kind="note"] { color: var(--warned); }
.row-badge[data-kind="problem"] { color: var(--removed); }
.row-badge:empty, .row-cause:empty, .row-site:empty, .row-detail:empty { display: none; }
.is-skipped .row-title, .is-skipped .row-detail { text-decoration: line-through; }
.is-travelled .row-number { color: var(--accent); font-weight: 600; }
.origin-base .row-title { font-weight: 400; font-style: italic; }
.row-site { display: none; max-width: 16em; }
@container list (min-width: 700px) { .row-site { display: inline; } }
@container list (max-width: 480px) {
    .row-cause { display: none; }
    .action-row { gap: 6px; grid-template-columns: 3.2em 9px minmax(0, 1fr) auto 4.8em; }
    .row-badge { max-width: 6em; }
}

/* The rail joins the actions of one turn. */
.rail { align-self: stretch; position: relative; }
.rail::before {
    background: var(--edge);
    border-radius: 50%;
    content: "";
    height: 5px;
    left: 2px;
    position: absolute;
    top: 12.5px;
    width: 5px;
}
.is-follower .rail::before { background: var(--line); }
.is-follower .rail::after, .has-follower .rail::after {
    background: var(--line);
    content: "";
    left: 4px;
    position: absolute;
    width: 1px;
    bottom: 0;
    top: 0;
}
.has-follower:not(.is-follower) .rail::after { top: 18px; }
.is-follower:not(.has-follower) .rail::after { bottom: 15px; }
.origin-base .rail::before { display: none; }

.sending { border-top: 1px solid var(--line); flex: none; padding: 8px 12px; }
.sending-line { display: flex; gap: 6px; }
.sending input { flex: 1; font-family: var(--code-font); font-size: 12px; min-width: 0; }

"""##,
"main.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { ActionList } from "./action-list.js";
import { CausesPane } from "./causes-pane.js";
import { Connection } from "./connection.js";
import { Detail } from "./detail.js";
import { DifferencePane } from "./difference-pane.js";
import { EffectsPane } from "./effects-pane.js";
import { Files } from "./files.js";
import { FilterBar } from "./filter-bar.js";
import { Keys } from "./keys.js";
import { Notices } from "./notices.js";
import { Page } from "./page.js";
import { Pins } from "./pins.js";
import { Player } from "./player.js";
import { Program } from "./program.js";
import { Sending } from "./sending.js";
import { ValuePane } from "./value-pane.js";
import { WhatIf } from "./what-if.js";

// Who opens this page got a token with its address, and shows it again to the socket.
const token = new URLSearchParams(location.search).get("token") ?? "";

const connection = new Connection({
    address: `ws://${location.host}/socket?${new URLSearchParams({ token })}`,
    greet: (greeting, isSameRun) => program.greet(greeting, isSameRun),
    hear: (event) => program.hear(event),
});
const program = new Program(connection);
const notices = new Notices(connection);
const pins = new Pins(program);
const whatIf = new WhatIf(program, notices);
const player = new Player(program, notices);
const files = new Files(program, notices, token);
const filterBar = new FilterBar(program);
const sending = new Sending(program, notices);
const list = new ActionList(program, { act: () => player.jump(), whatIf });

const statePane = new ValuePane(program, "state", pins);
const panes = {
    action: { title: "Action", pane: new ValuePane(program, "action") },
    difference: {
        title: "Difference",
        pane: new DifferencePane(program, {
            pins,
            openPath: (path) => {
                statePane.open(path);
                program.show("state");
            },
        }),
    },
    state: { title: "State", pane: statePane },
    effects: { title: "Effects", pane: new EffectsPane(program) },
    causes: { title: "Causes", pane: new CausesPane(program) },
    whatIf: { title: "What if", pane: whatIf },
};

const editAndSend = () => {
    if (detail.typed !== null) sending.edit(detail.typed);
    else notices.complain("This action cannot be written as text.");
};
const tools = [
    { name: "jump", icon: "play", label: "Show in the app", key: "Enter", act: () => player.jump() },
    {
        name: "skip",
        icon: "skip",
        label: "What if it were skipped",
        key: "s",
        act: () => whatIf.toggleSkipped(),
    },
    {
        name: "earlier",
        icon: "up",
        label: "What if it came earlier",
        key: "Alt ↑",
        act: () => whatIf.move(-1),
    },
    { name: "later", icon: "down", label: "What if it came later", key: "Alt ↓", act: () => whatIf.move(1) },
    { name: "edit", icon: "send", label: "Change and send again", key: "r", act: editAndSend },
    {
        name: "export",
        icon: "test",
        label: "Test or session of the selection",
        key: "e",
        act: () => files.export(),
    },
];
const detail = new Detail(program, { panes, whatIf, pins, tools, notices, back: () => page.showList() });
list.fold = (isFolded) => filterBar.fold(isFolded);
pins.filter = (path, name) => filterBar.limitToPath(path, name);

const keys = new Keys([
    { keys: ["j"], text: "The next action", group: "Go", act: () => program.step(1) },
    { keys: ["k"], text: "The action before", group: "Go", act: () => program.step(-1) },
    { keys: ["u"], text: "The cause of this action", group: "Go", act: () => detail.goToCause() },
    { keys: ["f"], text: "Follow the newest action", group: "Go", act: () => program.follow() },
    { keys: ["l"], text: "The list", group: "Go", act: () => page.showList() },
    { keys: ["/"], text: "Filter the actions", group: "Go", act: () => filterBar.focus() },
    ...Object.entries(panes).map(([name, { title }], index) => (
        { keys: [String(index + 1)], text: title, group: "Panes", act: () => page.showPane(name) }
    )),
    { keys: [" "], text: "Play, or pause", group: "Time", act: () => player.toggle() },
    {
        keys: ["t"],
        text: "Show in the app what is selected, or come back",
        group: "Time",
        act: () => player.toggleInApp(),
    },
    { keys: ["g"], text: "Go on from the state that the app shows", group: "Time", act: () => page.stay() },
    {
        keys: ["s"],
        text: "What if this action were skipped",
        group: "What if",
        act: () => whatIf.toggleSkipped(),
    },
    { keys: ["Alt ArrowUp"], text: "What if it came earlier", group: "What if", act: () => whatIf.move(-1) },
    { keys: ["Alt ArrowDown"], text: "What if it came later", group: "What if", act: () => whatIf.move(1) },
    { keys: ["x"], text: "Type an action and send it", group: "Do", act: () => sending.focus() },
    { keys: ["r"], text: "Change this action and send it again", group: "Do", act: editAndSend },
    { keys: ["n"], text: "Note something on this action", group: "Do", act: () => detail.focusNote() },
    { keys: ["e"], text: "Export, or make a test", group: "Do", act: () => files.export() },
    { keys: ["i"], text: "Import a session", group: "Do", act: () => files.choose() },
    { keys: ["Escape"], text: "Back: no notice, no filter", group: "Do", act: () => page.escape() },
    { keys: ["?"], text: "This help", group: "Do", act: () => keys.showHelp() },
]);

const page = new Page(program, { list, filterBar, sending, detail, player, files, keys, notices });
connection.changed = () => {
    notices.showConnection(connection);
    program.signal.tell("connection");
};
document.body.append(...page.elements);
connection.open();

"""##,
"notices.js": ##"""
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

"""##,
"page.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, inNextFrame, setAttribute, setShown, setText } from "./dom.js";
import { icon } from "./icons.js";

const kinds = { store: "", actor: "on an actor", session: "file", whatif: "what if" };

/**
 * The page as a whole: its head with the stores, the list, the selected action, and time travel at the foot.
 */
export class Page {
    #program;
    #parts;
    #stores;
    #title = element("h1", { class: "title" }, "Tributary");
    #state = element("span", { class: "connection" });
    #main;
    #close;
    #buttons = {};

    constructor(program, parts) {
        this.#program = program;
        this.#parts = parts;
        this.#stores = element("select", {
            class: "stores", "aria-label": "Store", on: { change: () => program.lookAt(this.#stores.value) },
        });
        const button = (picture, text, title, act) =>
            element(
                "button",
                { type: "button", class: "head-button", title, on: { click: act } },
                icon(picture),
                element("span", {}, text),
            );
        this.#close = button("close", "Close", "Forget this file or “what if”", () => this.#drop());
        const head = element(
            "header",
            { class: "head" },
            element("img", { class: "logo", src: "./icon.svg", alt: "", width: 22, height: 22 }),
            this.#title, this.#stores, this.#close, this.#state,
            element("span", { class: "spacer" }),
            button("importing", "Import", "Import a session file (i)", () => parts.files.choose()),
            button("exporting", "Export", "Export a session, or make a test (e)", () => parts.files.export()),
            button("help", "Keys", "What the keys do (?)", () => parts.keys.showHelp()),
        );
        this.#main = element(
            "main",
            { class: "main" },
            element(
                "section",
                { class: "list", "aria-label": "Actions" },
                parts.filterBar.element,
                parts.list.element,
                parts.sending.element,
            ),
            parts.detail.element,
        );
        const foot = element("footer", { class: "foot" }, parts.player.element, this.#history());
        this.elements = [
            head,
            parts.notices.element,
            this.#main,
            foot,
            parts.files.element,
            parts.keys.element,
        ];
        parts.list.onChoose = () => this.#main.classList.add("shows-detail");
        const draw = inNextFrame(() => this.#draw());
        program.signal.observe(["stores", "store", "changed", "connection"], draw);
        this.#draw();
    }

    #history() {
        const { notices } = this.#parts;
        const entry = (name, text, title, done) => {
            const act = () => notices.attempt(async () => {
                await this.#program.ask(name);
                this.#program.follow();
                notices.say(done);
            });
            this.#buttons[name] = element("button", { type: "button", title, on: { click: act } }, text);
            return this.#buttons[name];
        };
        return element(
            "div",
            { class: "history", role: "toolbar", "aria-label": "History" },
            entry(
                "stay", "Go on from here",
                "The app goes on from the state that it shows; what came later is dropped (g)",
                "The app goes on from here.",
            ),
            entry(
                "commit",
                "Commit",
                "Empty the list; it begins with the newest state",
                "The list begins anew.",
            ),
            entry(
                "revert",
                "Revert",
                "Back to the state with which the list begins",
                "The app is back where the list begins.",
            ),
            entry(
                "reset",
                "Reset",
                "Back to the state when the inspector was attached",
                "The app is back at the beginning.",
            ),
        );
    }

    #draw() {
        const program = this.#program;
        const { store, title, stores, connection } = program;
        // With one store there is nothing to choose: it is the title.
        const isChoice = stores.size > 1;
        setText(this.#title, (isChoice ? title : store?.name) || title || "Tributary");
        this.#title.classList.toggle("said-only", isChoice && title === store?.name);
        document.title = [
            store?.name,
            title && title !== store?.name ? title : null,
            "Inspector",
        ].filter(Boolean).join(" · ");
        const shown = [...stores.values()].map(({ store: id, name, kind, open }) => ({
            id, text: [name, kinds[kind], open ? "" : "closed"].filter(Boolean).join(" · "),
        }));
        const key = JSON.stringify(shown);
        if (this.#stores.dataset.key !== key) {
            this.#stores.dataset.key = key;
            const options = shown.map(({ id, text }) => element("option", { value: id }, text));
            this.#stores.replaceChildren(...options);
        }
        if (program.current !== null) this.#stores.value = program.current;
        setShown(this.#stores, isChoice);
        setShown(this.#close, store?.kind === "session" || store?.kind === "whatif");
        const states = {
            connecting: "connecting …", lost: "not connected",
            open: stores.size === 0 ? "no store yet" : store?.open === false ? "closed" : "live",
        };
        const state = store?.kind === "session" || store?.kind === "whatif"
            ? "read-only" : states[connection.status];
        const mounted = store?.mounted?.length > 0 ? ` · with ${store.mounted.join(", ")}` : "";
        setText(this.#state, connection.status === "open" ? state + mounted : states[connection.status]);
        setAttribute(
            this.#state,
            "data-state",
            connection.status === "open" && store?.open !== false ? "live" : "off",
        );
        this.#drawHistory(store);
    }

    #drawHistory(store) {
        const isLive = store !== null && store.open && (store.kind === "store" || store.kind === "actor");
        const canSet = isLive && store.canSet;
        const isTravelling = (store?.travelling ?? null) !== null;
        setShown(this.#buttons.stay, isTravelling);
        this.#buttons.stay.disabled = !canSet;
        this.#buttons.commit.disabled = !isLive;
        this.#buttons.revert.disabled = !canSet;
        this.#buttons.reset.disabled = !canSet;
        for (const name of ["stay", "revert", "reset"]) {
            const button = this.#buttons[name];
            button.dataset.title ??= button.title;
            setAttribute(
                button,
                "title",
                isLive && !store.canSet && store.canSetWhy ? store.canSetWhy : button.dataset.title,
            );
        }
    }

    /** Goes on from the state that the app shows. */
    stay() {
        if (this.#buttons.stay.hidden || this.#buttons.stay.disabled) {
            const why = this.#program.store?.canSetWhy ?? "The app shows its newest state already.";
            this.#parts.notices.complain(why);
        } else {
            this.#buttons.stay.click();
        }
    }

    async #drop() {
        await this.#parts.notices.attempt(() => this.#program.ask("drop"));
    }

    /** Where there is room for one of both: the list. */
    showList() {
        this.#main.classList.remove("shows-detail");
        this.#parts.list.focus();
    }

    /** Shows a pane, and the selected action where there is room for one of both. */
    showPane(name) {
        this.#main.classList.add("shows-detail");
        this.#program.show(name);
    }

    escape() {
        this.#parts.notices.clear();
        this.#parts.filterBar.clear();
        this.showList();
    }
}

"""##,
"pane.js": ##"""
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

"""##,
"pins.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setShown } from "./dom.js";
import { icon } from "./icons.js";
import { keep, recall } from "./kept.js";
import { Pane } from "./pane.js";

/** Parts of the state that stay in view, whatever is selected. They are kept by the name of the store. */
export class Pins extends Pane {
    #program;
    #former = new Map();

    /** Called to show only the actions that changed a path. */
    filter = () => {};

    constructor(program) {
        super({ class: "pins", role: "region", "aria-label": "Pinned" });
        this.#program = program;
        setShown(this.element, false);
    }

    get #key() {
        return `pins ${this.#program.store?.name}`;
    }

    get #pins() {
        return recall(this.#key, []);
    }

    #keep(pins) {
        keep(this.#key, pins);
        this.show();
    }

    /** Pins a path of the state, under the name that is shown. */
    add(path, name) {
        const pins = this.#pins;
        if (!pins.some((other) => isSame(other.path, path))) this.#keep([...pins, { path, name }]);
    }

    #remove(path) {
        this.#keep(this.#pins.filter((other) => !isSame(other.path, path)));
    }

    show() {
        const program = this.#program;
        const pins = this.#pins;
        setShown(this.element, pins.length > 0 && program.store !== null);
        if (pins.length === 0 || program.store === null) return undefined;
        const [store, number] = [program.current, program.selected];
        return this.fill(async () => {
            const paths = pins.map((pin) => pin.path);
            const { nodes } = await program.connection.ask("pinned", { store, number, paths });
            return [
                element("h2", { class: "pins-title" }, "Pinned"),
                element(
                    "ul",
                    { class: "pins-list" },
                    pins.map((pin, index) => this.#item(pin, nodes[index])),
                ),
            ];
        });
    }

    #item({ path, name }, node) {
        const text = node === null ? "not there" : node.text;
        const isChanged = this.#former.has(name) && this.#former.get(name) !== text;
        this.#former.set(name, text);
        return element(
            "li",
            { class: isChanged ? "pin is-changed" : "pin" },
            element("span", { class: "node-key" }, name),
            element("span", { class: `node-value kind-${node?.kind ?? "nil"}` }, text),
            element(
                "button",
                {
                    type: "button", class: "node-button",
                    "aria-label": `Show only actions that changed ${name}`,
                    on: { click: () => this.filter(path, name) },
                },
                "changes",
            ),
            element(
                "button",
                {
                    type: "button", class: "node-button quiet", "aria-label": `Remove the pin of ${name}`,
                    on: { click: () => this.#remove(path) },
                },
                icon("close"),
            ),
        );
    }
}

function isSame(one, other) {
    return JSON.stringify(one) === JSON.stringify(other);
}

"""##,
"player.js": ##"""
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

"""##,
"program.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { ActionRows } from "./action-rows.js";
import { Signal } from "./signal.js";

/** The index of the state before the first action, the first row of the list. */
export const baseIndex = -1;

/**
 * What the page knows of the app: its stores, which of them is looked at, and which of its actions.
 *
 * Topics of `signal`: `stores` (one came or went), `store` (another is looked at), `changed` (it did
 * something), `rows`, `selection`, `tab`, `pins`, `connection`.
 */
export class Program {
    #connection;

    /** The index that is to be selected as soon as its row is here. */
    #wanted = null;

    signal = new Signal();
    title = "";
    stores = new Map();

    /** The rows of the store that is looked at. */
    rows = null;

    /** The name of the store that is looked at. */
    current = null;

    /**
     * The number of the selected action; that of the base for the state before the first; `null` if there is
     * none.
     */
    selected = null;

    /** Its index in the list. */
    selectedIndex = null;

    /** The other end of a selected range. */
    anchor = null;

    /** Whether the newest action is selected, and stays so. */
    isFollowing = true;

    /** The pane that is shown. */
    tab = "action";

    constructor(connection) {
        this.#connection = connection;
    }

    get connection() {
        return this.#connection;
    }

    /** The store that is looked at. */
    get store() {
        return this.stores.get(this.current) ?? null;
    }

    get isBaseSelected() {
        return this.store !== null && this.selectedIndex === baseIndex;
    }

    /** Asks the app about the store that is looked at. */
    ask(name, parameters = {}) {
        return this.#connection.ask(name, { store: this.current, ...parameters });
    }

    greet({ title, stores }, isSameRun) {
        this.title = title;
        this.stores = new Map(stores.map((store) => [store.store, store]));
        if (!isSameRun || !this.stores.has(this.current)) this.#lookAtFirst();
        else this.#takeIn(this.store);
        this.signal.tell("stores", "changed", "connection");
    }

    hear(event) {
        const { changed, gone } = event;
        if (changed !== undefined) {
            let isNew = false;
            for (const store of changed.stores) {
                const known = this.stores.get(store.store);
                isNew ||= known === undefined || known.open !== store.open || known.name !== store.name;
                this.stores.set(store.store, store);
            }
            if (this.current === null) this.#lookAtFirst();
            else if (changed.stores.some((store) => store.store === this.current)) this.#takeIn(this.store);
            this.signal.tell(...(isNew ? ["stores", "changed"] : ["changed"]));
        } else if (gone !== undefined) {
            for (const store of gone.stores) this.stores.delete(store);
            if (!this.stores.has(this.current)) this.#lookAtFirst();
            this.signal.tell("stores", "changed");
        }
    }

    #lookAtFirst() {
        const first = this.stores.values().next().value;
        this.current = null;
        if (first) this.lookAt(first.store);
    }

    #takeIn(store) {
        const gone = this.rows.update(store);
        if (this.selectedIndex !== null && this.selectedIndex !== baseIndex) this.selectedIndex -= gone;
        this.scrolledAway = gone;
        // The state before the first action is another when actions were dropped.
        if (this.selectedIndex === baseIndex) [this.selected, this.anchor] = [store.base, store.base];
        const isSelectionGone = this.selected !== null && this.selected !== store.base
            && (store.count === 0 || this.selected < store.first);
        if (this.isFollowing || isSelectionGone) this.#selectNewest();
        else if (this.selectedIndex !== null && this.selectedIndex < 0) this.selected = store.base;
    }

    /** Looks at another store. */
    lookAt(name) {
        if (this.current === name) return;
        this.current = name;
        this.rows = new ActionRows((ask, parameters) => this.#connection.ask(ask, parameters), this.store);
        this.rows.changed = () => this.signal.tell("rows");
        this.isFollowing = true;
        this.#selectNewest();
        this.signal.tell("store", "selection", "changed");
    }

    #selectNewest() {
        const { store } = this;
        this.#wanted = null;
        const [selected, index] = store.count > 0 ? [store.last, store.count - 1] : [store.base, baseIndex];
        const isOther = this.selected !== selected;
        [this.selected, this.anchor] = [selected, selected];
        this.selectedIndex = this.rows.filter === null ? index : null;
        if (isOther) this.signal.tell("selection");
    }

    /** Selects the newest action, and those that come after it. */
    follow() {
        this.isFollowing = true;
        if (this.store) this.#selectNewest();
        this.signal.tell("selection");
    }

    /**
     * Selects an action of which number and index are known; `extends` leaves the other end of the range
     * where it is.
     */
    select(number, index, { extending = false } = {}) {
        this.#wanted = null;
        this.selected = number;
        this.selectedIndex = index;
        if (!extending) this.anchor = number;
        this.isFollowing = false;
        this.signal.tell("selection");
    }

    /** Selects the row at an index of the list, if there is one. */
    async selectIndex(index, options) {
        const { rows, store } = this;
        if (store === null) return;
        const lowest = rows.filter === null ? baseIndex : 0;
        const wanted = Math.min(Math.max(index, lowest), rows.total - 1);
        if (wanted === baseIndex) return this.select(store.base, baseIndex, options);
        this.#wanted = wanted;
        const row = await rows.fetch(wanted);
        // Unless something else was selected meanwhile.
        if (row !== null && rows === this.rows && this.#wanted === wanted) this.select(row.number, wanted, options);
    }

    /** Selects the action of a number, wherever it is in the list. */
    async selectNumber(number) {
        const { rows, store } = this;
        if (number === store.base) return this.select(number, baseIndex);
        const index = await rows.indexAtOrAfter(number);
        const row = index < rows.total ? await rows.fetch(index) : null;
        if (rows === this.rows) this.select(number, row?.number === number ? index : null);
    }

    /** Goes on by a number of rows. */
    step(by, options) {
        const index = this.#wanted ?? this.selectedIndex ?? (by > 0 ? -1 : this.rows.total);
        return this.selectIndex(index + by, options);
    }

    /** The first and the last number of the selected range. */
    get range() {
        const [one, other] = [this.selected, this.anchor ?? this.selected];
        return { from: Math.min(one, other), to: Math.max(one, other) };
    }

    setFilter(filter) {
        if (JSON.stringify(filter) === JSON.stringify(this.rows.filter)) return;
        this.rows.setFilter(filter);
        this.selectedIndex = null;
        this.signal.tell("rows", "filter");
        if (this.selected !== null) this.#findSelected();
    }

    /** Where the selected action is in the list, now that another filter holds. */
    async #findSelected() {
        const { rows, selected } = this;
        const { filter } = rows;
        if (filter === null && this.isFollowing) return this.follow();
        if (filter === null && selected === this.store.base) return this.select(selected, baseIndex);
        const index = await rows.indexAtOrAfter(selected);
        const row = index < rows.total ? await rows.fetch(index) : null;
        if (rows !== this.rows || rows.filter !== filter || selected !== this.selected) return undefined;
        if (row?.number === selected) this.selectedIndex = index;
        this.signal.tell("selection");
        return undefined;
    }

    /** Shows another pane. */
    show(tab) {
        this.tab = tab;
        this.signal.tell("tab");
    }
}

"""##,
"ranges.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** How many children of a value are asked for and shown at once. */
export const pageSize = 100;

/**
 * How to show `count` children from `offset` on: themselves, if there are a hundred at most, or else ranges
 * of them, of which there are a hundred at most: 0 … 9,999, 10,000 … 19,999, and so on.
 */
export function ranges(offset, count) {
    if (count <= pageSize) return null;
    let size = pageSize;
    while (count / size > pageSize) size *= pageSize;
    const parts = [];
    for (let start = offset; start < offset + count; start += size) {
        parts.push({ offset: start, count: Math.min(size, offset + count - start) });
    }
    return parts;
}

/** The name of a range. */
export function rangeName({ offset, count }) {
    return `${offset.toLocaleString("en")} … ${(offset + count - 1).toLocaleString("en")}`;
}

"""##,
"sending.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element, setAttribute, setShown, setText } from "./dom.js";
import { icon } from "./icons.js";

/** A line in which an action is typed and sent. */
export class Sending {
    #program;
    #notices;
    #input;
    #button;
    #problem;
    #cases;

    constructor(program, notices) {
        this.#program = program;
        this.#notices = notices;
        this.#cases = element("datalist", { id: "cases" });
        this.#problem = element("p", { class: "problem", id: "sending-problem", hidden: true });
        this.#input = element("input", {
            type: "text", id: "sending", list: "cases", autocomplete: "off", autocapitalize: "off",
            spellcheck: "false",
            placeholder: "increment, counter.add(5), or JSON", "aria-label": "Action to send",
            "aria-describedby": "sending-problem",
            on: {
                focus: () => this.#complete(),
                keydown: (event) => {
                    if (event.key === "Enter" && !event.isComposing) this.#send();
                },
                input: () => this.#complain(null),
            },
        });
        this.#button = element(
            "button",
            { type: "button", on: { click: () => this.#send() } },
            icon("send"),
            "Send",
        );
        this.element = element(
            "div",
            { class: "sending" },
            element("div", { class: "sending-line" }, this.#input, this.#button, this.#cases),
            this.#problem,
        );
        program.signal.observe(["store", "changed"], () => this.#draw());
    }

    focus() {
        this.#input.focus();
    }

    /** Puts a text in the line, to be changed and sent. */
    edit(text) {
        this.#input.value = text;
        this.#complain(null);
        this.focus();
    }

    #draw() {
        const { store } = this.#program;
        setShown(this.element, store !== null && (store.kind === "store" || store.kind === "actor"));
        if (store === null) return;
        this.#input.disabled = !store.canType || !store.open;
        this.#button.disabled = this.#input.disabled;
        const why = store.open ? store.canTypeWhy : "The store is closed.";
        setAttribute(this.#input, "title", this.#input.disabled ? why : null);
        setAttribute(
            this.#input,
            "placeholder",
            this.#input.disabled ? why : "increment, counter.add(5), or JSON",
        );
    }

    async #complete() {
        try {
            const { cases } = await this.#program.ask("cases");
            this.#cases.replaceChildren(...cases.map((value) => element("option", { value })));
        } catch {
            // It can be typed without.
        }
    }

    async #send() {
        const text = this.#input.value.trim();
        if (text === "") return;
        try {
            const { number } = await this.#program.ask("send", { text });
            this.#input.value = "";
            this.#complain(null);
            // While the app shows another state, sent actions wait.
            const what = number === undefined ? "Sent; it waits until the app comes back." : `Sent as action ${number}.`;
            this.#notices.say(what);
            this.#program.follow();
        } catch (problem) {
            this.#complain(problem.message);
        }
    }

    #complain(text) {
        setText(this.#problem, text ?? "");
        setShown(this.#problem, text !== null);
        setAttribute(this.#input, "aria-invalid", text === null ? null : "true");
        setAttribute(this.#problem, "role", text === null ? null : "alert");
    }
}

"""##,
"signal.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** Tells those who observe that something changed, and what. */
export class Signal {
    #observers = new Map();

    /** Calls `observer` for each of the named topics; returns a function that ends that. */
    observe(topics, observer) {
        for (const topic of topics) {
            if (!this.#observers.has(topic)) this.#observers.set(topic, new Set());
            this.#observers.get(topic).add(observer);
        }
        return () => {
            for (const topic of topics) this.#observers.get(topic).delete(observer);
        };
    }

    /** Calls each observer of the topics once. */
    tell(...topics) {
        const called = new Set();
        for (const topic of topics) {
            for (const observer of this.#observers.get(topic) ?? []) {
                if (called.has(observer)) continue;
                called.add(observer);
                observer(topic);
            }
        }
    }
}

"""##,
"style.css": ##"""
/* Part of Tributary. Copyright the Tributary authors. SPDX-License-Identifier: Apache-2.0 */

/* The colors; each text has a contrast of at least 4.5 to its background, each control of 3. */
:root {
    color-scheme: light dark;
    --paper: #f7f7f5;
    --surface: #ffffff;
    --raised: #efefec;
    --line: #dededa;
    --edge: #83888f;
    --ink: #1c1f23;
    --quiet: #565c64;
    --accent: #0a58a6;
    --accent-soft: #e2edf9;
    --on-accent: #ffffff;
    --added: #17653a;
    --added-soft: #e4f4ea;
    --removed: #a1232d;
    --removed-soft: #fcebec;
    --warned: #7a4a00;
    --warned-soft: #fdf2dc;
    --text-value: #17653a;
    --number-value: #7b3494;
    --word-value: #0a58a6;
    --text-font: system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
    --code-font: ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "DejaVu Sans Mono", monospace;
}

@media (prefers-color-scheme: dark) {
    :root {
        --paper: #15181b;
        --surface: #1b1f23;
        --raised: #262b31;
        --line: #30363d;
        --edge: #7a828b;
        --ink: #e5e8eb;
        --quiet: #a5adb6;
        --accent: #82b9f5;
        --accent-soft: #1d3450;
        --on-accent: #0d1a28;
        --added: #82d6a0;
        --added-soft: #16301f;
        --removed: #f6a3a7;
        --removed-soft: #3a1b1e;
        --warned: #f0c36c;
        --warned-soft: #352910;
        --text-value: #82d6a0;
        --number-value: #d3a4ea;
        --word-value: #82b9f5;
    }
}

* { box-sizing: border-box; }

[hidden] { display: none !important; }

html, body { height: 100%; margin: 0; }

body {
    background: var(--paper);
    color: var(--ink);
    display: flex;
    flex-direction: column;
    font: 13px/1.45 var(--text-font);
    font-variant-numeric: tabular-nums;
    overflow: hidden;
}

h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h1, h2, h3 { font-size: 13px; font-weight: 600; }

button, input, select, .button {
    background: var(--surface);
    border: 1px solid var(--edge);
    border-radius: 6px;
    color: var(--ink);
    font: inherit;
    font-variant-numeric: inherit;
    min-height: 28px;
    padding: 2px 10px;
}

button, .button {
    align-items: center;
    cursor: pointer;
    display: inline-flex;
    gap: 6px;
    text-decoration: none;
    white-space: nowrap;
}

button:hover:not(:disabled), .button:hover { background: var(--raised); }
button:disabled, input:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
input::placeholder { color: var(--quiet); opacity: 1; }
input[aria-invalid] { border-color: var(--removed); }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }

.icon {
    fill: none;
    flex: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 1.5;
}
.icon-button, .node-button { border-color: transparent; background: transparent; }
.icon-button { min-width: 28px; justify-content: center; padding: 2px 5px; }
.icon-button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); }

.link {
    background: none; border: 0; border-radius: 3px; color: var(--accent);
    min-height: 24px; min-width: 24px; padding: 0 2px;
    justify-content: center;
    text-decoration: underline; text-underline-offset: 2px;
}

/* The frame. */
.head, .foot {
    align-items: center;
    background: var(--surface);
    display: flex;
    flex: none;
    gap: 8px;
    padding: 8px 12px;
}
.head { border-bottom: 1px solid var(--line); }
.foot { border-top: 1px solid var(--line); flex-wrap: wrap; }
.title { font-size: 15px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.stores { max-width: 40vw; }
.spacer { flex: 1; }

.connection { align-items: center; color: var(--quiet); display: inline-flex; gap: 6px; white-space: nowrap; }
.connection::before { background: var(--edge); border-radius: 50%; content: ""; height: 8px; width: 8px; }
.connection[data-state="live"]::before { background: var(--added); }
.head-button { border-color: transparent; }

.main { display: grid; flex: 1; grid-template-columns: minmax(320px, 46fr) minmax(0, 54fr); min-height: 0; }
.list {
    border-right: 1px solid var(--line);
    container: list / inline-size;
    display: flex;
    flex-direction: column;
    min-height: 0;
    min-width: 0;
}
.detail { background: var(--surface); display: flex; flex-direction: column; min-height: 0; min-width: 0; }
.back { display: none; }

.player, .history { align-items: center; display: flex; gap: 4px; }
.player { flex: 1 1 460px; min-width: 0; }
.slider { accent-color: var(--accent); border: 0; flex: 1; min-width: 60px; padding: 0; background: none; }
.place { color: var(--quiet); min-width: 7.5em; text-align: right; white-space: nowrap; }
.history { gap: 6px; }

.switch::before {
    background: radial-gradient(circle at 8px 50%, var(--surface) 5px, transparent 5.5px) var(--edge);
    border-radius: 8px; content: ""; height: 16px; width: 28px;
}
.switch[aria-checked="true"]::before {
    background: radial-gradient(circle at 20px 50%, var(--surface) 5px, transparent 5.5px) var(--accent);
}
.switch[aria-checked="true"] { border-color: var(--accent); color: var(--accent); }

/* What is said. */
.notices { flex: none; }
.banner, .notice { align-items: center; display: flex; gap: 12px; padding: 4px 12px; }
.notice {
    border-radius: 8px; left: 50%; max-width: 44vw; position: fixed; top: 6px; transform: translateX(-50%);
    width: max-content; z-index: 2;
}
.said-only {
    clip-path: inset(50%);
    height: 1px;
    overflow: hidden;
    position: absolute;
    white-space: nowrap;
    width: 1px;
}
.banner { background: var(--warned-soft); color: var(--warned); justify-content: space-between; }
.notice { background: var(--accent-soft); justify-content: space-between; }
.notice.is-problem { background: var(--removed-soft); color: var(--removed); }
.notice .icon-button { color: inherit; }
.problem { color: var(--removed); }
.quiet-text { color: var(--quiet); max-width: 60ch; }

/* Little room: one of both, the list or the action. */
@media (max-width: 760px) {
    .main { grid-template-columns: minmax(0, 1fr); }
    .list { border-right: 0; }
    .main:not(.shows-detail) > .detail, .main.shows-detail > .list { display: none; }
    .back { display: inline-flex; align-self: flex-start; }
    .head { gap: 4px; padding: 6px 8px; }
    .head-button > span {
        clip-path: inset(50%);
        height: 1px;
        overflow: hidden;
        position: absolute;
        white-space: nowrap;
        width: 1px;
    }
    .head-button { padding: 2px 6px; }
    .stores { flex: 1 1 60px; max-width: none; min-width: 0; }
    .logo { display: none; }
    .title:has(~ .stores:not([hidden])) { display: none; }
    .title { flex: 1; }
    .notice { bottom: 140px; box-shadow: 0 4px 20px rgb(0 0 0 / 0.2); max-width: 94vw; top: auto; }
    .spacer { display: none; }
    .foot { gap: 4px; padding: 6px 8px; }
    .player { flex-basis: 100%; flex-wrap: wrap; }
    .slider { flex-basis: 60px; }
    .place { min-width: 0; }
}
@media (prefers-reduced-motion: no-preference) {
    button, .chip { transition: background-color 80ms; }
}

"""##,
"value-pane.js": ##"""
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

"""##,
"value-tree.js": ##"""
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

"""##,
"virtual-list.js": ##"""
// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import { element } from "./dom.js";

/** Which rows are near enough to the visible part to be in the document. */
export function rowsInView(scrollTop, height, rowHeight, count, margin) {
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
    const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + margin);
    return { first: Math.min(first, count), end: Math.max(end, Math.min(first, count)) };
}

/** Where to scroll so that a row is seen, moving as little as possible. */
export function scrollTopShowing(row, scrollTop, height, rowHeight) {
    const top = row * rowHeight;
    if (top < scrollTop) return top;
    return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop;
}

/** Rows of one height, of which only those in view are in the document. */
export class VirtualList {
    #rowHeight;
    #make;
    #fill;
    #rows = new Map();
    #spare = [];
    #count = 0;

    /** `make` returns an empty row, `fill(row, index)` writes the item at an index into one. */
    constructor({ scroller, rowHeight, make, fill }) {
        this.scroller = scroller;
        this.canvas = element("div", { class: "canvas", role: "rowgroup" });
        this.#rowHeight = rowHeight;
        this.#make = make;
        this.#fill = fill;
        scroller.append(this.canvas);
        scroller.addEventListener("scroll", () => this.draw(), { passive: true });
        new ResizeObserver(() => this.draw()).observe(scroller);
    }

    get isAtEnd() {
        const { scrollTop, clientHeight } = this.scroller;
        return scrollTop + clientHeight >= this.#count * this.#rowHeight - this.#rowHeight;
    }

    /** Sets how many rows there are, and draws. */
    setCount(count) {
        this.#count = count;
        this.canvas.style.height = `${count * this.#rowHeight}px`;
        this.draw();
    }

    /** Scrolls until a row is seen. */
    show(row) {
        const { scrollTop, clientHeight } = this.scroller;
        const wanted = scrollTopShowing(row, scrollTop, clientHeight, this.#rowHeight);
        if (wanted !== scrollTop) this.scroller.scrollTop = wanted;
        this.draw();
    }

    /** How many whole rows are seen at once. */
    get rowsInSight() {
        return Math.max(1, Math.floor(this.scroller.clientHeight / this.#rowHeight));
    }

    /** Writes the rows in view anew. */
    draw() {
        const { scrollTop, clientHeight } = this.scroller;
        const { first, end } = rowsInView(scrollTop, clientHeight, this.#rowHeight, this.#count, 6);
        for (const [index, row] of this.#rows) {
            if (index >= first && index < end) continue;
            this.#rows.delete(index);
            this.#spare.push(row);
        }
        // From the end, so that the rows stand in the document in their order, as they are read aloud.
        let next = null;
        for (let index = end - 1; index >= first; index -= 1) {
            let row = this.#rows.get(index);
            if (row === undefined) {
                row = this.#spare.pop() ?? this.#make();
                this.#rows.set(index, row);
                row.style.transform = `translateY(${index * this.#rowHeight}px)`;
            }
            if (row.parentNode === null || row.nextSibling !== next) this.canvas.insertBefore(row, next);
            this.#fill(row, index);
            next = row;
        }
        for (const row of this.#spare) row.remove();
    }
}

"""##,
"what-if.js": ##"""
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

"""##,
    ]
}
#endif
