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
