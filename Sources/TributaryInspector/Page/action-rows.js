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
