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
