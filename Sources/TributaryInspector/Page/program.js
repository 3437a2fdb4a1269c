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
