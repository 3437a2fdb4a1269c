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
